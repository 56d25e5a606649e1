// Paying a sheet: the permitted payers, the amount and the account; the order is booked and committed first and sent
// after.
import { createHash } from 'node:crypto'
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/settlement/settlement'
import { fen, sumFen, type Fen } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import {
  isByHand,
  isOfHouse,
  paymentStates,
  settlementStates,
  type PayChannel,
} from '@yunshu/domain/settlement/settlement'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import * as z from 'zod/mini'
import { keyOf } from '../../db/keyOf.ts'
import { move } from '../../work/move.ts'
import { insertRows } from '../../db/insertRows.ts'
import { takeNumbers } from '../../db/numbers.ts'
import { ownSheets } from '../../work/scope.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { takeMoney } from '../voucher/fundBooks.commands.ts'
import { postPaymentsSubmitted } from '../voucher/paymentBooks.commands.ts'
import { assertPayableBy } from './channelState.queries.ts'
import { findPaymentsOf } from './payment.queries.ts'
import { finishSheet } from './payment.results.ts'
import { askPayment, sendPayment } from './payment.send.ts'
import { assertDue, answerSettlement } from './settlement.commands.ts'
import { accountKey, assertPayable, Payee } from './linePayees.queries.ts'
import {
  assertNoLateAdvance,
  assertSheetMove,
  decidedSheetOn,
  findLines,
  lockSettlement,
  payerRows,
  type Sheet,
  type SheetLine,
} from './settlement.queries.ts'

/** The key of a payment: two with the same sheet, payee, account and amount are one. */
export function paymentKey(settlementId: string, payee: Payee, amountFen: number): string {
  return createHash('sha256')
    .update(JSON.stringify([settlementId, payee.name, payee.account, amountFen]))
    .digest('hex')
}

/** A payment to be made: an account, and the lines it pays. */
interface NewPayment {
  readonly id: string
  readonly taskNo: string
  readonly payee: Payee
  readonly lines: readonly SheetLine[]
  readonly amount: Fen
}

/** One payment for each account of a sheet, in the order of its lines. */
async function paymentsFor(ctx: Ctx, lines: readonly SheetLine[]): Promise<NewPayment[]> {
  const paid = lines.filter(line => line.pay_fen > 0).map(line => ({ line, payee: z.parse(Payee, line.payee) }))
  const groups = [...Map.groupBy(paid, ({ payee }) => accountKey(payee)).values()]
  const numbers = await takeNumbers(ctx.tx, 'ZF', 'payment_number', ctx.now, groups.length)
  return groups.flatMap((group, index) => {
    const [first] = group
    if (first === undefined) return []
    const of = group.map(({ line }) => line)
    const amount = sumFen(of.map(line => fen(line.pay_fen)))
    return { id: v7(), taskNo: numbers[index] ?? '', payee: first.payee, lines: of, amount }
  })
}

/**
 * Pays an approved sheet made by someone else, each account once; everybody who is paid is looked at again. The orders
 * leave after the commit, so nothing waits for the bank.
 */
export async function paySettlement(
  ctx: Ctx,
  { settlementNum, version, expectDue, channel }: Input<typeof calls.paySettlement>,
): Promise<Output<typeof calls.paySettlement>> {
  const sheet = await lockSettlement(ctx, settlementNum)
  const hasUnknown =
    sheet.state === 'paying' && (await findPaymentsOf(ctx, sheet.id)).some(payment => payment.state === 'unknown')
  assertSheetMove('pay', { ...(await decidedSheetOn(ctx, sheet)), hasUnknown })
  assertDue(sheet, expectDue)
  // deductions and fuel can leave nothing to pay
  if (sheet.due_fen !== 0) assertChannel(ctx, channel)
  const lines = await findLines(ctx, sheet.id)
  assertNoLateAdvance(lines)
  const paying = await move(ctx, settlementStates, sheet, 'pay', {
    version,
    set: { payer_id: ctx.actor.userId, payer_name: ctx.actor.name },
  })
  if (sheet.due_fen === 0) return answerSettlement(ctx, await finishSheet(ctx, paying, []))
  await assertPayable(
    ctx,
    sheet.carrier_id,
    lines.filter(line => line.pay_fen > 0),
    'pay',
  )
  const payments = await paymentsFor(ctx, lines)
  await assertPayableBy(ctx, channel, sheet, payments)
  await takeMoney(ctx, sheet.branch_id, fen(sheet.due_fen))
  await insertPayments(ctx, sheet, payments, channel)
  await postPaymentsSubmitted(
    ctx,
    sheet.branch_id,
    payments.map(({ id, taskNo, amount }) => ({
      id,
      taskNo,
      settlementId: sheet.id,
      shipperId: sheet.shipper_id,
      carrierId: sheet.carrier_id,
      branchId: sheet.branch_id,
      amount,
      isFee: isOfHouse(sheet),
    })),
  )
  ctx.afterCommit(async () => {
    // those left when one cannot be sent are taken up by the job
    for (const { id } of payments) await sendPayment(ctx.deps, id)
  })
  return answerSettlement(ctx, paying)
}

/** Writes payments, and on each line of the sheet the payment that pays it. */
async function insertPayments(
  ctx: Ctx,
  sheet: Sheet,
  payments: readonly NewPayment[],
  channel: PayChannel,
): Promise<void> {
  const rows = payments.map(({ id, taskNo, payee, amount }) => ({
    id,
    task_no: taskNo,
    settlement_id: sheet.id,
    shipper_id: sheet.shipper_id,
    carrier_id: sheet.carrier_id,
    branch_id: sheet.branch_id,
    payee: payee.name,
    account_no: payee.account,
    bank: payee.bank,
    amount_fen: amount,
    channel,
    idem_key: paymentKey(sheet.id, payee, amount),
    state: paymentStates.start,
    attempts: 0,
    // people carry it out
    next_at: isByHand(channel) ? null : ctx.now,
    version: 1,
    created_at: ctx.now,
    updated_at: ctx.now,
  }))
  await ctx.tx.run(sql`${insertRows('payments', rows)}`.compile(q))
  const paid = payments.flatMap(({ id, lines }) => lines.map(line => ({ part_id: line.part_id, payment_id: id })))
  await ctx.tx.run(
    sql`update settlement_lines l set payment_id = r.payment_id
      from json_to_recordset(${JSON.stringify(paid)}::json) as r (part_id uuid, payment_id uuid)
      where l.settlement_id = ${sheet.id} and l.part_id = r.part_id`.compile(q),
  )
}

/** Refuses a channel this installation does not have. */
function assertChannel(ctx: Ctx, channel: PayChannel): void {
  const { channels } = ctx.deps
  if (channels.of(channel) !== undefined || (isByHand(channel) && channels.keys.includes(channel))) return
  const reason = channels.keys.length === 0 ? '尚未接入：本系统还没有可用的支付通道，不能在线付款' : '尚未开通'
  throw new Problem('request.field', { field: '支付通道', reason }, { fields: { channel: reason } })
}

/** Asks the bank about a payment once more, for features beside this one. */
export const askOnce = (deps: Ctx['deps'], id: string): Promise<void> => askPayment(deps, id)

/** Asks the bank after this call what became of a payment; the answer reaches the page by push. */
export async function queryPayment(
  ctx: Ctx,
  { id }: Input<typeof calls.queryPayment>,
): Promise<Output<typeof calls.queryPayment>> {
  const payment = await ctx.tx.one(
    q
      .selectFrom('payments as p')
      .select(['p.id', 'p.state'])
      .where('p.id', '=', id)
      .where(payerRows(ctx.actor, 'p'))
      .where(
        'p.settlement_id',
        'in',
        q.selectFrom('settlements as st').select('st.id').where(ownSheets(ctx.actor, 'st')),
      ),
  )
  const state = keyOf(paymentStates.states, payment.state)
  if (state !== 'created') ctx.afterCommit(() => askPayment(ctx.deps, id))
  ctx.touched('payment', id)
  return { state }
}
