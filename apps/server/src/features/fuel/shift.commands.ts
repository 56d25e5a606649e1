// Shifts of stock: asked by one person, booked when another agrees; taken back in red by two.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/fuel/shift'
import { fen, printMoney, printYuan, type Fen } from '@yunshu/domain/figures/money'
import { fuelKinds, fuelUseStates, takesLoss } from '@yunshu/domain/fuel/fuel'
import { faultOfShiftMove, fuelShiftKinds, fuelShiftStates, type FuelShiftMove } from '@yunshu/domain/fuel/fuelShift'
import { fundAmountMost } from '@yunshu/domain/fund'
import { Problem, problemOf } from '@yunshu/domain/problems/problems'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { takeNumber } from '../../db/numbers.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { tellHappening, tellHouse } from '../../work/outbox.ts'
import { columnsOfStep } from '../../work/reversible.ts'
import { postShift, postShiftUndone } from '../voucher/shiftBooks.commands.ts'
import { readAccount } from './account.queries.ts'
import { lockShift, shiftOn, type FuelShift } from './shift.queries.ts'
import { fillAccount, lockStocks, takeOut } from './stock.commands.ts'
import { lockUse } from './use.queries.ts'

type Asked = Input<typeof calls.askFuelShift>

/** The accounts of a shift, as its kind wants them. */
async function accountsOf(ctx: Ctx, { kind, accountId, toAccountId, useId }: Asked) {
  const account = await readAccount(ctx, accountId)
  if (kind !== 'LOSS' && useId !== undefined) throw wrongField('useId', '只有损耗对应用油流水')
  if (kind !== 'TRANSFER') {
    if (toAccountId !== undefined) throw wrongField('toAccountId', `${fuelShiftKinds[kind]}不选划入账户`)
    if (account.kind !== 'OIL') throw wrongField('accountId', '请选择油品账户')
    return { account, to: undefined }
  }
  if (toAccountId === undefined) throw wrongField('toAccountId', '请选择')
  if (toAccountId === accountId) throw wrongField('toAccountId', '应为另一个账户')
  const to = await readAccount(ctx, toAccountId)
  if (to.branch_id !== account.branch_id || to.provider !== account.provider || to.kind !== account.kind)
    throw new Problem('fuel.apart')
  return { account, to }
}

/** Makes sure a loss is the whole of a line of the account that lies on nothing; the line is under lock from here on. */
async function assertUse(ctx: Ctx, { accountId, useId, amount }: Asked): Promise<void> {
  if (useId === undefined) return
  const use = await lockUse(ctx, useId)
  if (use.account_id !== accountId) throw wrongField('useId', '不是该账户的用油流水')
  if (!takesLoss(use.state)) throw new Problem('fuel.settled', { serial: use.serial })
  if (use.amount_fen !== amount) throw wrongField('amount', `流水金额为 ${printMoney(fen(use.amount_fen))} 元，请核对`)
  const same = await ctx.tx.first(
    q
      .selectFrom('fuel_shifts')
      .select('id')
      .where('use_id', '=', useId)
      .where('state', 'in', ['asked', 'booked', 'undoing']),
  )
  if (same) throw new Problem('fuel.lost', { serial: use.serial })
}

/** Asks for a shift; another person looks at it before stock and books move. */
export async function askShift(ctx: Ctx, said: Asked): Promise<Output<typeof calls.askFuelShift>> {
  const { kind, amount, reason } = said
  if (amount === 0) throw wrongField('amount', '应大于 0')
  if (amount > fundAmountMost) throw wrongField('amount', `单笔不能超过 ${printMoney(fundAmountMost)} 元`)
  const { account, to } = await accountsOf(ctx, said)
  await assertUse(ctx, said)
  if (kind !== 'SURPLUS' && account.balance_fen < amount)
    throw new Problem('fuel.notHere', {
      provider: account.provider,
      accountNo: account.account_no,
      available: printMoney(fen(account.balance_fen)),
      due: printMoney(amount),
    })
  const id = v7()
  const shiftNo = await takeNumber(ctx.tx, 'YT', 'fuel_shift_number', ctx.now)
  await ctx.tx.run(
    q.insertInto('fuel_shifts').values({
      id,
      shift_no: shiftNo,
      kind,
      state: fuelShiftStates.start,
      account_id: account.id,
      to_account_id: to?.id ?? null,
      use_id: said.useId ?? null,
      branch_id: account.branch_id,
      amount_fen: amount,
      reason,
      maker_id: ctx.actor.userId,
      maker_for: ctx.actor.actingFor?.userId ?? null,
      maker_name: writtenName(ctx.actor),
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  const action = `登记${fuelShiftKinds[kind]}`
  await logEvent(ctx, { entity: 'fuelShift', entityId: id, action, to: fuelShiftStates.start, reason })
  const words = {
    shiftNo,
    kind: fuelShiftKinds[kind],
    amount: printMoney(amount),
    maker: writtenName(ctx.actor),
    reason,
  }
  await tellCheckers(ctx, 'fuel.shiftAsked', account.branch_id, words)
  ctx.touched('fuelShift', id, { shiftNo, kind: fuelShiftKinds[kind], amount: printYuan(amount) })
  return { id, shiftNo, version: 1 }
}

/** Tells those of the house who may agree. */
async function tellCheckers(
  ctx: Ctx,
  name: 'fuel.shiftAsked' | 'fuel.shiftUndoAsked',
  branchId: string,
  words: { shiftNo: string; kind: string; amount: string; maker: string; reason: string },
): Promise<void> {
  const branch = await ctx.tx.one(q.selectFrom('companies').select('name').where('id', '=', branchId))
  const told = { ...words, branch: branch.name }
  await tellHouse(ctx, name, { branch: branchId, permit: 'fund.confirm' }, told)
}

const wordsOf = (shift: FuelShift) => ({
  shiftNo: shift.shift_no,
  kind: fuelShiftKinds[shift.kind],
  amount: printMoney(fen(shift.amount_fen)),
})

/** A shift under lock with the step asked for judged. */
async function lockFor(ctx: Ctx, id: string, name: FuelShiftMove): Promise<FuelShift> {
  const shift = await lockShift(ctx, id)
  const fault = faultOfShiftMove(name, shiftOn(ctx, shift))
  if (fault) throw problemOf(fault)
  return shift
}

/** Moves the stock as a shift says, or back where it is taken back; the accounts are locked in one order. */
async function moveStock(ctx: Ctx, shift: FuelShift, isBack: boolean): Promise<void> {
  const { kind, account_id: own, to_account_id: other } = shift
  const amount = fen(shift.amount_fen)
  await lockStocks(ctx, [own, ...(other === null ? [] : [other])])
  const [from, to] = kind === 'SURPLUS' ? [other, own] : [own, other]
  const [taken, filled] = isBack ? [to, from] : [from, to]
  if (taken !== null) await takeOut(ctx, taken, amount)
  if (filled !== null) await fillAccount(ctx, filled, amount)
}

/** The line a loss accounts for is explained by it, or a difference again. */
async function moveUse(
  ctx: Ctx,
  { use_id: useId, shift_no: shiftNo, kind }: FuelShift,
  isBack: boolean,
): Promise<void> {
  if (useId === null) return
  const use = await lockUse(ctx, useId)
  if (use.state !== (isBack ? 'explained' : 'differs')) throw new Problem('fuel.settled', { serial: use.serial })
  await move(ctx, fuelUseStates, use, isBack ? 'reopen' : 'lose', {
    set: isBack
      ? { reason: null, ended_name: null, ended_at: null }
      : { reason: `${fuelShiftKinds[kind]} ${shiftNo}`, ended_name: ctx.actor.name, ended_at: ctx.now },
  })
}

/** A shift as the books see it. */
async function booked(ctx: Ctx, shift: FuelShift) {
  const account = await readAccount(ctx, shift.account_id)
  const amount: Fen = fen(shift.amount_fen)
  const maker = { id: shift.maker_id, name: shift.maker_name }
  const { id, shift_no: shiftNo, kind, branch_id: branchId } = shift
  return { id, shiftNo, kind, of: keyOf(fuelKinds, account.kind), branchId, provider: account.provider, amount, maker }
}

/** Agrees with a shift, or with taking it back: stock and books follow. */
export async function confirmShift(
  ctx: Ctx,
  { id, version, move: name, expectAmount }: Input<typeof calls.confirmFuelShift>,
): Promise<Output<typeof calls.confirmFuelShift>> {
  const shift = await lockFor(ctx, id, name)
  const { amount } = wordsOf(shift)
  if (shift.amount_fen !== expectAmount) throw wrongField('expectAmount', `登记金额为 ${amount} 元，请核对`)
  const isBack = name === 'undo'
  const { userId, name: own } = ctx.actor
  const moved = await move(ctx, fuelShiftStates, shift, name, {
    version,
    set: isBack
      ? { undo_checker_id: userId, undo_checker_name: own, undone_at: ctx.now }
      : { checker_id: userId, checker_name: own, checked_at: ctx.now },
  })
  await moveUse(ctx, shift, isBack)
  const asker = isBack ? (shift.undo_asker_id ?? shift.maker_id) : shift.maker_id
  const told = { ...wordsOf(shift), checker: own }
  await tellHappening(ctx, isBack ? 'fuel.shiftUndone' : 'fuel.shiftBooked', { users: [asker] }, told)
  const posted = await booked(ctx, shift)
  if (isBack) await postShiftUndone(ctx, posted)
  else postShift(ctx, posted)
  await moveStock(ctx, shift, isBack)
  ctx.touched('fuelShift', id, { shiftNo: shift.shift_no, amount: printYuan(fen(shift.amount_fen)) })
  return { id, version: moved.version }
}

/** Rejects or takes back a shift, asks to take a booked one back, or lets it stand. */
export async function moveShift(
  ctx: Ctx,
  { id, version, move: name, reason = '' }: Input<typeof calls.moveFuelShift>,
): Promise<Output<typeof calls.moveFuelShift>> {
  const shift = await lockFor(ctx, id, name)
  const why = reason.trim()
  const asks = name === 'reject' || name === 'askUndo'
  if (asks && why === '') throw wrongField('reason', '不能为空')
  const set = columnsOfStep(ctx, name, why)
  const moved = await move(ctx, fuelShiftStates, shift, name, { version, set, ...(asks ? { reason: why } : {}) })
  const words = { ...wordsOf(shift), reason: why }
  if (name === 'reject') await tellHappening(ctx, 'fuel.shiftRejected', { users: [shift.maker_id] }, words)
  if (name === 'askUndo')
    await tellCheckers(ctx, 'fuel.shiftUndoAsked', shift.branch_id, { ...words, maker: writtenName(ctx.actor) })
  ctx.touched('fuelShift', id, { shiftNo: shift.shift_no })
  return { id, version: moved.version }
}
