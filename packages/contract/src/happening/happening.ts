// One row of the table of happenings: the texts people read about an event of the business, and the calls it makes
// stale.
import { fillBlanks, type Blanks, type Filled } from '@yunshu/domain/blanks'
import type { MessageKind } from '@yunshu/domain/message/kinds'
import type { PushName } from '@yunshu/domain/message/push'
import { screenUrl, type ScreenName } from '../screens/screens.ts'
import type { Topic } from '../topics.ts'

/** The side that reads; where texts differ between the two sides of the market, a row holds one for each. */
export type Reader = 'shipper' | 'carrier'
type BySide<T> = T | { readonly [R in Reader]: T }

/** A screen with its parts; values of the query that stay empty are left out. */
interface Opens {
  readonly screen: ScreenName
  readonly parts?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
}

/** Titles, texts and what a screen takes are texts with blanks (`domain/blanks.ts`). */
export interface Happening {
  /** The form in which browsers show it. */
  readonly push: PushName
  readonly title: string
  readonly text: BySide<string>
  /** The things it changed: open browsers ask again for the calls that show them. */
  readonly topics?: readonly Topic[]
  /** The kind of its line in the message centre, by which people say how it reaches them; none has no line. */
  readonly kind?: MessageKind
  /** The screen its line opens. */
  readonly opens?: BySide<Opens>
  /** Blanks that programs read in the frame by their names. */
  readonly data?: readonly string[]
}

/** Declares happenings; their words stay known to the compiler. */
export const happeningTable = <const T extends Readonly<Record<string, Happening>>>(t: T): T => t

/** Nobody is disturbed: lists that show these ask again. */
export const silentTopics = <const T extends readonly Topic[]>(...topics: T) =>
  ({ push: 'sync', title: '', text: '', topics }) as const

type BothSides = { readonly [R in Reader]: unknown }
type Sided = { readonly text: BothSides } | { readonly opens: BothSides }

type Of<T, R extends Reader> = T extends BothSides ? T[R] : T
type Values<T> = Extract<T[keyof T], string>
/** The texts with blanks of what a screen takes. */
type ScreenTexts<O> =
  | (O extends { readonly parts: infer P } ? Values<P> : never)
  | (O extends { readonly query: infer Q } ? Values<Q> : never)
/** The texts of a row that have blanks, as one side reads them. */
type TextsOf<H, R extends Reader> =
  | (H extends { readonly title: infer T extends string } ? T : never)
  | (H extends { readonly text: infer T } ? Extract<Of<T, R>, string> : never)
  | (H extends { readonly opens: infer O } ? ScreenTexts<Of<O, R>> : never)
  | (H extends { readonly data: readonly (infer D extends string)[] } ? `{${D}}` : never)

/** Values needed to tell a happening; for a union of happenings, the values of all of them. */
export type Said<H> = [H] extends [Sided]
  ? { [R in Reader]: { readonly reader: R } & Blanks<TextsOf<H, R>> }[Reader]
  : Blanks<TextsOf<H, Reader>>

/** A happening in the words its reader gets. */
export interface Told {
  readonly title: string
  readonly text: string
  /** Address of the screen its line opens. */
  readonly path: string | undefined
  readonly data: Filled
}

/** Says a happening. */
export function sayRow(row: Happening, said: Filled): Told {
  const read = <T extends object | string>(value: BySide<T>): T =>
    typeof value === 'object' && 'shipper' in value
      ? value[said['reader'] === 'shipper' ? 'shipper' : 'carrier']
      : value
  return {
    title: fillBlanks(row.title, said),
    text: fillBlanks(read(row.text), said),
    path: row.opens && addressOf(read(row.opens), said),
    data: Object.fromEntries((row.data ?? []).map(word => [word, said[word]])),
  }
}

function addressOf({ screen, parts = {}, query = {} }: Opens, said: Filled): string {
  const filled = (texts: Readonly<Record<string, string>>): [string, string][] =>
    Object.entries(texts).map(([key, text]) => [key, fillBlanks(text, said)])
  const asked = filled(query).filter(([, value]) => value !== '')
  const path = screenUrl(screen, Object.fromEntries(filled(parts)))
  return asked.length === 0 ? path : `${path}?${new URLSearchParams(asked).toString()}`
}
