// Reads of refunds: the list, its counts and sums, one record, and the money a shipper may ask back.
import type { Input, Output } from '@yunshu/contract/call'
import type { countRefunds, getRefund, getRefundable, listRefunds, RefundRow } from '@yunshu/contract/refund/refund'
import { freeToRefund } from '@yunshu/domain/credit'
import { fen, subtractFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { refundMovesOf, refundSources, refundStates, type RefundOn } from '@yunshu/domain/refund'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { between, chosen, contains } from '../../db/conditions.ts'
import { countCap, countWithOwn, sumListed } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import type { Refunds } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { findLog } from '../../work/history.ts'
import { shownAccountNo } from '../../work/numbers.ts'
import { allOf, bySide, rowsOfSide } from '../../work/scope.ts'
import { heldCredit } from '../credit/credit.queries.ts'
import { prepaidOf } from '../voucher/receivables.queries.ts'
import { findVouchersOf } from '../voucher/sourceVouchers.queries.ts'

export type Refund = Omit<Selectable<Refunds>, 'state'> & { state: keyof typeof refundStates.states }

/** Refunds the actor's side reaches: a shipper's own, and those of the house. */
export const ownRefunds = (actor: Actor, alias: string): RawBuilder<boolean> =>
  rowsOfSide(actor, { branch: `${alias}.branch_id`, company: `${alias}.shipper_id` })

/** The administrator of the platform. */
const isAdministrator = (actor: Actor): boolean =>
  actor.isAdmin && bySide(actor, { platform: true, branch: () => false, company: () => false })

/** A refund as the rules of its moves see it. */
export const refundOn = (
  { actor }: Pick<Ctx, 'actor'>,
  row: Pick<Refund, 'state' | 'source' | 'asker_id' | 'asker_for' | 'approver_id'>,
): RefundOn => ({
  state: row.state,
  source: keyOf(refundSources, row.source),
  isAsker: [row.asker_id, row.asker_for].includes(actor.userId),
  isApprover: row.approver_id === actor.userId,
  isAdmin: isAdministrator(actor),
})

const refundRows = q
  .selectFrom('refunds as r')
  .innerJoin('companies as s', 's.id', 'r.shipper_id')
  .innerJoin('companies as b', 'b.id', 'r.branch_id')
  .selectAll('r')
  .select(['s.name as shipper_name', 'b.name as branch_name'])
type NamedRefund = Selectable<Refunds> & { shipper_name: string; branch_name: string }

function show(ctx: Ctx, row: NamedRefund): RefundRow {
  const state = keyOf(refundStates.states, row.state)
  return {
    id: row.id,
    refundNo: row.refund_no,
    state,
    shipperId: row.shipper_id,
    shipperName: row.shipper_name,
    branchCompanyId: row.branch_id,
    branchName: row.branch_name,
    amount: fen(row.amount_fen),
    source: keyOf(refundSources, row.source),
    accountName: row.account_name,
    accountNo: shownAccountNo(ctx, row.account_no),
    reason: row.reason,
    asker: row.asker_name,
    approver: row.approver_name ?? undefined,
    payer: row.payer_name ?? undefined,
    serial: row.serial ?? undefined,
    paidAt: row.paid_at ?? undefined,
    answer: row.answer ?? undefined,
    createdAt: row.created_at,
    version: row.version,
    moves: refundMovesOf(refundOn(ctx, { ...row, state }), permit => ctx.can(permit)),
  }
}

type Filter = Omit<Input<typeof listRefunds>, 'limit' | 'cursor'>

/** The list's condition without its state, which the counters run through. */
const filtered = ({ actor }: Ctx, { branchId, from, to, text, ids }: Filter): RawBuilder<boolean> =>
  allOf([
    ownRefunds(actor, 'r'),
    branchId === undefined ? undefined : sql<boolean>`r.branch_id = ${branchId}::uuid`,
    between('r.created_at', from, to),
    contains(['r.refund_no', 'r.serial', 'r.account_name', 'r.reason'], text),
    chosen('r.id', ids),
  ])

/** Refunds in the actor's reach, newest first. */
export async function findRefunds(ctx: Ctx, input: Input<typeof listRefunds>): Promise<Output<typeof listRefunds>> {
  const where = allOf([
    filtered(ctx, input),
    input.state && sql<boolean>`r.state = ${input.state}`,
    afterCursor(input, 'r.id'),
  ])
  const rows = await ctx.tx.rows(refundRows.where(where).orderBy('r.id', 'desc').limit(rowsToAsk(input)))
  return toPage(rows, input, row => show(ctx, row))
}

/** Refunds another person has to approve: the asker is none of them, and another account takes the administrator. */
const leftToOthers = ({ actor }: Ctx): RawBuilder<boolean> =>
  isAdministrator(actor)
    ? sql<boolean>`${actor.userId}::uuid in (r.asker_id, r.asker_for)`
    : sql<boolean>`r.source = 'REGISTERED' or ${actor.userId}::uuid in (r.asker_id, r.asker_for)`

/** Counts by state under the list's filter, or the sums of its rows. */
export async function countRefundsBy(
  ctx: Ctx,
  { part, ...filter }: Input<typeof countRefunds>,
): Promise<Output<typeof countRefunds>> {
  const where = filtered(ctx, filter)
  if (part !== 'sums')
    return countWithOwn(
      ctx.tx,
      refundStates,
      { table: 'refunds', alias: 'r', where },
      {
        person: ctx.actor.userId,
        hands: { asked: leftToOthers(ctx), approved: ['asker_id', 'asker_for', 'approver_id'] },
      },
    )
  const rows = q
    .selectFrom('refunds as r')
    .select('r.amount_fen')
    .where(allOf([where, filter.state && sql<boolean>`r.state = ${filter.state}`]))
    .orderBy('r.id', 'desc')
    .limit(countCap)
  const { n, ...sums } = await sumListed(ctx.tx, rows, { amount: 'amount_fen' })
  return { state: {}, summed: n, sums }
}

/** One refund with its history and vouchers; another company's is none. */
export async function findRefund(ctx: Ctx, { id }: Input<typeof getRefund>): Promise<Output<typeof getRefund>> {
  const row = await ctx.tx.one(refundRows.where('r.id', '=', id).where(ownRefunds(ctx.actor, 'r')))
  return {
    ...show(ctx, row),
    log: await findLog(ctx, id),
    vouchers: await findVouchersOf(ctx, 'refund', [id]),
  }
}

/** An account money may go back to. */
export interface RefundAccount {
  readonly id: string
  readonly source: keyof typeof refundSources
  readonly name: string
  readonly accountNo: string
  readonly bank?: string | undefined
}

/** Accounts a shipper's money came from in the branch, each once and the latest first, then those it registered. */
export async function refundAccounts(ctx: Ctx, shipperId: string, branchId: string): Promise<RefundAccount[]> {
  const rows = await ctx.tx.elevated(() =>
    ctx.tx.rows(
      sql<{ id: string; source: string; name: string; account_no: string; bank: string | null }>`
        select * from (select distinct on (r.payer_account) r.id, 'ORIGIN' as source, r.payer_name as name, r.payer_account as account_no, null::text as bank, m.claimed_at as at
          from remittance_claims m join remittances r on r.id = m.remittance_id
          where m.shipper_id = ${shipperId}::uuid and m.branch_id = ${branchId}::uuid and m.undone_at is null
          order by r.payer_account, m.claimed_at desc) o
        union all select a.id, 'REGISTERED', a.account_name, a.account_no, a.bank, null from company_accounts a
          where a.company_id = ${shipperId}::uuid and a.removed_at is null
        order by source, at desc nulls last, id limit 50`.compile(q),
    ),
  )
  return rows.map(row => ({
    id: row.id,
    source: keyOf(refundSources, row.source),
    name: row.name,
    accountNo: row.account_no,
    ...(row.bank === null ? {} : { bank: row.bank }),
  }))
}

/** Whether the account of a refund is still one its source names: of a claim that stands, or registered. */
export async function isAccountThere(ctx: Ctx, row: Refund): Promise<boolean> {
  const { shipper_id: shipperId, branch_id: branchId, account_no: accountNo } = row
  const there = {
    ORIGIN: sql<boolean>`exists (select from remittance_claims m join remittances r on r.id = m.remittance_id
      where m.shipper_id = ${shipperId}::uuid and m.branch_id = ${branchId}::uuid and m.undone_at is null
        and r.payer_account = ${accountNo})`,
    REGISTERED: sql<boolean>`exists (select from company_accounts a where a.company_id = ${shipperId}::uuid
      and a.account_no = ${accountNo} and a.account_name = ${row.account_name} and a.removed_at is null)`,
  }[keyOf(refundSources, row.source)]
  const { is } = await ctx.tx.elevated(() => ctx.tx.one(sql<{ is: boolean }>`select ${there} as is`.compile(q)))
  return is
}

/**
 * Prepaid money a shipper may ask back, and the part of it that waits: waybills under way of a shipper that is held to
 * its credit rely on it.
 */
export async function refundableMoney(
  ctx: Ctx,
  of: { shipperId: string; branchId: string },
): Promise<{ free: Fen; held: Fen }> {
  const prepaid = fen(Math.max(0, await prepaidOf(ctx, of)))
  const free = freeToRefund(prepaid, await heldCredit(ctx, of.shipperId, of.branchId))
  return { free, held: subtractFen(prepaid, free) }
}

/** The money the caller's company may ask back, and the accounts it may go to. */
export async function findRefundable(
  ctx: Ctx,
  _input: Input<typeof getRefundable>,
): Promise<Output<typeof getRefundable>> {
  const own = await shipperOf(ctx)
  if (own === undefined) return { free: ZERO_FEN, held: ZERO_FEN, accounts: [] }
  const accounts = await refundAccounts(ctx, own.id, own.branchId)
  return {
    ...(await ctx.tx.elevated(() => refundableMoney(ctx, { shipperId: own.id, branchId: own.branchId }))),
    accounts: accounts.map(each => ({ ...each, accountNo: shownAccountNo(ctx, each.accountNo) })),
  }
}

/** The caller's company as a shipper with the branch that keeps its books; undefined for who is none. */
export async function shipperOf(ctx: Ctx): Promise<{ id: string; name: string; branchId: string } | undefined> {
  const { companyId, side } = ctx.actor
  if (companyId === undefined || side !== 'shipper') return undefined
  const row = await ctx.tx.first(
    q.selectFrom('companies').select(['id', 'name', 'branch_id']).where('id', '=', companyId),
  )
  return row?.branch_id ? { id: row.id, name: row.name, branchId: row.branch_id } : undefined
}
