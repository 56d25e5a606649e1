// What a card of the home page is: the list it opens, who it is for, and how it is counted.
import { screenUrl, type ScreenName } from '@yunshu/contract/screens'
import type { Permit } from '@yunshu/domain/permits'
import type { Tone } from '@yunshu/domain/states'
import { sql, type RawBuilder } from 'kysely'
import { countCap } from '../../db/counts.ts'
import type { Actor } from '../../work/ctx.ts'

/** Sides a card is for; a branch gets the platform's. */
type CardSide = 'platform' | 'shipper' | 'carrier'

/** How many records a person finds under a card: a scalar query of at most `countCap`. */
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

/** How many of these rows there are, at most `countCap`. */
export const cappedCount = (rows: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select count(*) from (${rows} limit ${countCap}) as found)`
