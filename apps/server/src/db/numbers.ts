// Business numbers: a prefix, the day in China, and at least eight digits of a sequence (no promise of no gaps).
import { dayKey } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { q, type Tx } from './tx.ts'

/** The next numbers of a sequence, in order: HY26112100000001. */
export async function takeNumbers(
  tx: Tx,
  prefix: string,
  sequence: string,
  now: number,
  count: number,
): Promise<string[]> {
  const drawn = await tx.rows<{ n: number }>(
    sql<{ n: number }>`select nextval(${sequence}::regclass) as n from generate_series(1, ${count}::int)`.compile(q),
  )
  return drawn.map(({ n }) => `${prefix}${dayKey(now)}${String(n).padStart(8, '0')}`)
}

/** The next number of a sequence. */
export async function takeNumber(tx: Tx, prefix: string, sequence: string, now: number): Promise<string> {
  const [number] = await takeNumbers(tx, prefix, sequence, now, 1)
  if (number === undefined) throw new Error(`no number drawn from ${sequence}`)
  return number
}
