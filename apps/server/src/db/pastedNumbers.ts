// Numbers pasted into the search of a list: as lists look them up, and those that lead to no row of it.
import type { MissingNumbers } from '@yunshu/contract/fields'
import { plainSerial } from '@yunshu/domain/fund'
import { sql, type RawBuilder } from 'kysely'
import { capitalsOf, spellingsOf } from './bankSerials.ts'
import type { PageInput } from './page.ts'
import { q, type Tx } from './tx.ts'

/** Numbers as arrays of SQL. */
export interface PastedNumbers {
  /** As they were typed. */
  readonly typed: RawBuilder<unknown>
  /** Of our own records, as they may have been typed (`spellingsOf`). */
  readonly own: RawBuilder<unknown>
  /** Of banks (`capitalsOf`). */
  readonly bank: RawBuilder<unknown>
}

export const pastedNumbers = (numbers: readonly string[]): PastedNumbers => ({
  typed: sql`${numbers}::text[]`,
  own: sql`${spellingsOf(numbers)}::text[]`,
  bank: sql`${capitalsOf(numbers)}::text[]`,
})

/** One number at a time, of the rows `n` of `findMissing`. */
const eachNumber: PastedNumbers = {
  typed: sql`array[n.number]`,
  own: sql`array[n.number, n.plain]`,
  bank: sql`array[n.capitals, n.plain]`,
}

interface NumberedList {
  /** The table and its alias: `trades t`. */
  readonly from: RawBuilder<unknown>
  /** Rows in the reader's reach, whatever else was asked for. */
  readonly reach: RawBuilder<boolean>
  /** All conditions of the list but its numbers. */
  readonly others: RawBuilder<boolean>
  readonly isOf: (numbers: PastedNumbers) => RawBuilder<boolean>
}

/**
 * Numbers the first page of a list lacks of those it was searched by; nothing on later pages and without numbers. A number out of
 * the reader's reach is told as one that does not exist.
 */
export async function findMissing(
  tx: Tx,
  { numbers = [], cursor }: PageInput & { numbers?: readonly string[] | undefined },
  { from, reach, others, isOf }: NumberedList,
): Promise<{ missing?: MissingNumbers }> {
  if (numbers.length === 0 || cursor !== undefined) return {}
  const each = [...new Set(numbers)]
  const plain = each.map(number => plainSerial(number).toUpperCase())
  const capitals = each.map(number => number.toUpperCase())
  const leadsTo = (rows: RawBuilder<boolean>) =>
    sql<boolean>`exists (select from ${from} where ${isOf(eachNumber)} and ${rows})`
  const missed = await tx.rows(
    sql<{ number: string; is_there: boolean }>`select n.number, ${leadsTo(reach)} as is_there
      from unnest(${each}::text[], ${plain}::text[], ${capitals}::text[])
        with ordinality as n (number, plain, capitals, at)
      where not ${leadsTo(others)} order by n.at`.compile(q),
  )
  const numbersOf = (isThere: boolean) => missed.filter(row => row.is_there === isThere).map(({ number }) => number)
  return { missing: { unfound: numbersOf(false), hidden: numbersOf(true) } }
}
