// A card of the home page: the list it opens, its readers, and its count.
import { screenUrl, type ScreenName } from '@yunshu/contract/screens'
import type { Permit } from '@yunshu/domain/permits'
import type { Tone } from '@yunshu/domain/states'
import { sql, type RawBuilder } from 'kysely'
import { countCap } from '../../db/counts.ts'
import type { Actor } from '../../work/ctx.ts'

/** Sides a card is for; a branch gets the platform's. */
type CardSide = 'platform' | 'shipper' | 'carrier'

/** The number of records a person finds under a card: a scalar query of at most `countCap`. */
export type CardCount = (actor: Actor, now: number) => RawBuilder<number>

export interface Card {
  readonly key: string
  readonly title: string
  readonly tone: Tone
  readonly permit: Permit
  readonly sides: readonly CardSide[]
  /** The list with exactly the filter that is counted. */
  readonly path: string
  /** Shown only while there is something. */
  readonly isRare?: true
  readonly count: CardCount
}

/** One row of a table of cards. `W` names the records, such as a filter: the address and the count are made of it. */
export type CardRow<W> = readonly [
  key: string,
  title: string,
  tone: Tone,
  permit: Permit,
  sides: readonly CardSide[],
  where: W,
  isRare?: 'rare',
]

/** The cards of a table whose address and count follow from one value, so that both show the same records. */
export function cardsOf<W>(
  rows: readonly CardRow<W>[],
  pathOf: (where: W) => string,
  countOf: (where: W) => CardCount,
): Card[] {
  return rows.map(([key, title, tone, permit, sides, where, isRare]) => ({
    key,
    title,
    tone,
    permit,
    sides,
    path: pathOf(where),
    ...(isRare ? { isRare: true } : {}),
    count: countOf(where),
  }))
}

/** The address of a list under a filter. */
export const listUrl = (name: ScreenName, filter: Readonly<Record<string, string>>): string =>
  `${screenUrl(name)}?${new URLSearchParams(filter).toString()}`

/** The number of these rows, at most `countCap`. */
export const cappedCount = (rows: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select count(*) from (${rows} limit ${countCap}) as found)`
