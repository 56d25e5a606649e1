// Deposits: entered by one person of the branch, booked when another agrees; taken back in red by two while all of it is there.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/deposit/deposit'
import { depositPurposes, depositStates, faultOfDepositMove, type DepositMove } from '@yunshu/domain/deposit'
import { fen, printMoney, printYuan } from '@yunshu/domain/figures/money'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { fundAgeMostMs, fundAmountMost } from '@yunshu/domain/fund'
import { Problem, problemOf } from '@yunshu/domain/problems/problems'
import { v7 } from 'uuid'
import { depositsOfSerial, fundsOfSerial, isAnyOfSerial, remittancesOfSerial } from '../../db/bankSerials.ts'
import { takeNumber } from '../../db/numbers.ts'
import { nilId, q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { tellHappening, tellHouse } from '../../work/outbox.ts'
import { columnsOfStep } from '../../work/reversible.ts'
import { keepUploads, type StoredUploads } from '../file/file.commands.ts'
import { lockSerial } from '../fund/fund.commands.ts'
import { checkedSerial, serialTaken } from '../remittance/serial.commands.ts'
import { postDeposit, postDepositUndone } from '../voucher/depositBooks.commands.ts'
import { lockRemittance, moveRemittance } from './depositMoney.commands.ts'
import { depositingCarriers, depositOn, lockDeposit, type Deposit } from './deposit.queries.ts'

type Said = Input<typeof calls.recordDeposit>
/** The money of a deposit: its day, the bank's number, and the remittance it came as. */
interface Came {
  readonly date: number
  readonly serial: string
  readonly remittanceId: string | null
}

/** Money that came to an account of the branch: nobody has recorded it as anything yet. */
async function cameByHand(ctx: Ctx, branchId: string, said: Said): Promise<Came> {
  const { date, serial: typed = '', remittanceId, means } = said
  if (remittanceId !== undefined) throw wrongField('remittanceId', '只有来款方式为“来款”时才选来款')
  if (date === undefined) throw wrongField('date', '请选择')
  if (date >= startOfDay(ctx.now) + DAY_MS) throw wrongField('date', '不能晚于今天')
  // a deposit lies for years, and one held before the branch began here came to another account then
  if (means === 'CHANNEL' && date < startOfDay(ctx.now) - fundAgeMostMs) throw wrongField('date', '不能早于一年前')
  const serial = checkedSerial(typed)
  await lockSerial(ctx, branchId, serial)
  const place = { branchId, serial }
  if (await isAnyOfSerial(ctx.tx, [remittancesOfSerial(place), fundsOfSerial(place)])) throw serialTaken(serial)
  return { date: startOfDay(date), serial, remittanceId: null }
}

/** A remittance nobody has claimed, whole. */
async function cameAsRemittance(ctx: Ctx, branchId: string, said: Said): Promise<Came> {
  const { remittanceId, amount } = said
  if (said.date !== undefined || said.serial !== undefined)
    throw wrongField(said.date === undefined ? 'serial' : 'date', '以来款登记为准，请留空')
  if (remittanceId === undefined) throw wrongField('remittanceId', '请选择')
  const row = await lockRemittance(ctx, branchId, remittanceId)
  if (row.state !== 'unclaimed') throw new Problem('deposit.gone', { remittanceNo: row.remittance_no })
  if (row.amount_fen !== amount)
    throw wrongField('amount', `来款金额为 ${printMoney(fen(row.amount_fen))} 元，须全额入账`)
  return { date: row.date, serial: row.serial, remittanceId: row.id }
}

/** Enters a deposit of the branch the person works for; those who may confirm it are told. */
export async function recordDeposit(ctx: Ctx, said: Said): Promise<Output<typeof calls.recordDeposit>> {
  const { branchId } = ctx.actor
  if (branchId === undefined) throw new Problem('branch.only')
  const { amount, purpose, means } = said
  if (amount === 0) throw wrongField('amount', '应大于 0')
  if (amount > fundAmountMost) throw wrongField('amount', `单笔不能超过 ${printMoney(fundAmountMost)} 元`)
  const carrier = await ctx.tx.first(depositingCarriers.where('c.id', '=', said.carrierId))
  if (carrier === undefined) throw wrongField('carrierId', '没有这个承运商')
  const came =
    means === 'REMITTANCE' ? await cameAsRemittance(ctx, branchId, said) : await cameByHand(ctx, branchId, said)
  if (await isAnyOfSerial(ctx.tx, [depositsOfSerial({ branchId, serial: came.serial })])) throw serialTaken(came.serial)
  const id = v7()
  const depositNo = await takeNumber(ctx.tx, 'YJ', 'deposit_number', ctx.now)
  const made = await ctx.tx.run(
    q
      .insertInto('deposits')
      .values({
        id,
        deposit_no: depositNo,
        state: depositStates.start,
        branch_id: branchId,
        carrier_id: carrier.id,
        purpose,
        means,
        remittance_id: came.remittanceId,
        amount_fen: amount,
        date: came.date,
        serial: came.serial,
        remark: said.remark || null,
        maker_id: ctx.actor.userId,
        maker_for: ctx.actor.actingFor?.userId ?? null,
        maker_name: writtenName(ctx.actor),
        created_at: ctx.now,
        updated_at: ctx.now,
      })
      .onConflict(c => c.doNothing()),
  )
  if (made === 0) throw serialTaken(came.serial)
  await logEvent(ctx, { entity: 'deposit', entityId: id, action: '登记押金', to: depositStates.start })
  await tellCheckers(ctx, 'deposit.recorded', branchId, {
    depositNo,
    carrier: carrier.name,
    purpose: depositPurposes[purpose],
    amount: printMoney(amount),
    maker: writtenName(ctx.actor),
    reason: '',
  })
  ctx.touched('deposit', id, { depositNo, amount: printYuan(amount), serial: came.serial })
  return { id, depositNo, version: 1 }
}

interface Words {
  readonly depositNo: string
  readonly carrier: string
  readonly purpose: string
  readonly amount: string
  readonly maker: string
  readonly reason: string
}

/** Tells those of the house who may agree. */
async function tellCheckers(
  ctx: Ctx,
  name: 'deposit.recorded' | 'deposit.undoAsked',
  branchId: string,
  words: Words,
): Promise<void> {
  const branch = await ctx.tx.one(q.selectFrom('companies').select('name').where('id', '=', branchId))
  const told = { ...words, branch: branch.name }
  await tellHouse(ctx, name, { branch: branchId, permit: 'fund.confirm' }, told)
}

/** A deposit under lock with the step asked for judged, and the words it is told in. */
async function lockFor(ctx: Ctx, id: string, name: DepositMove): Promise<{ deposit: Deposit; words: Words }> {
  const deposit = await lockDeposit(ctx, id)
  const fault = faultOfDepositMove(name, depositOn(ctx, deposit))
  if (fault) throw problemOf(fault)
  const carrier = await ctx.tx.one(q.selectFrom('companies').select('name').where('id', '=', deposit.carrier_id))
  const words = {
    depositNo: deposit.deposit_no,
    carrier: carrier.name,
    purpose: depositPurposes[deposit.purpose],
    amount: printMoney(fen(deposit.amount_fen)),
    maker: writtenName(ctx.actor),
    reason: '',
  }
  return { deposit, words }
}

/** A deposit as the books see it. */
const booked = (row: Deposit) => ({
  id: row.id,
  depositNo: row.deposit_no,
  branchId: row.branch_id,
  carrierId: row.carrier_id,
  purpose: row.purpose,
  means: row.means,
  amount: fen(row.amount_fen),
  date: row.date,
  maker: { id: row.maker_id, name: row.maker_name },
})

/** Agrees with a deposit, which stands in the books on the day of its money, or with taking it back. */
export async function confirmDeposit(
  ctx: Ctx,
  { id, version, move: name, expectAmount }: Input<typeof calls.confirmDeposit>,
): Promise<Output<typeof calls.confirmDeposit>> {
  const { deposit, words } = await lockFor(ctx, id, name)
  if (deposit.amount_fen !== expectAmount) throw wrongField('expectAmount', `押金金额为 ${words.amount} 元，请核对`)
  const isBack = name === 'undo'
  const { userId, name: own } = ctx.actor
  const moved = await move(ctx, depositStates, deposit, name, {
    version,
    set: isBack
      ? { undo_checker_id: userId, undo_checker_name: own, undone_at: ctx.now }
      : { checker_id: userId, checker_name: own, checked_at: ctx.now },
  })
  await moveRemittance(ctx, deposit, isBack ? 'release' : 'hold')
  const told = isBack ? 'deposit.undone' : 'deposit.booked'
  const asker = isBack ? (deposit.undo_asker_id ?? deposit.maker_id) : deposit.maker_id
  await tellHappening(ctx, told, { users: [asker] }, words)
  await tellHappening(ctx, told, { company: deposit.carrier_id, permit: 'account.view' }, words)
  await (isBack ? postDepositUndone : postDeposit)(ctx, booked(deposit))
  ctx.touched('deposit', id, { depositNo: deposit.deposit_no, amount: printYuan(fen(deposit.amount_fen)) })
  return { id, version: moved.version }
}

/** Rejects or takes back what was entered, asks to take a booked deposit back, or lets it stand. */
export async function moveDeposit(
  ctx: Ctx,
  { id, version, move: name, reason = '' }: Input<typeof calls.moveDeposit>,
): Promise<Output<typeof calls.moveDeposit>> {
  const { deposit, words } = await lockFor(ctx, id, name)
  const why = reason.trim()
  const asks = name === 'reject' || name === 'askUndo'
  if (asks && why === '') throw wrongField('reason', '不能为空')
  const set = columnsOfStep(ctx, name, why)
  const moved = await move(ctx, depositStates, deposit, name, { version, set, ...(asks ? { reason: why } : {}) })
  const said = { ...words, reason: why }
  if (name === 'reject') await tellHappening(ctx, 'deposit.rejected', { users: [deposit.maker_id] }, said)
  if (name === 'keep' && deposit.undo_asker_id !== null)
    await tellHappening(ctx, 'deposit.kept', { users: [deposit.undo_asker_id] }, words)
  if (name === 'askUndo') await tellCheckers(ctx, 'deposit.undoAsked', deposit.branch_id, said)
  ctx.touched('deposit', id, { depositNo: deposit.deposit_no })
  return { id, version: moved.version }
}

/** Keeps slips with a deposit; its carrier sees them too. */
export async function keepDepositSlip(
  ctx: Ctx,
  { id }: Input<typeof calls.uploadDepositSlip>,
  stored: StoredUploads,
): Promise<Output<typeof calls.uploadDepositSlip>> {
  const deposit = await lockDeposit(ctx, id)
  const files = await keepUploads(ctx, stored, {
    entity: 'deposit',
    id,
    category: 'SLIP',
    shipperId: nilId,
    carrierId: deposit.carrier_id,
    branchId: deposit.branch_id,
  })
  ctx.touched('deposit', id, { depositNo: deposit.deposit_no, files: String(files.length) })
  return { files }
}
