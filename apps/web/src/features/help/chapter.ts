// A chapter of the manual: one piece of work, told step by step to those whose work it is.
import type { ScreenName } from '@yunshu/contract/screens/screens'
import type { Permit, RoleSide } from '@yunshu/domain/permits/permits'
import type { BookEvent } from '@yunshu/domain/voucher/bookEvents'
import type { TermKey } from '@yunshu/domain/term/terms'

export interface Chapter {
  readonly title: string
  /** Syllables of the title. */
  readonly pinyin: string
  /** The sides whose work it is; absent: everybody's. */
  readonly sides?: readonly RoleSide[]
  /** The permit without which nobody does it. */
  readonly permit?: Permit
  /** Its use, in one sentence. */
  readonly purpose: string
  readonly steps: readonly Step[]
  /** The events of the books, by step. */
  readonly entries?: Readonly<Record<string, Readonly<Record<string, BookEvent>>>>
  /** Questions people ask, with their answers. */
  readonly questions?: readonly (readonly [question: string, answer: string])[]
  readonly terms?: readonly TermKey[]
  /** The screen it begins at. */
  readonly screen?: ScreenName
}

/** An act, and its consequence or a caution. */
export type Step = readonly [act: string, note?: string]

/** Keeps the keys of a table of chapters. */
export const chaptersOf = <const T extends Readonly<Record<string, Chapter>>>(
  rows: T,
): { readonly [K in keyof T]: Chapter } => rows
