// Fund records: one person of the branch or the platform records money, another confirms it into the books.
import type { Input, Output } from '@yunshu/contract/call'
import type { topUpFuelAccount } from '@yunshu/contract/fuel/fuel'
import type * as calls from '@yunshu/contract/fund/fund'
import { fen, printMoney, printYuan } from '@yunshu/domain/figures/money'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { fuelKinds } from '@yunshu/domain/fuel/fuel'
import {
  faultOfFundMove,
  faultOfSerial,
  fundAgeMostMs,
  fundAmountMost,
  fundKinds,
  fundStates,
  plainSerial,
  type FundKind,
  type FundMove,
} from '@yunshu/domain/fund'
import { Problem, problemOf, problemText } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { depositsOfSerial, fundsOfSerial, isAnyOfSerial, remittancesOfSerial } from '../../db/bankSerials.ts'
import { keyOf } from '../../db/keyOf.ts'
import { takeNumber } from '../../db/numbers.ts'
import { nilId, q } from '../../db/tx.ts'
import { toldField, wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { tellHappening, tellHouse } from '../../work/outbox.ts'
import { keepUploads, type StoredUploads } from '../file/file.commands.ts'
import { readAccount } from '../fuel/account.queries.ts'
import { fillAccount } from '../fuel/stock.commands.ts'
import { postFund } from '../voucher/fundBooks.commands.ts'
import { chargeableShippers, fundOn, ownFunds, type Fund } from './fund.queries.ts'

/** Records money of the branch the person works for, with its slips; a shipper's money is refused without one. */
export async function recordFund(
  ctx: Ctx,
  said: Input<typeof calls.recordFund>,
  stored: StoredUploads,
): Promise<Output<typeof calls.recordFund>> {
  const { branchId } = ctx.actor
  if (branchId === undefined) throw new Problem('branch.only')
  const made = await recordFor(ctx, said, { branchId })
  if (said.kind === 'TOP_UP' || stored.files.length > 0 || stored.fault !== undefined) {
    const owner = { entity: 'fund', id: made.id, category: 'SLIP', shipperId: nilId, carrierId: nilId } as const
    await keepUploads(ctx, stored, { ...owner, branchId })
  }
  return made
}

/** Tops an account of fuel or tolls up, in the books of its branch. */
export async function topUpAccount(
  ctx: Ctx,
  { accountId, ...said }: Input<typeof topUpFuelAccount>,
): Promise<Output<typeof topUpFuelAccount>> {
  const account = await readAccount(ctx, accountId)
  const kind = fuelKinds[keyOf(fuelKinds, account.kind)].fund
  return recordFor(ctx, { ...said, kind }, { branchId: account.branch_id, accountId })
}

type Recorded = Omit<Input<typeof calls.recordFund>, 'kind'> & { readonly kind: FundKind }

/** Records money of a branch; nothing is booked until another person confirms. */
async function recordFor(
  ctx: Ctx,
  said: Recorded,
  { branchId, accountId }: { readonly branchId: string; readonly accountId?: string },
): Promise<Output<typeof calls.recordFund>> {
  const { kind, amount } = said
  if (amount === 0) throw wrongField('amount', '应大于 0')
  if (amount > fundAmountMost) throw wrongField('amount', `单笔不能超过 ${printMoney(fundAmountMost)} 元`)
  const serial = plainSerial(said.serial)
  const fault = faultOfSerial(serial)
  if (fault !== undefined) throw toldField('serial', `${fundKinds[kind].serial}${fault}`)
  if (said.date >= startOfDay(ctx.now) + DAY_MS) throw wrongField('date', '不能晚于今天')
  if (said.date < startOfDay(ctx.now) - fundAgeMostMs) throw wrongField('date', '不能早于一年前')
  await assertShipper(ctx, said)
  if (kind !== 'FUEL') await assertSerialFree(ctx, branchId, kind, serial)
  const id = v7()
  const recordNo = await takeNumber(ctx.tx, 'ZJ', 'fund_number', ctx.now)
  const made = await ctx.tx.run(
    q
      .insertInto('fund_records')
      .values({
        id,
        record_no: recordNo,
        kind,
        state: fundStates.start,
        branch_id: branchId,
        shipper_id: said.shipperId ?? null,
        fuel_account_id: accountId ?? null,
        amount_fen: amount,
        date: startOfDay(said.date),
        serial,
        remark: said.remark || null,
        maker_id: ctx.actor.userId,
        maker_for: ctx.actor.actingFor?.userId ?? null,
        maker_name: writtenName(ctx.actor),
        created_at: ctx.now,
        updated_at: ctx.now,
      })
      .onConflict(c => c.doNothing()),
  )
  if (made === 0) throw serialTaken(kind, serial)
  await logEvent(ctx, { entity: 'fund', entityId: id, action: '登记资金', to: fundStates.start })
  const branch = await ctx.tx.one(q.selectFrom('companies').select('name').where('id', '=', branchId))
  const words = {
    recordNo,
    kind: fundKinds[kind].label,
    amount: printMoney(amount),
    maker: writtenName(ctx.actor),
    branch: branch.name,
  }
  await tellHouse(ctx, 'fund.recorded', { branch: branchId, permit: 'fund.confirm' }, words)
  ctx.touched('fund', id, { recordNo, kind: fundKinds[kind].label, amount: printYuan(amount), serial })
  return { id, recordNo, version: 1 }
}

function serialTaken(kind: FundKind, serial: string): Problem {
  const taken = { label: fundKinds[kind].serial, serial }
  return new Problem('fund.serial', taken, { fields: { serial: problemText('fund.serial', taken) } })
}

/**
 * Money that was recorded as a remittance, as a deposit, or as a shipper's or the house's own is not recorded a second time; all are
 * recorded under one lock.
 */
async function assertSerialFree(ctx: Ctx, branchId: string, kind: FundKind, serial: string): Promise<void> {
  await lockSerial(ctx, branchId, serial)
  const place = { branchId, serial }
  const came = [remittancesOfSerial(place), depositsOfSerial(place)]
  // tolls have numbers of their provider
  if (kind !== 'ETC') came.push(fundsOfSerial(place))
  if (await isAnyOfSerial(ctx.tx, came)) throw serialTaken(kind, serial)
}

/** Of two people who record money of a branch under one serial number, the second one sees the record of the first. */
export async function lockSerial(ctx: Ctx, branchId: string, serial: string): Promise<void> {
  const key = `serial ${branchId} ${serial.toUpperCase()}`
  await ctx.tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.compile(q))
}

/** A top-up names a shipper there is; the house's own money names none. */
async function assertShipper(ctx: Ctx, { kind, shipperId }: Recorded): Promise<void> {
  if (kind !== 'TOP_UP') {
    if (shipperId !== undefined) throw wrongField('shipperId', `${fundKinds[kind].label}不选货主`)
    return
  }
  if (shipperId === undefined) throw wrongField('shipperId', '请选择')
  if (!(await ctx.tx.first(chargeableShippers.where('c.id', '=', shipperId))))
    throw wrongField('shipperId', '没有这个货主')
}

/** One record under lock with the move asked for judged; of another branch there is none. */
async function lockFund(ctx: Ctx, id: string, name: FundMove): Promise<Fund> {
  const row = await ctx.tx.one(
    q.selectFrom('fund_records as f').selectAll('f').where('f.id', '=', id).where(ownFunds(ctx.actor, 'f')).forUpdate(),
  )
  const fund = { ...row, kind: keyOf(fundKinds, row.kind), state: keyOf(fundStates.states, row.state) }
  const fault = faultOfFundMove(name, fundOn(ctx, fund))
  if (fault) throw problemOf(fault)
  return fund
}

const answer = (ctx: Ctx, { id, version, record_no: recordNo }: Fund): { id: string; version: number } => {
  ctx.touched('fund', id, { recordNo })
  return { id, version }
}

const judged = (ctx: Ctx) => ({ checker_id: ctx.actor.userId, checker_name: ctx.actor.name, checked_at: ctx.now })

const wordsOf = (fund: Fund) => ({
  recordNo: fund.record_no,
  kind: fundKinds[fund.kind].label,
  amount: printMoney(fen(fund.amount_fen)),
})

/** Agrees with the record of another person: its entry and voucher are posted, on the day of the money. */
export async function confirmFund(
  ctx: Ctx,
  { id, version, expectAmount }: Input<typeof calls.confirmFund>,
): Promise<Output<typeof calls.confirmFund>> {
  const fund = await lockFund(ctx, id, 'confirm')
  if (fund.amount_fen !== expectAmount)
    throw wrongField('expectAmount', `登记金额为 ${wordsOf(fund).amount} 元，请核对`)
  const moved = await move(ctx, fundStates, fund, 'confirm', { version, set: judged(ctx) })
  const told = { ...wordsOf(fund), checker: ctx.actor.name }
  await tellHappening(ctx, 'fund.confirmed', { users: [fund.maker_id] }, told)
  const { fuel_account_id: accountId } = fund
  const account = accountId === null ? undefined : await readAccount(ctx, accountId)
  await postFund(ctx, {
    id,
    recordNo: fund.record_no,
    kind: fund.kind,
    branchId: fund.branch_id,
    shipperId: fund.shipper_id,
    amount: fen(fund.amount_fen),
    date: fund.date,
    provider: account?.provider,
    maker: { id: fund.maker_id, name: fund.maker_name },
  })
  if (accountId !== null) await fillAccount(ctx, accountId, fen(fund.amount_fen))
  return answer(ctx, moved)
}

/** Sends a record back for good, with the reason; the right one is recorded anew. */
export async function rejectFund(
  ctx: Ctx,
  { id, version, reason }: Input<typeof calls.rejectFund>,
): Promise<Output<typeof calls.rejectFund>> {
  const fund = await lockFund(ctx, id, 'reject')
  const moved = await move(ctx, fundStates, fund, 'reject', { version, reason, set: { ...judged(ctx), reason } })
  await tellHappening(ctx, 'fund.rejected', { users: [fund.maker_id] }, { ...wordsOf(fund), reason })
  return answer(ctx, moved)
}

/** Takes one's own record back. */
export async function withdrawFund(
  ctx: Ctx,
  { id, version }: Input<typeof calls.withdrawFund>,
): Promise<Output<typeof calls.withdrawFund>> {
  const fund = await lockFund(ctx, id, 'withdraw')
  return answer(ctx, await move(ctx, fundStates, fund, 'withdraw', { version }))
}
