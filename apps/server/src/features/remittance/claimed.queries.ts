// Waybills that money is laid on by name: what is open of them, and what a claim has paid.
import { receivablesMost, type RemittanceClaim, type RemittanceDetail } from '@yunshu/contract/remittance/remittance'
import { fen, type Fen } from '@yunshu/domain/figures/money'
import { sql, type RawBuilder } from 'kysely'
import { contains } from '../../db/conditions.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf } from '../../work/scope.ts'

interface OfBranch {
  readonly branchId: string
  readonly shipperId: string
}

/** Receivables of a shipper at a branch, a row per waybill. */
export const itemsOf = ({ branchId, shipperId }: OfBranch) =>
  q
    .selectFrom('ar_items as i')
    .innerJoin('waybills as w', 'w.id', 'i.waybill_id')
    .where('i.branch_id', '=', branchId)
    .where('i.shipper_id', '=', shipperId)

/** The open amounts of a shipper's waybills at a branch, 0 of those that are paid; others are not found. */
export async function openItemsOf(
  ctx: Ctx,
  of: OfBranch,
  waybillIds: readonly string[],
): Promise<Map<string, { waybillNo: string; open: Fen }>> {
  const rows = await ctx.tx.rows(
    itemsOf(of)
      .select(['i.waybill_id', 'i.waybill_no', 'i.open_fen'])
      .where('i.waybill_id', 'in', [...waybillIds]),
  )
  return new Map(rows.map(row => [row.waybill_id, { waybillNo: row.waybill_no, open: fen(row.open_fen) }]))
}

const matchesOf = (claimIds: readonly string[]) =>
  q.selectFrom('ar_matches as m').where('m.claim_id', 'in', [...claimIds])

/** The money of a claim that stands on waybills it named. */
export async function pickedOf(ctx: Ctx, claimId: string): Promise<Fen> {
  const { amount } = await ctx.tx.one(
    matchesOf([claimId])
      .select(sql<number>`coalesce(sum(m.amount_fen), 0)::bigint`.as('amount'))
      .where('m.is_tail', '=', false)
      .where('m.reversed_by', 'is', null),
  )
  return fen(amount)
}

/** The waybills claims named with the tails they gave up of them, oldest due first. */
export async function findPaid(ctx: Ctx, claimIds: readonly string[]): Promise<RemittanceDetail['receivables']> {
  if (claimIds.length === 0) return []
  const rows = await ctx.tx.rows(
    matchesOf(claimIds)
      .innerJoin('ar_items as i', 'i.waybill_id', 'm.waybill_id')
      .leftJoin('ar_matches as t', join =>
        join
          .onRef('t.claim_id', '=', 'm.claim_id')
          .onRef('t.waybill_id', '=', 'm.waybill_id')
          .on('t.is_tail', '=', true),
      )
      .select([
        'm.claim_id',
        'm.waybill_id',
        'i.waybill_no',
        'm.amount_fen',
        'm.reversed_by',
        't.amount_fen as tail_fen',
      ])
      .where('m.is_tail', '=', false)
      .orderBy('i.due_at')
      .orderBy('i.waybill_no')
      .orderBy('m.id'),
  )
  return rows.map(row => ({
    claimId: row.claim_id ?? '',
    waybillId: row.waybill_id,
    waybillNo: row.waybill_no,
    amount: fen(row.amount_fen),
    tail: row.tail_fen === null ? undefined : fen(row.tail_fen),
    isGivenBack: row.reversed_by !== null,
  }))
}

/** The claims of money, the newest first, those taken back among them. */
export async function findClaims(ctx: Ctx, remittanceId: string): Promise<RemittanceClaim[]> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('remittance_claims as m')
      .leftJoin('companies as p', 'p.id', 'm.shipper_id')
      .leftJoin('companies as k', 'k.id', 'm.carrier_id')
      .leftJoin('deposits as d', 'd.id', 'm.deposit_id')
      .select([
        'm.id',
        'm.amount_fen',
        'm.claimer_name',
        'm.claimed_at',
        'm.undone_at',
        'm.undone_name',
        'm.undone_reason',
      ])
      .select(['p.name as shipper_name', 'k.name as carrier_name', 'd.deposit_no'])
      .where('m.remittance_id', '=', remittanceId)
      .orderBy('m.id', 'desc'),
  )
  return rows.map(row => ({
    id: row.id,
    amount: fen(row.amount_fen),
    shipperName: row.shipper_name ?? undefined,
    debtorName: row.deposit_no === null ? (row.carrier_name ?? undefined) : undefined,
    depositNo: row.deposit_no ?? undefined,
    by: row.claimer_name,
    at: row.claimed_at,
    ...(row.undone_at === null
      ? {}
      : { undone: { by: row.undone_name ?? '', at: row.undone_at, reason: row.undone_reason ?? '' } }),
  }))
}

interface OpenItems {
  readonly branchId: string
  readonly shipperId: string
  readonly text: string | undefined
  /** The condition under which the reader sees the receivables `i` of the branch. */
  readonly within?: RawBuilder<boolean> | undefined
}

/** Open receivables of a shipper with a branch, oldest due first, and the number and sum of all of them. */
export async function findOpenItems({ tx }: Pick<Ctx, 'tx'>, { branchId, shipperId, text, within }: OpenItems) {
  const open = itemsOf({ branchId, shipperId })
    .where('i.open_fen', '>', 0)
    .where(allOf([within, contains(['i.waybill_no', 'w.upstream_no'], text)]))
  const rows = await tx.rows(
    open
      .select(['i.waybill_id', 'i.waybill_no', 'w.upstream_no', 'i.happened_at', 'i.due_at'])
      .select(['i.amount_fen', 'i.open_fen'])
      .orderBy('i.due_at')
      .orderBy(sql`i.waybill_no collate "C"`)
      .limit(receivablesMost),
  )
  const { n, owed } = await tx.one(
    open.select([sql<number>`count(*)::int`.as('n'), sql<number>`coalesce(sum(i.open_fen), 0)::bigint`.as('owed')]),
  )
  return {
    rows: rows.map(row => ({
      waybillId: row.waybill_id,
      waybillNo: row.waybill_no,
      upstreamNo: row.upstream_no ?? undefined,
      signedAt: row.happened_at,
      dueAt: row.due_at,
      amount: fen(row.amount_fen),
      open: fen(row.open_fen),
    })),
    count: n,
    owed: fen(owed),
  }
}
