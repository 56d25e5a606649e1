// Payments of sheets: under lock, by sheet, by the order number the bank knows, and those whose turn it is.
import { paymentWord, waybillParts } from '@yunshu/domain/settlement/parts'
import { paymentStates, settlementStates } from '@yunshu/domain/settlement/settlement'
import { sql, type Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import type { Payments } from '../../db/tables.gen.ts'
import { lockAncestors } from './settlement.queries.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import type { Sheet } from './settlement.queries.ts'

export type Payment = Omit<Selectable<Payments>, 'state'> & { state: keyof typeof paymentStates.states }
/** A row of payments with its state by its key. */
export const typedPayment = (row: Selectable<Payments>): Payment => ({
  ...row,
  state: keyOf(paymentStates.states, row.state),
})

/** A payment and its sheet under lock; the sheet first, as everybody takes them. */
export async function lockPayment(ctx: Ctx, paymentId: string): Promise<{ sheet: Sheet; payment: Payment }> {
  await lockAncestors(ctx.tx, sql<boolean>`id = (select settlement_id from payments where id = ${paymentId}::uuid)`)
  const sheet = await ctx.tx.one(
    q
      .selectFrom('settlements as s')
      .selectAll('s')
      .where('s.id', '=', q.selectFrom('payments').select('settlement_id').where('id', '=', paymentId))
      .forUpdate(),
  )
  const payment = await ctx.tx.one(q.selectFrom('payments').selectAll().where('id', '=', paymentId).forUpdate())
  return { sheet: { ...sheet, state: keyOf(settlementStates.states, sheet.state) }, payment: typedPayment(payment) }
}

/** The payments of a sheet. */
export async function findPaymentsOf(ctx: Ctx, settlementId: string): Promise<Payment[]> {
  return (
    await ctx.tx.rows(q.selectFrom('payments').selectAll().where('settlement_id', '=', settlementId).orderBy('id'))
  ).map(typedPayment)
}

/** The states of a payment that has no result yet. */
const underWay = ['created', 'sent', 'unknown'] as const satisfies readonly Payment['state'][]

/** Whether a payment has no result yet. */
export const isUnderWay = ({ state }: Pick<Payment, 'state'>): boolean => underWay.some(each => each === state)

/** Whether a payment of a sheet has no result yet. */
export async function hasPaymentUnderWay(ctx: Ctx, settlementId: string): Promise<boolean> {
  const found = await ctx.tx.first(
    q
      .selectFrom('payments')
      .select('id')
      .where('settlement_id', '=', settlementId)
      .where('state', 'in', underWay)
      .limit(1),
  )
  return found !== undefined
}

/** The payment an order number stands for. */
export async function findPaymentByOrder(ctx: Ctx, channel: string, idemKey: string): Promise<Payment | undefined> {
  const row = await ctx.tx.first(
    q.selectFrom('payments').selectAll().where('channel', '=', channel).where('idem_key', '=', idemKey),
  )
  return row && typedPayment(row)
}

/** Payments whose turn it is: not sent yet, without a result for a while, or said to be under way again. */
export async function findDuePayments(ctx: Ctx): Promise<Payment[]> {
  return (
    await ctx.tx.rows(q.selectFrom('payments').selectAll().where('next_at', '<=', ctx.now).orderBy('next_at').limit(50))
  ).map(typedPayment)
}

/** The word the payee reads with the bank's credit of each of these payments. */
export async function paymentWordsOf(ctx: Pick<Ctx, 'tx'>, ids: readonly string[]): Promise<(id: string) => string> {
  const rows = await ctx.tx.rows(
    sql<{ id: string; part: string }>`select l.payment_id as id, min(sp.part) as part from settlement_lines l
      join waybill_parts sp on sp.id = l.part_id where l.payment_id = any(${[...ids]}::uuid[])
      group by 1 having min(sp.part) = max(sp.part)`.compile(q),
  )
  const parts = new Map(rows.map(({ id, part }) => [id, keyOf(waybillParts, part)]))
  return id => paymentWord(parts.get(id))
}

/** Whether an exception about a payment waits. */
export const isDecisionOpen = async ({ tx }: Pick<Ctx, 'tx'>, paymentId: string): Promise<boolean> =>
  (await tx.first(
    q
      .selectFrom('money_exceptions')
      .select('id')
      .where('payment_id', '=', paymentId)
      .where('state', '<>', 'resolved')
      .limit(1),
  )) !== undefined

/** Whether a record of a payment waits for another person, or was agreed to. */
export const hasLiveSlip = async ({ tx }: Pick<Ctx, 'tx'>, paymentId: string): Promise<boolean> =>
  (await tx.first(
    q.selectFrom('offline_slips').select('id').where('payment_id', '=', paymentId).where('state', '<>', 'refused'),
  )) !== undefined
