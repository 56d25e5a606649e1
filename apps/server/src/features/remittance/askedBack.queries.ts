// The money of a claim that has left as refunds of the shipper's prepaid money.
import { fen, type Fen } from '@yunshu/domain/figures/money'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

interface OfClaim {
  readonly id: string
  readonly branchId: string
  readonly shipperId: string
  /** The part of it no named waybill has, fen. */
  readonly prepaid: Fen
}

/**
 * The part of a claim in refunds that stand, asked for, agreed to or paid. Money is used in the order it came: a refund takes older
 * prepaid money first, then the money of the claim; younger money lies above it.
 */
export async function askedBackOf(ctx: Ctx, { id, branchId, shipperId, prepaid }: OfClaim): Promise<Fen> {
  // waybills and refunds give back money that was there; an older claim taken back takes none of what came later
  const isNew = sql<boolean>`e.event not in ('E2b', 'E2br', 'E1f', 'E1fr', 'E2cb', 'E2cbr')
    and e.source_id <> ${id}::uuid and (m.net > 0 or e.source_id > ${id}::uuid)`
  const row = await ctx.tx.first(
    sql<{ taken: number }>`
      with m as (
        select l.entry_id, sum(l.credit_fen - l.debit_fen) as net from journal_lines l
        where l.account = '2205.01' and l.party_id = ${shipperId}::uuid and l.branch_id = ${branchId}::uuid
          and l.entry_id > ${id}::uuid
        group by l.entry_id
      ), steps as (
        select e.event, e.source_id, m.net,
          (select coalesce(sum(credit_fen - debit_fen), 0) from account_balances where branch_id = ${branchId}::uuid
            and account = '2205.01' and party_id = ${shipperId}::uuid) - sum(m.net) over since as there,
          coalesce(sum(case when ${isNew} then m.net end) over (order by m.entry_id), 0) as later
        from m join journal_entries e on e.id = m.entry_id
        window since as (order by m.entry_id rows between current row and unbounded following)
      )
      select coalesce(sum(greatest(0, least(0 - s.net, s.there - s.later)
        - greatest(0, s.there - s.later - ${prepaid}::bigint))), 0)::bigint as taken
      from steps s join refunds r on r.id = s.source_id
      where s.event = 'E1f' and r.state in ('asked', 'approved', 'paid')`.compile(q),
  )
  return fen(Math.min(prepaid, row?.taken ?? 0))
}
