// Money that came and goes back to its payer: each return is a row of its own, asked for by one person and agreed to by another, so
// that what a claim frees later goes back by a further one.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/remittance/remittance'
import { addFen, fen } from '@yunshu/domain/figures/money'
import { startOfDay } from '@yunshu/domain/figures/time'
import { remittanceStates } from '@yunshu/domain/remittance'
import { v7 } from 'uuid'
import { q } from '../../db/tx.ts'
import { toldField } from '../../http/fieldFault.ts'
import { momentOfDay } from '../../http/moneyDay.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { stale } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { tellHappening } from '../../work/outbox.ts'
import { postRemittanceRefunded } from '../voucher/remittanceBooks.commands.ts'
import {
  assertAmount,
  bookedRest,
  lockRemittance,
  remittanceAnswer,
  remittanceAskers,
  remittanceWords,
} from './remittance.commands.ts'
import { restThereSince } from './refunds.queries.ts'
import { restOf, type Remittance } from './remittance.queries.ts'
import { assertNotSent, checkedSerial } from './serial.commands.ts'

/** Keeps the request to send back what is nobody's of money under lock, to the account it came from. */
export async function askRemittanceRefund(ctx: Ctx, row: Remittance, reason: string): Promise<void> {
  await ctx.tx.run(
    q.insertInto('remittance_refunds').values({
      id: v7(),
      remittance_id: row.id,
      branch_id: row.branch_id,
      amount_fen: restOf(row),
      reason,
      asker_id: ctx.actor.userId,
      asker_for: ctx.actor.actingFor?.userId ?? null,
      asker_name: writtenName(ctx.actor),
      asked_at: ctx.now,
    }),
  )
}

/** Ends the request that waits: with the bank's number and day the money left, without them it stays; answers its id. */
export async function endRemittanceRefund(
  ctx: Ctx,
  row: Remittance,
  sent?: { readonly serial: string; readonly date: number },
): Promise<string> {
  const { id } = await ctx.tx.one(
    q
      .updateTable('remittance_refunds')
      .set({
        ended_at: ctx.now,
        ender_id: ctx.actor.userId,
        ender_name: writtenName(ctx.actor),
        ...sent,
      })
      .where('remittance_id', '=', row.id)
      .where('ended_at', 'is', null)
      .returning('id'),
  )
  return id
}

/** Agrees that the money, or what nobody claimed of it, went back to the account it came from, under the bank's number. */
export async function refundRemittance(
  ctx: Ctx,
  { id, version, expectAmount, serial: typed, date }: Input<typeof calls.refundRemittance>,
): Promise<Output<typeof calls.refundRemittance>> {
  const row = await lockRemittance(ctx, id, 'refund')
  if (row.version !== version) throw await stale(ctx, id)
  assertAmount(row, expectAmount)
  const serial = checkedSerial(typed)
  if (serial.toUpperCase() === row.serial.toUpperCase())
    throw toldField('serial', '退回流水号应为银行退回时的流水号，不能是来款的流水号')
  await assertNotSent(ctx, row.branch_id, serial)
  const there = await restThereSince(ctx, row)
  const at = momentOfDay(ctx, date, { at: there, what: there > row.date ? '撤销认领日期' : '来款到账日期' })
  const set = { refunded_fen: addFen(fen(row.refunded_fen), restOf(row)) }
  const moved = await move(ctx, remittanceStates, row, 'refund', { version, set })
  const refundId = await endRemittanceRefund(ctx, row, { serial, date: startOfDay(at) })
  await postRemittanceRefunded(ctx, bookedRest(row), { refundId, happenedAt: at })
  await tellHappening(ctx, 'remittance.refunded', { users: remittanceAskers(row) }, { ...remittanceWords(row), serial })
  return remittanceAnswer(ctx, moved)
}
