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

/** The address of a list under a filter. */
export const listUrl = (name: ScreenName, filter: Readonly<Record<string, string>>): string =>
  `${screenUrl(name)}?${new URLSearchParams(filter).toString()}`

/** The number of these rows, at most `countCap`. */
export const cappedCount = (rows: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select count(*) from (${rows} limit ${countCap}) as found)`
