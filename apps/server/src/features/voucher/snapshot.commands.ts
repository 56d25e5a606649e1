// The balances a month is closed with, and their hash.
import { sql } from 'kysely'
import { q, type Tx } from '../../db/tx.ts'

/** Keeps the balances of a month as they stand, and answers the hash of their rows in order. */
export async function keepSnapshot(
  tx: Pick<Tx, 'one' | 'run'>,
  { id, branch_id, period }: { readonly id: string; readonly branch_id: string; readonly period: string },
): Promise<{ snapshot: string }> {
  await tx.run(
    sql`insert into period_snapshots (closing_id, account, party_id, opening_fen, debit_fen, credit_fen)
    select ${id}::uuid, account, party_id, coalesce(sum(debit_fen - credit_fen) filter (where period < ${period}), 0),
      coalesce(sum(debit_fen) filter (where period = ${period}), 0),
        coalesce(sum(credit_fen) filter (where period = ${period}), 0)
    from account_balances where branch_id = ${branch_id}::uuid and period <= ${period}
      group by account, party_id`.compile(q),
  )
  const { hash } = await tx.one(
    sql<{
      hash: string
    }>`select encode(sha256(convert_to(coalesce(string_agg(concat_ws('|', account, party_id, opening_fen, debit_fen,
      credit_fen), E'\n' order by account, party_id), ''), 'UTF8')), 'hex') as hash
    from period_snapshots where closing_id = ${id}::uuid`.compile(q),
  )
  return { snapshot: hash }
}
