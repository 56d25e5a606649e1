// Remittances: one person records money from the bank's slip, another confirms it into the books.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/remittance/remittance'
import { printMoney, printYuan } from '@yunshu/domain/figures/money'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { fundAgeMostMs, fundAmountMost } from '@yunshu/domain/fund'
import { Problem, problemOf } from '@yunshu/domain/problems/problems'
import { faultOfRemittanceMove, plainAccount, remittanceStates, type RemittanceMove } from '@yunshu/domain/remittance'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { takeNumber } from '../../db/numbers.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { tellHappening, tellHouse } from '../../work/outbox.ts'
import { postRemittance } from '../voucher/remittanceBooks.commands.ts'
import { isHeld, ownRemittances, remittanceOn, restOf, type Remittance } from './remittance.queries.ts'
import { assertSerialFree, checkedSerial, serialTaken } from './serial.commands.ts'

/**
 * Records money of the branch the person works for; those who may confirm it are told, unless it is pointed at a payment next. The
 * line of the bank's file it is made of stands for its slip.
 */
export async function enterRemittance(
  ctx: Ctx,
  said: Input<typeof calls.recordRemittance>,
  line?: { readonly id: string; readonly isReturn?: boolean },
): Promise<Output<typeof calls.recordRemittance>> {
  const { branchId } = ctx.actor
  if (branchId === undefined) throw new Problem('branch.only')
  const { amount } = said
  if (amount === 0) throw wrongField('amount', '应大于 0')
  if (amount > fundAmountMost) throw wrongField('amount', `单笔不能超过 ${printMoney(fundAmountMost)} 元`)
  if (said.date >= startOfDay(ctx.now) + DAY_MS) throw wrongField('date', '不能晚于今天')
  if (said.date < startOfDay(ctx.now) - fundAgeMostMs) throw wrongField('date', '不能早于一年前')
  const payerAccount = plainAccount(said.payerAccount)
  if (payerAccount.length < 6) throw wrongField('payerAccount', '应为 6 位以上的账号')
  const serial = checkedSerial(said.serial)
  await assertSerialFree(ctx, branchId, serial)
  const id = v7()
  const remittanceNo = await takeNumber(ctx.tx, 'SK', 'remittance_number', ctx.now)
  const made = await ctx.tx.run(
    q
      .insertInto('remittances')
      .values({
        id,
        remittance_no: remittanceNo,
        state: remittanceStates.start,
        branch_id: branchId,
        payer_name: said.payerName.trim(),
        payer_account: payerAccount,
        bank_note: said.bankNote || null,
        amount_fen: amount,
        date: startOfDay(said.date),
        serial,
        recon_line_id: line?.id ?? null,
        maker_id: ctx.actor.userId,
        maker_for: ctx.actor.actingFor?.userId ?? null,
        maker_name: writtenName(ctx.actor),
        created_at: ctx.now,
        updated_at: ctx.now,
      })
      .onConflict(c => c.doNothing()),
  )
  if (made === 0) throw serialTaken(serial)
  await logEvent(ctx, { entity: 'remittance', entityId: id, action: '登记来款', to: remittanceStates.start })
  const branch = await ctx.tx.one(q.selectFrom('companies').select('name').where('id', '=', branchId))
  const words = {
    remittanceNo,
    payer: said.payerName.trim(),
    amount: printMoney(amount),
    maker: writtenName(ctx.actor),
    branch: branch.name,
  }
  if (line?.isReturn !== true)
    await tellHouse(ctx, 'remittance.recorded', { branch: branchId, permit: 'remittance.confirm' }, words)
  ctx.touched('remittance', id, { remittanceNo, amount: printYuan(amount), serial })
  return { id, remittanceNo, version: 1 }
}

/** One remittance under lock with the move asked for judged; of another branch there is none. */
export async function lockRemittance(ctx: Ctx, id: string, name: RemittanceMove): Promise<Remittance> {
  const row = await ctx.tx.one(
    q
      .selectFrom('remittances as r')
      .selectAll('r')
      .select(isHeld.as('is_held'))
      .where('r.id', '=', id)
      .where(ownRemittances(ctx.actor, 'r'))
      .forUpdate('r'),
  )
  const remittance = { ...row, state: keyOf(remittanceStates.states, row.state) }
  const fault = faultOfRemittanceMove(name, remittanceOn(ctx, remittance))
  if (fault) throw problemOf(fault)
  return remittance
}

export const remittanceAnswer = (
  ctx: Ctx,
  { id, version, remittance_no: remittanceNo }: Remittance,
): { id: string; version: number } => {
  ctx.touched('remittance', id, { remittanceNo })
  return { id, version }
}

/** A remittance in the words of its messages: as much of it as they are about is nobody's. */
export const remittanceWords = (row: Remittance) => ({
  remittanceNo: row.remittance_no,
  payer: row.payer_name,
  amount: printMoney(restOf(row)),
})

/** The person who asked to send the money back, or to take it as a payment that came back. */
export const remittanceAskers = ({ asker_id: askerId }: Remittance): string[] => (askerId === null ? [] : [askerId])

/** The rest of a remittance that is nobody's, as the books see it. */
export const bookedRest = (row: Remittance) => ({
  id: row.id,
  remittanceNo: row.remittance_no,
  branchId: row.branch_id,
  payer: row.payer_name,
  amount: restOf(row),
})

/** Refuses another amount than what the person saw as nobody's. */
export function assertAmount(row: Remittance, expectAmount: number): void {
  if (restOf(row) !== expectAmount)
    throw wrongField(
      'expectAmount',
      `${row.claimed_fen > 0 || row.refunded_fen > 0 ? '未认领金额' : '来款金额'}为 ${remittanceWords(row).amount} 元，请核对`,
    )
}

/** Refuses to confirm as money of whoever claims it what was entered as a payment come back. */
async function assertUnpointed(ctx: Ctx, row: Remittance): Promise<void> {
  if (row.return_payment_id === null || row.state !== 'recorded') return
  const { task_no: taskNo } = await ctx.tx.one(
    q.selectFrom('payments').select('task_no').where('id', '=', row.return_payment_id),
  )
  throw new Problem('paymentBack.asked', { remittanceNo: row.remittance_no, taskNo })
}

/** Agrees that the money is there: it stands in the books as nobody's yet. */
export async function confirmRemittance(
  ctx: Ctx,
  { id, version, expectAmount }: Input<typeof calls.confirmRemittance>,
): Promise<Output<typeof calls.confirmRemittance>> {
  const row = await lockRemittance(ctx, id, 'confirm')
  await assertUnpointed(ctx, row)
  assertAmount(row, expectAmount)
  const set = { checker_id: ctx.actor.userId, checker_name: ctx.actor.name, checked_at: ctx.now }
  const moved = await move(ctx, remittanceStates, row, 'confirm', { version, set })
  await tellHappening(ctx, 'remittance.confirmed', { users: [row.maker_id] }, remittanceWords(row))
  await postRemittance(ctx, { ...bookedRest(row), date: row.date, maker: { id: row.maker_id, name: row.maker_name } })
  return remittanceAnswer(ctx, moved)
}
