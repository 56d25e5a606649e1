// Payments made at the bank by hand: recorded by one person of the house with the bank's number, its day and the slip, booked
// when another agrees.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/settlement/offline'
import { fen, printMoney, printYuan } from '@yunshu/domain/figures/money'
import { Problem, problemOf } from '@yunshu/domain/problems/problems'
import {
  faultOfOfflineMove,
  faultOfOfflineRecord,
  offlineSlipStates,
  waitsForRecord,
} from '@yunshu/domain/settlement/offline'
import { paymentStates } from '@yunshu/domain/settlement/settlement'
import { isWithBank } from '@yunshu/domain/settlement/silence'
import { startOfDay } from '@yunshu/domain/figures/time'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { nilId, q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { logEvent, stale } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { tellHappening, tellHouse } from '../../work/outbox.ts'
import { keepUploads, type StoredUploads } from '../file/file.commands.ts'
import { assertPayeesOf } from './fileOrders.commands.ts'
import { bankWordOf, endSilence } from './moneyException.commands.ts'
import { ownHandRows, sheetHandOf } from './offline.queries.ts'
import { hasLiveSlip, isDecisionOpen, lockPayment, type Payment } from './payment.queries.ts'
import { dayOfWord, succeedPayment } from './payment.results.ts'
import { assertSerialFresh, keepPersonFact } from './personFact.commands.ts'
import type { Sheet } from './settlement.queries.ts'

/** Records that a payment was made: it is out from now on, and nobody gives it up or pays it in another way. */
export async function recordOffline(
  ctx: Ctx,
  { id, version, ...said }: Input<typeof calls.recordOffline>,
  stored: StoredUploads,
): Promise<Output<typeof calls.recordOffline>> {
  await ctx.tx.one(
    q
      .selectFrom('payments as p')
      .select('p.id')
      .where('p.id', '=', id)
      .where('p.channel', '=', 'OFFLINE')
      .where(ownHandRows(ctx.actor, 'p')),
  )
  const { sheet, payment } = await lockPayment(ctx, id)
  if (payment.version !== version) throw await stale(ctx, id)
  const fault = faultOfOfflineRecord(await sheetHandOf(ctx, sheet))
  if (fault) throw problemOf(fault)
  await assertRecordable(ctx, payment)
  const { bank_serial: serial, bank_day: day } = bankWordOf(
    ctx,
    { ...payment, sent_at: payment.created_at },
    'paid',
    said,
  )
  if (serial === null || day === null) throw wrongField('bankSerial', '不能为空')
  await assertSerialFresh(ctx, payment, serial)
  await assertPayeesOf(ctx, [payment])
  if (payment.state === 'created')
    await move(ctx, paymentStates, payment, 'send', { set: { sent_at: ctx.now, next_at: null } })
  const slipId = v7()
  await ctx.tx.run(
    q.insertInto('offline_slips').values({
      id: slipId,
      payment_id: id,
      state: offlineSlipStates.start,
      shipper_id: payment.shipper_id,
      branch_id: payment.branch_id,
      serial,
      day,
      recorder_id: ctx.actor.userId,
      recorder_name: ctx.actor.name,
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  await keepUploads(ctx, stored, {
    entity: 'offlineSlip',
    id: slipId,
    category: 'SLIP',
    shipperId: payment.shipper_id,
    carrierId: nilId,
    branchId: payment.branch_id,
  })
  await logEvent(ctx, { entity: 'payment', entityId: id, action: '登记线下付款', reason: serial })
  await logEvent(ctx, { entity: 'settlement', entityId: sheet.id, action: '登记线下付款', reason: payment.task_no })
  await tellCheckers(ctx, sheet, payment)
  ctx.touched('payment', id, { taskNo: payment.task_no, amount: printYuan(fen(payment.amount_fen)), serial })
  return { id: slipId, version: 1 }
}

async function assertRecordable(ctx: Ctx, payment: Payment): Promise<void> {
  if (await hasLiveSlip(ctx, payment.id)) throw new Problem('offline.recorded', { taskNo: payment.task_no })
  if (await isDecisionOpen(ctx, payment.id)) throw new Problem('decide.open', { taskNo: payment.task_no })
  if (!waitsForRecord(payment.state, { isRecorded: false, isDecided: false }))
    throw new Problem('state.wrong', { state: paymentStates.states[payment.state].label, move: '登记线下付款' })
}

const wordsOf = (sheet: Sheet, payment: Payment) => ({
  settlementNum: sheet.settlement_num,
  payee: payment.payee,
  amount: printMoney(fen(payment.amount_fen)),
})

async function tellCheckers(ctx: Ctx, sheet: Sheet, payment: Payment): Promise<void> {
  const said = { ...wordsOf(sheet, payment), recorder: ctx.actor.name }
  await tellHouse(ctx, 'offline.recorded', { branch: sheet.branch_id, permit: 'settlement.pay' }, said)
}

/** A record in the actor's reach under lock, after its sheet and payment. */
async function lockSlip(ctx: Ctx, id: string) {
  const seen = await ctx.tx.one(
    q.selectFrom('offline_slips as o').select('o.payment_id').where('o.id', '=', id).where(ownHandRows(ctx.actor, 'o')),
  )
  const { sheet, payment } = await lockPayment(ctx, seen.payment_id)
  const row = await ctx.tx.one(q.selectFrom('offline_slips').selectAll().where('id', '=', id).forUpdate())
  return { sheet, payment, slip: { ...row, state: keyOf(offlineSlipStates.states, row.state) } }
}

const checkedBy = (ctx: Ctx) => ({
  checker_id: ctx.actor.userId,
  checker_name: ctx.actor.name,
  checked_at: ctx.now,
})

/** Agrees with what another person recorded: it is the word the payment is ended by. */
export async function confirmOffline(
  ctx: Ctx,
  { id, version, expectAmount }: Input<typeof calls.confirmOffline>,
): Promise<Output<typeof calls.confirmOffline>> {
  const { sheet, payment, slip } = await lockSlip(ctx, id)
  const fault = faultOfOfflineMove('confirm', { isRecorder: slip.recorder_id === ctx.actor.userId })
  if (fault) throw problemOf(fault)
  if (payment.amount_fen !== expectAmount)
    throw wrongField('expectAmount', `金额为 ${printMoney(fen(payment.amount_fen))} 元，请核对`)
  const moved = await move(ctx, offlineSlipStates, slip, 'confirm', { version, set: checkedBy(ctx) })
  if (!isWithBank(payment.state))
    throw new Problem('state.wrong', { state: paymentStates.states[payment.state].label, move: '确认线下付款' })
  const fact = await keepPersonFact(ctx, payment, {
    kind: 'SUCCESS',
    bankSerial: slip.serial,
    bankDay: slip.day,
    reason: null,
    said: { slip: id, recorder: slip.recorder_id, checker: ctx.actor.userId },
  })
  // money may have left by hand before anybody chose the channel
  const at = slip.day < startOfDay(payment.sent_at ?? payment.created_at) ? slip.day : dayOfWord(fact, payment)
  await succeedPayment(ctx, sheet, payment, { serial: fact.bank_serial, at })
  await endSilence(ctx, sheet, payment.id)
  await logEvent(ctx, { entity: 'payment', entityId: payment.id, action: '确认线下付款', reason: slip.serial })
  ctx.touched('payment', payment.id, { taskNo: payment.task_no, serial: slip.serial })
  return { id, version: moved.version }
}

/** Sends a record back, with why; the payment waits for another record, or for two people who say that it never left. */
export async function refuseOffline(
  ctx: Ctx,
  { id, version, reason }: Input<typeof calls.refuseOffline>,
): Promise<Output<typeof calls.refuseOffline>> {
  const { sheet, payment, slip } = await lockSlip(ctx, id)
  const set = { ...checkedBy(ctx), reason }
  const moved = await move(ctx, offlineSlipStates, slip, 'refuse', { version, reason, set })
  await logEvent(ctx, { entity: 'payment', entityId: payment.id, action: '退回线下付款登记', reason })
  await tellHappening(ctx, 'offline.refused', { users: [slip.recorder_id] }, { ...wordsOf(sheet, payment), reason })
  ctx.touched('payment', payment.id, { taskNo: payment.task_no })
  return { id, version: moved.version }
}
