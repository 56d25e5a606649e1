// The money of a claim that has left as refunds of the shipper's prepaid money.
import { fen, smallerFen, type Fen } from '@yunshu/domain/figures/money'
import { PrepaidBeside, type PrepaidLayer } from '@yunshu/domain/voucher/prepaidLayers'
import { sql, type RawBuilder } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

interface OfClaim {
  readonly id: string
  readonly branchId: string
  readonly shipperId: string
  /** The part of it no named waybill has, fen. */
  readonly prepaid: Fen
}

interface StepRow {
  readonly entry_id: string
  readonly n: number
  readonly net: number
  readonly layer: PrepaidLayer
  readonly takes_back: string | null
  readonly is_asked: boolean
}

/** Lines of a shipper's prepaid money written after a claim. */
const linesSince = ({ id, branchId, shipperId }: OfClaim): RawBuilder<unknown> =>
  sql`journal_lines l where l.account = '2205.01' and l.party_id = ${shipperId}::uuid and l.branch_id = ${branchId}::uuid
    and l.entry_id > ${id}::uuid`

/** The lines read at a time: a shipper has years of them. */
const stepsMost = 5_000

/**
 * Steps of prepaid money since a claim, as many as are read at a time. New money is younger but for the claim's own; money a claim
 * had laid on a voided waybill by name is that claim's; a use from before the claim gives back older money.
 */
export const stepsSince = (of: OfClaim, after: { readonly entryId: string; readonly n: number }) =>
  sql<StepRow>`select l.entry_id, l.n, l.credit_fen - l.debit_fen as net,
      case when l.reverses_entry < ${of.id}::uuid then 'older'
        when e.event = 'E2cb' then (select case when m.claim_id = ${of.id}::uuid then 'claim'
          when m.claim_id > ${of.id}::uuid then 'younger' else 'older' end
          from journal_lines x join ar_matches m on m.waybill_id = x.waybill_id and m.reversed_by = e.id where x.entry_id = e.id limit 1)
        when e.source_id = ${of.id}::uuid then 'claim' else 'younger' end as layer,
      l.reverses_entry || ' ' || l.reverses_n as takes_back,
      e.event = 'E1f' and exists (select from refunds r where r.id = e.source_id and r.state in ('asked', 'approved', 'paid')) as is_asked
    from (select l.* from ${linesSince(of)} and (l.entry_id, l.n) > (${after.entryId}::uuid, ${after.n}::int)
      order by l.entry_id, l.n limit ${stepsMost}) as l
    join journal_entries e on e.id = l.entry_id order by l.entry_id, l.n`.compile(q)

/** True where the shipper has asked back, or has again, prepaid money since the claim. */
const isAskedSince = ({ id, branchId, shipperId }: OfClaim) =>
  sql<{
    n: number
  }>`select 1 as n from refunds r where r.shipper_id = ${shipperId}::uuid and r.branch_id = ${branchId}::uuid
    and r.id > ${id}::uuid and r.state in ('asked', 'approved', 'paid') limit 1`.compile(q)

/**
 * The part of a claim in refunds that stand, asked for, agreed to or paid. Money is used in the order it came: a refund takes older
 * prepaid money first, then the money of the claim; younger money lies above it. A voided waybill gives back to where it had taken.
 */
export async function askedBackOf(ctx: Ctx, of: OfClaim): Promise<Fen> {
  if ((await ctx.tx.first(isAskedSince(of))) === undefined) return fen(0)
  const { older } = await ctx.tx.one(
    sql<{ older: number }>`select ((select coalesce(sum(credit_fen - debit_fen), 0) from account_balances
        where branch_id = ${of.branchId}::uuid and account = '2205.01' and party_id = ${of.shipperId}::uuid)
      - (select coalesce(sum(l.credit_fen - l.debit_fen), 0) from ${linesSince(of)}))::bigint as older`.compile(q),
  )
  const beside = new PrepaidBeside(fen(older))
  let after = { entryId: of.id, n: 0 }
  for (;;) {
    const rows = await ctx.tx.rows(stepsSince(of, after))
    for (const row of rows)
      beside.lay({
        key: `${row.entry_id} ${row.n}`,
        amount: fen(row.net),
        layer: row.layer,
        takesBack: row.takes_back ?? undefined,
        isAskedBack: row.is_asked,
      })
    const last = rows.at(-1)
    if (last === undefined || rows.length < stepsMost) break
    after = { entryId: last.entry_id, n: last.n }
  }
  return smallerFen(of.prepaid, beside.asked)
}
