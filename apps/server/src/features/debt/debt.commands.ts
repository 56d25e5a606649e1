// Steps of a debt: given up by two people, laid out in instalments, its papers.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/debt/debt'
import { debtStates, faultOfDebtMove, instalmentLimits, type DebtMove } from '@yunshu/domain/debt'
import { fen, printMoney, printYuan, sumFen } from '@yunshu/domain/figures/money'
import { DAY_MS, formatDate, startOfDay } from '@yunshu/domain/figures/time'
import { Problem, problemOf } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { nilId, q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent, stale } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { tellHappening, tellHouse } from '../../work/outbox.ts'
import { keepUploads, type StoredUploads } from '../file/file.commands.ts'
import { postDebtWrittenOff } from '../voucher/debtBooks.commands.ts'
import { debtOn, ownDebts, type Debt } from './debt.queries.ts'

interface Locked extends Debt {
  carrier_name: string
}

/** One debt under lock; another company's is none. */
async function lockDebt(ctx: Ctx, id: string): Promise<Locked> {
  const row = await ctx.tx.one(
    q
      .selectFrom('debts as d')
      .innerJoin('companies as c', 'c.id', 'd.carrier_id')
      .selectAll('d')
      .select('c.name as carrier_name')
      .where('d.id', '=', id)
      .where(ownDebts(ctx.actor))
      .forUpdate('d'),
  )
  return { ...row, state: keyOf(debtStates.states, row.state) }
}

const assertMove = (ctx: Ctx, debt: Debt, name: DebtMove): void => {
  const fault = faultOfDebtMove(name, debtOn(ctx, debt))
  if (fault) throw problemOf(fault)
}

const wordsOf = (debt: Locked) => ({
  debtNo: debt.debt_no,
  carrier: debt.carrier_name,
  amount: printMoney(fen(debt.open_fen)),
})

/** Asks to give a debt up, refuses it, or takes the request back. */
export async function moveDebt(
  ctx: Ctx,
  { id, version, move: name, reason = '' }: Input<typeof calls.moveDebt>,
): Promise<Output<typeof calls.moveDebt>> {
  const debt = await lockDebt(ctx, id)
  assertMove(ctx, debt, name)
  const why = reason.trim()
  const isReasoned = name !== 'withdrawWriteOff'
  if (isReasoned && why === '') throw wrongField('reason', '不能为空')
  const { userId, actingFor } = ctx.actor
  const asked = {
    asker_id: userId,
    asker_for: actingFor?.userId ?? null,
    asker_name: writtenName(ctx.actor),
    asked_at: ctx.now,
    reason: why,
  }
  const nobody = { asker_id: null, asker_for: null, asker_name: null, asked_at: null, reason: null }
  const moved = await move(ctx, debtStates, debt, name, {
    version,
    set: name === 'askWriteOff' ? asked : nobody,
    ...(isReasoned ? { reason: why } : {}),
  })
  const words = { ...wordsOf(debt), reason: why, asker: writtenName(ctx.actor) }
  if (name === 'askWriteOff') {
    await tellHouse(ctx, 'debt.asked', { branch: debt.branch_id, permit: 'debt.confirm' }, words)
  }
  if (name === 'refuseWriteOff' && debt.asker_id !== null)
    await tellHappening(ctx, 'debt.refused', { users: [debt.asker_id] }, words)
  ctx.touched('debt', id, { debtNo: debt.debt_no })
  return { id, version: moved.version }
}

/** Gives a debt up in the books (E4f); the amount is the one the person saw. */
export async function confirmDebtWriteOff(
  ctx: Ctx,
  { id, version, expectAmount }: Input<typeof calls.confirmDebtWriteOff>,
): Promise<Output<typeof calls.confirmDebtWriteOff>> {
  const debt = await lockDebt(ctx, id)
  assertMove(ctx, debt, 'confirmWriteOff')
  const open = fen(debt.open_fen)
  if (open !== expectAmount) throw new Problem('debt.changed', { debtNo: debt.debt_no, open: printMoney(open) })
  const moved = await move(ctx, debtStates, debt, 'confirmWriteOff', {
    version,
    set: { written_off_fen: debt.open_fen, checker_name: ctx.actor.name },
    diff: [{ field: '核销金额', old: '--', new: printMoney(open) }],
  })
  if (debt.asker_id !== null) await tellHappening(ctx, 'debt.written', { users: [debt.asker_id] }, wordsOf(debt))
  await postDebtWrittenOff(ctx, {
    id,
    debtNo: debt.debt_no,
    branchId: debt.branch_id,
    carrierId: debt.carrier_id,
    isDouble: debt.origin === 'DOUBLE',
    amount: open,
    asker: { id: debt.asker_id ?? ctx.actor.userId, name: debt.asker_name ?? ctx.actor.name },
  })
  ctx.touched('debt', id, { debtNo: debt.debt_no, amount: printYuan(open) })
  return { id, version: moved.version }
}

/** Notes that the carrier was asked for a debt, and what it said: the last notice is done with. */
export async function chaseCarrier(
  ctx: Ctx,
  { id, version, chased }: Input<typeof calls.chaseDebt>,
): Promise<Output<typeof calls.chaseDebt>> {
  const debt = await lockDebt(ctx, id)
  if (debt.version !== version) throw await stale(ctx, id)
  const fault = faultOfDebtMove('askWriteOff', debtOn(ctx, debt))
  if (fault) throw problemOf(fault)
  await ctx.tx.run(
    q
      .updateTable('debts')
      .set({ chased_days: debt.told_days, version: sql`version + 1`, updated_at: ctx.now })
      .where('id', '=', id),
  )
  await logEvent(ctx, { entity: 'debt', entityId: id, action: '催收', reason: chased })
  ctx.touched('debt', id, { debtNo: debt.debt_no })
  return { id, version: version + 1 }
}

/** Lays down when what is open is paid; the plan stands in the place of the one before. */
export async function planDebt(
  ctx: Ctx,
  { id, version, instalments }: Input<typeof calls.planDebt>,
): Promise<Output<typeof calls.planDebt>> {
  const debt = await lockDebt(ctx, id)
  if (debt.version !== version) throw await stale(ctx, id)
  const fault = debt.state === 'open' ? faultOfDebtMove('askWriteOff', debtOn(ctx, debt)) : undefined
  if (fault) throw problemOf(fault)
  if (debt.state !== 'open')
    throw new Problem('debt.held', { debtNo: debt.debt_no, why: debtStates.states[debt.state].label })
  assertPlan(ctx, debt, instalments)
  await ctx.tx.run(q.deleteFrom('debt_instalments').where('debt_id', '=', id))
  if (instalments.length > 0)
    await ctx.tx.run(
      q.insertInto('debt_instalments').values(
        instalments.map((each, n) => ({
          debt_id: id,
          n: n + 1,
          shipper_id: debt.shipper_id,
          carrier_id: debt.carrier_id,
          branch_id: debt.branch_id,
          due_at: startOfDay(each.dueAt),
          amount_fen: each.amount,
        })),
      ),
    )
  await ctx.tx.run(
    q
      .updateTable('debts')
      .set({ version: sql`version + 1`, updated_at: ctx.now })
      .where('id', '=', id),
  )
  const words = instalments.map(each => `${formatDate(each.dueAt)} ${printMoney(each.amount)}`).join('；')
  await logEvent(ctx, {
    entity: 'debt',
    entityId: id,
    action: instalments.length === 0 ? '取消分期' : '约定分期',
    diff: [{ field: '分期', old: '--', new: words === '' ? '无' : words }],
  })
  const told = { ...wordsOf(debt), plan: words }
  if (instalments.length > 0)
    await tellHappening(ctx, 'debt.planned', { company: debt.carrier_id, permit: 'debt.view' }, told)
  ctx.touched('debt', id, { debtNo: debt.debt_no })
  return { id, version: version + 1 }
}

/** A plan is the whole amount that was not given up, in days that follow each other from today on. */
function assertPlan(ctx: Ctx, debt: Debt, instalments: Input<typeof calls.planDebt>['instalments']): void {
  if (instalments.length === 0) return
  const whole = fen(debt.amount_fen - debt.written_off_fen)
  const days = instalments.map(each => startOfDay(each.dueAt))
  const [first = 0] = days
  if (instalments.some(each => each.amount === 0)) throw wrongField('instalments', '每期金额应大于 0')
  if (sumFen(instalments.map(each => each.amount)) !== whole)
    throw wrongField('instalments', `各期合计应为欠款金额 ${printMoney(whole)} 元`)
  if (days.some((day, n) => n > 0 && day <= (days[n - 1] ?? 0))) throw wrongField('instalments', '到期日应逐期推后')
  if (debt.collected_fen === 0 && first < startOfDay(ctx.now)) throw wrongField('instalments', '到期日不能早于今天')
  if (days.some(day => day > ctx.now + instalmentLimits.days * DAY_MS))
    throw wrongField('instalments', '到期日不能晚于三年后')
}

/** Keeps papers with a debt: the house alone sees them. */
export async function keepDebtPaper(
  ctx: Ctx,
  { id }: Input<typeof calls.uploadDebtPaper>,
  stored: StoredUploads,
): Promise<Output<typeof calls.uploadDebtPaper>> {
  const debt = await lockDebt(ctx, id)
  const files = await keepUploads(ctx, stored, {
    entity: 'debt',
    id,
    category: 'PROOF',
    shipperId: nilId,
    carrierId: nilId,
    branchId: debt.branch_id,
  })
  ctx.touched('debt', id, { debtNo: debt.debt_no, files: String(files.length) })
  return { files }
}
