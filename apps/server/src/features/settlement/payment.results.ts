// The ends of a payment, and their effects on the sheet, its waybills and the books.
import { fen, printMoney, sumFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { simulatedMark } from '@yunshu/domain/partner'
import { Problem } from '@yunshu/domain/problems/problems'
import { momentOfWord } from '@yunshu/domain/settlement/channelFacts'
import {
  isByHand,
  isOfHouse,
  payChannels,
  paymentStates,
  settlementStates,
  silence,
} from '@yunshu/domain/settlement/settlement'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { move } from '../../work/move.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { keepReturned, type Agreed } from '../remittance/returned.commands.ts'
import { postAdvancesReturned } from '../voucher/advanceBooks.commands.ts'
import { postTwiceReturned } from '../voucher/debtBooks.commands.ts'
import { postLateMoney, postPaymentFailed, postPaymentSucceeded } from '../voucher/paymentBooks.commands.ts'
import { placeOfReturn } from './pointedMoney.commands.ts'
import { tellPayers } from './payers.commands.ts'
import { findPaymentsOf, hasPaymentUnderWay, lockPayment, type Payment } from './payment.queries.ts'
import { openDebt } from '../debt/open.commands.ts'
import { endAdvanceDebts, endDoubleDebt, type EndedDebt } from './debts.commands.ts'
import { familyEndOf } from './failure.commands.ts'
import { lockParent } from './family.queries.ts'
import { isWithoutMoney, debtOf, releasePayments } from './release.commands.ts'
import { findLines, noClosing, type Sheet, type SheetLine } from './settlement.queries.ts'
import { dropEndedLines, lockEndedLines, settleWaybills, unsettleWaybills } from './waybillSettle.ts'

/** A stored word of a bank, as far as it says when its money moved. */
export interface BankWord {
  readonly id: string
  readonly happened_at: number | null
  readonly received_at: number
}

/** The moment the books date what a word says of a payment by. */
export const dayOfWord = (word: BankWord, payment: Pick<Payment, 'sent_at' | 'created_at'>): number =>
  momentOfWord({
    said: word.happened_at ?? undefined,
    heard: word.received_at,
    sent: payment.sent_at ?? payment.created_at,
  })

/** The time until the bank is asked again, ms: longer after each attempt, at most an hour. */
const askAgainMs = (attempts: number): number => Math.min(3_600_000, 15_000 * 2 ** Math.min(attempts, 8))

/** Puts the next question about a payment off; one that left in a file is asked about at nobody. */
export async function postponePayment(ctx: Ctx, payment: Payment): Promise<void> {
  const attempts = payment.attempts + 1
  await ctx.tx.run(
    q
      .updateTable('payments')
      .set({
        attempts,
        next_at: isByHand(keyOf(payChannels, payment.channel)) ? null : ctx.now + askAgainMs(attempts),
        updated_at: ctx.now,
      })
      .where('id', '=', payment.id),
  )
}

/** Leaves a payment unsent while its channel gives no answer; it counts as no attempt. */
export async function waitForChannel(ctx: Ctx, payment: Payment): Promise<void> {
  const set = { next_at: ctx.now + silence.againMs, updated_at: ctx.now }
  await ctx.tx.run(q.updateTable('payments').set(set).where('id', '=', payment.id))
}

/** The bank was silent about a payment, or does not know it yet: it is only ever asked about. */
export async function loseAnswer(ctx: Ctx, paymentId: string): Promise<void> {
  const { sheet, payment } = await lockPayment(ctx, paymentId)
  if (payment.state === 'unknown') return postponePayment(ctx, payment)
  if (payment.state !== 'sent') return
  const attempts = payment.attempts + 1
  await move(ctx, paymentStates, payment, 'lose', { set: { attempts, next_at: ctx.now + askAgainMs(attempts) } })
  await tellPayers(ctx, 'payment.unknown', sheet, {
    settlementNum: sheet.settlement_num,
    simulated: simulatedMark([payment.channel]),
  })
}

/** A payment has arrived on a day of the bank: its waybills are settled, and the last one of its sheet ends the sheet. */
export async function succeedPayment(
  ctx: Ctx,
  sheet: Sheet,
  payment: Payment,
  { serial, at }: { readonly serial: string | null; readonly at: number },
): Promise<void> {
  await move(ctx, paymentStates, payment, 'succeed', {
    set: { bank_serial: serial, done_at: at, next_at: null },
  })
  await settleWaybills(ctx, await linesPaidBy(ctx, payment))
  await endSheet(ctx, sheet)
  await postPaymentSucceeded(ctx, { ...ofBooks(payment), happenedAt: at }, ZERO_FEN)
}

/** A payment did not arrive, or was given up before it left: the carrier is owed again. */
export async function failPayment(
  ctx: Ctx,
  sheet: Sheet,
  payment: Payment,
  reason: string,
  { name = 'fail', at = ctx.now }: { readonly name?: 'fail' | 'cancel'; readonly at?: number } = {},
): Promise<void> {
  await move(ctx, paymentStates, payment, name, { reason, set: { reason, done_at: at, next_at: null } })
  await endSheet(ctx, sheet)
  await tellPayers(ctx, 'payment.failed', sheet, {
    settlementNum: sheet.settlement_num,
    payee: payment.payee,
    amount: printMoney(fen(payment.amount_fen)),
    reason,
    simulated: simulatedMark([payment.channel]),
  })
  await postPaymentFailed(ctx, { ...ofBooks(payment), happenedAt: at })
}

/**
 * Takes a payment back whose money came back: the sheets of its lines are to be paid again or closed, and their waybills
 * are not paid. Money that had been paid twice ends the debt of that, and so does the advance of a waybill that ended.
 */
export async function givePaymentBack(
  ctx: Ctx,
  sheet: Sheet,
  payment: Payment,
  fact: BankWord & { reason: string | null },
  agreed?: Agreed,
): Promise<void> {
  const reason = fact.reason ?? '银行退汇'
  const at = dayOfWord(fact, payment)
  const word = { id: fact.id, ...(await placeOfReturn(ctx, payment, { at, agreedId: agreed?.remittanceId })) }
  await move(ctx, paymentStates, payment, 'giveBack', { reason, set: { reason, done_at: at, next_at: null } })
  const lines = await linesPaidBy(ctx, payment)
  const twice = lines.filter(isTwice)
  const stood = lines.filter(line => !isTwice(line))
  const holders = await lockHolders(ctx, stood)
  const ended = await lockEndedLines(ctx, stood)
  const first = stood.filter(line => !ended.includes(line))
  for (const holder of holders) if (holder.state === 'paid') await reopenSheet(ctx, holder, reason)
  // waybills before debts, as a sheet that is made locks them
  await unsettleWaybills(ctx, first)
  const double = twice.length > 0 ? await endDoubleDebt(ctx, payment.id) : undefined
  await tellPayers(ctx, 'payment.returned', sheet, {
    settlementNum: sheet.settlement_num,
    payee: payment.payee,
    amount: printMoney(fen(payment.amount_fen)),
    reason,
    simulated: simulatedMark([payment.channel]),
  })
  if (stood.length > 0) await postLateMoney(ctx, ofBooks(payment, paidBy(stood)), word, 'returned')
  if (double !== undefined) {
    await keepPaidBack(ctx, payment, [double], agreed)
    await postLateMoney(ctx, ofBooks(payment, paidBy(twice)), word, 'returnedTwice')
    await postTwiceReturned(ctx, ofBooks(payment), double)
  }
  // nobody can close a closed sheet again: its waybills go at once
  const parts = new Set(first.map(line => line.part_id))
  for (const holder of holders.filter(({ state }) => state === 'closed'))
    await releasePayments(ctx, holder, await findPaymentsOf(ctx, holder.id), parts)
  if (ended.length > 0) await endAdvances(ctx, payment, ended, agreed)
}

/**
 * Ends advances that came back after their waybills had come to nothing: their debts are over, their lines stand on no sheet
 * any more, and a sheet of which nothing else is left to pay is over too.
 */
async function endAdvances(
  ctx: Ctx,
  payment: Payment,
  lines: readonly SheetLine[],
  agreed: Agreed | undefined,
): Promise<void> {
  const debts = await endAdvanceDebts(ctx, payment.id)
  await keepPaidBack(ctx, payment, debts, agreed)
  await postAdvancesReturned(ctx, ofBooks(payment), debts)
  const holders = await lockHolders(ctx, lines)
  await dropEndedLines(ctx, lines)
  for (const holder of holders) if (holder.state === 'partial') await endFamily(ctx, holder)
}

/**
 * Ends advances whose money came back before a return ended their debts: the return stands in the books, the debts and the
 * lines do not know of it. Two people have agreed. Refuses with `payment.debtTaken` while a sheet that pays again has a line.
 */
export async function endLeftAdvances(ctx: Ctx, payment: Payment, agreed: Agreed): Promise<void> {
  const ended = await lockEndedLines(ctx, await linesPaidBy(ctx, payment))
  if (ended.length === 0) return
  const holders = await lockHolders(ctx, ended)
  const child = holders.find(({ id }) => id !== payment.settlement_id)
  if (child !== undefined) throw new Problem('payment.debtTaken', { settlementNum: child.settlement_num })
  await endAdvances(ctx, payment, ended, agreed)
}

/** Keeps for the carrier what had been paid of debts that money of the bank ended. */
async function keepPaidBack(
  ctx: Ctx,
  payment: Payment,
  debts: readonly EndedDebt[],
  agreed: Agreed | undefined,
): Promise<void> {
  for (const debt of debts) {
    // nobody has judged it: the word waits, and two people are asked when it is looked at again
    if (agreed === undefined && debt.open !== debt.amount)
      throw new Problem('debt.held', { debtNo: debt.debtNo, why: '已收回或核销' })
    if (agreed !== undefined && debt.paid > 0)
      await ctx.tx.elevated(() =>
        keepReturned(ctx, { debt, branchId: payment.branch_id, amount: debt.paid, payment }, agreed),
      )
  }
}

/** A line whose part had another payment when this one arrived: its money is a debt. */
const isTwice = ({ late }: Pick<SheetLine, 'late'>): boolean => late === 'twice'

/** The amount that lines pay. */
export const paidBy = (lines: readonly Pick<SheetLine, 'pay_fen'>[]): Fen =>
  sumFen(lines.map(line => fen(line.pay_fen)))

/** The sheets parts of lines stand on, under lock: of a family the caller holds from its first sheet down. */
async function lockHolders(ctx: Ctx, lines: readonly Pick<SheetLine, 'part_id'>[]): Promise<Sheet[]> {
  const parts = lines.map(line => line.part_id)
  const rows = await ctx.tx.rows(
    q
      .selectFrom('settlements as s')
      .selectAll('s')
      .where(
        sql<boolean>`s.id in (select l.settlement_id from settlement_lines l where l.is_open
          and l.part_id = any(${parts}::uuid[]))`,
      )
      .orderBy('s.id')
      .forUpdate(),
  )
  return rows.map(row => ({ ...row, state: keyOf(settlementStates.states, row.state) }))
}

/** A paid sheet has something to pay again, and so have those it was made of. */
async function reopenSheet(ctx: Ctx, sheet: Sheet, reason: string): Promise<void> {
  await move(ctx, settlementStates, sheet, 'giveBack', { reason })
  const parent = await lockParent(ctx, sheet)
  if (parent?.state === 'paid') await reopenSheet(ctx, parent, reason)
}

/** Ends the sheet when the last of its payments has a result. */
async function endSheet(ctx: Ctx, sheet: Sheet): Promise<void> {
  // a sheet may have thousands of payments: all of them are read for the last one alone
  if (await hasPaymentUnderWay(ctx, sheet.id)) return
  const payments = await findPaymentsOf(ctx, sheet.id)
  if (payments.every(({ state }) => state === 'success')) return void (await finishSheet(ctx, sheet, payments))
  // of a sheet whose failed payment had arrived elsewhere meanwhile nothing is left to pay
  await endFamily(ctx, sheet.state === 'paying' ? await move(ctx, settlementStates, sheet, 'fail') : sheet)
}

/**
 * Ends a sheet of which payments failed once nothing of it is left to pay: the sheets made of it have paid the rest, or
 * let it go.
 */
export async function endFamily(ctx: Ctx, sheet: Sheet): Promise<void> {
  if (sheet.state !== 'partial') return
  const end = await familyEndOf(ctx, sheet)
  if (end === 'open') return
  if (end === 'paid') return void (await finishSheet(ctx, sheet, await findPaymentsOf(ctx, sheet.id)))
  await move(ctx, settlementStates, sheet, 'closeAfter')
  await settleWaybills(ctx, (await findLines(ctx, sheet.id)).filter(isWithoutMoney))
  await endParent(ctx, sheet)
}

/** The sheet a sheet was made of ends with it, where nothing else of it is open. */
export async function endParent(ctx: Ctx, sheet: Sheet): Promise<void> {
  const parent = await lockParent(ctx, sheet)
  if (parent !== undefined) await endFamily(ctx, parent)
}

/** The lines a payment pays. */
export const linesPaidBy = (ctx: Ctx, payment: Payment): Promise<SheetLine[]> =>
  findLines(ctx, payment.settlement_id, { paymentId: payment.id })

/**
 * Ends a sheet whose money is all out by these payments: waybills nothing had to be paid for are settled too, a rest
 * below zero is the carrier's debt, and everybody is told.
 */
export async function finishSheet(ctx: Ctx, sheet: Sheet, payments: readonly Payment[]): Promise<Sheet> {
  const paid = await move(ctx, settlementStates, sheet, 'settle', { set: noClosing })
  await settleWaybills(ctx, (await findLines(ctx, sheet.id)).filter(isWithoutMoney))
  await openDebt(ctx, 'SHEET', debtOf(sheet), fen(sheet.carried_out_fen))
  const said = {
    settlementNum: sheet.settlement_num,
    amount: printMoney(fen(sheet.due_fen)),
    over: sheet.carried_out_fen === 0 ? undefined : printMoney(fen(sheet.carried_out_fen)),
    simulated: simulatedMark(payments.map(({ channel }) => channel)),
  }
  await tellPayers(ctx, 'settlement.paid', sheet, said)
  // the carrier hears of money once: that of a payment made again from the sheet that made it
  const arrived = payments.filter(({ state }) => state === 'success')
  if (arrived.length > 0 || payments.length === 0)
    await tellHappening(
      ctx,
      'payment.received',
      { company: sheet.carrier_id, permit: 'settlement.view' },
      { ...said, amount: printMoney(sumFen(arrived.map(payment => fen(payment.amount_fen)))) },
    )
  await endParent(ctx, paid)
  return paid
}

/** A payment as the books know it; `amount` where they take in a part of it. */
export const ofBooks = (payment: Payment, amount = fen(payment.amount_fen)) => ({
  id: payment.id,
  taskNo: payment.task_no,
  settlementId: payment.settlement_id,
  shipperId: payment.shipper_id,
  carrierId: payment.carrier_id,
  branchId: payment.branch_id,
  amount,
  isFee: isOfHouse(payment),
})
