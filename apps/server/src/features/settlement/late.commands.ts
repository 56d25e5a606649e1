// A late success: for each line of its payment the first payment of the part, or a second one. Orders that would pay a line
// again and have not left are given up.
import { fen, printMoney, sumFen } from '@yunshu/domain/figures/money'
import { paymentStates, settlementStates } from '@yunshu/domain/settlement/settlement'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { tellHappening } from '../../work/outbox.ts'
import { openDebt } from '../debt/open.commands.ts'
import { postLateMoney, postPaymentFailed } from '../voucher/paymentBooks.commands.ts'
import { linesWithout } from './change.queries.ts'
import { familyEndOf, moveLines } from './failure.commands.ts'
import { isOver, isUnsent, lockFamily } from './family.queries.ts'
import { findPaymentsOf, isUnderWay, typedPayment, type Payment } from './payment.queries.ts'
import { dayOfWord, endFamily, finishSheet, linesPaidBy, ofBooks, paidBy, type BankWord } from './payment.results.ts'
import { debtOf } from './release.commands.ts'
import { findLines, payersWith, type Sheet, type SheetLine } from './settlement.queries.ts'
import { settleWaybills } from './waybillSettle.ts'

/** A line whose part is paid by this money, the sheet it stands on, and the one it is paid on. */
interface Placed {
  readonly line: SheetLine
  readonly from: Sheet
  readonly to: Sheet
  /** The payment that was to pay it again and has not left. */
  readonly order: Payment | undefined
}

/**
 * A payment that had failed or come back is out after all. Line by line: where nobody has been paid since, it is the
 * payment of its part, and the sheets that would pay it again lose the line; where another payment has arrived or is under
 * way, or its sheet was closed, the carrier owes the money, and its next sheet takes it off.
 */
export async function succeedLate(
  ctx: Ctx,
  sheet: Sheet,
  payment: Payment,
  fact: BankWord & { bank_serial: string | null },
): Promise<void> {
  const reason = `支付任务 ${payment.task_no} 到账`
  const at = dayOfWord(fact, payment)
  await move(ctx, paymentStates, payment, 'succeedLate', {
    set: { bank_serial: fact.bank_serial, reason: null, done_at: at, next_at: null },
  })
  const lines = await linesPaidBy(ctx, payment)
  const family = await lockFamily(ctx, sheet)
  const placed = await placesOf(ctx, family, sheet, lines)
  const first = placed.map(({ line }) => line)
  const twice = linesWithout(lines, first)
  await markLate(ctx, payment, 'first', first)
  await markLate(ctx, payment, 'twice', twice)
  await bringUp(ctx, placed, reason)
  await settleWaybills(ctx, first)
  // the lowest first: each tells the one it was made of
  for (const left of pathsOf(family, placed).toReversed()) await leaveSheet(ctx, left, placed, reason)
  for (const { id } of new Set([sheet, ...placed.map(({ to }) => to)])) await endPaidLate(ctx, await reread(ctx, id))
  await openDebt(ctx, 'DOUBLE', { ...debtOf(sheet), paymentId: payment.id }, paidBy(twice))
  if (first.length > 0) await postLateMoney(ctx, ofBooks(payment, paidBy(first)), { id: fact.id, at }, 'late')
  if (twice.length > 0) await postLateMoney(ctx, ofBooks(payment, paidBy(twice)), { id: fact.id, at }, 'twice')
}

/** The sheets from one up to the first of its chain, itself included. */
function chainOf(family: readonly Sheet[], sheet: Sheet): Sheet[] {
  const parent = family.find(({ settlement_num }) => settlement_num === sheet.p_settlement_num)
  return parent === undefined ? [sheet] : [sheet, ...chainOf(family, parent)]
}

/** The lines that nobody has paid since, each with where it stands and where it belongs. */
async function placesOf(
  ctx: Ctx,
  family: readonly Sheet[],
  own: Sheet,
  lines: readonly SheetLine[],
): Promise<Placed[]> {
  const parts = lines.map(line => line.part_id)
  const standing = await ctx.tx.rows(
    sql<{ part_id: string; settlement_id: string; payment_id: string | null; is_paid: boolean }>`
      select l.part_id, l.settlement_id, l.payment_id, exists (select from settlement_lines o join payments y on y.id = o.payment_id
          where o.waybill_id = l.waybill_id and o.part_id = l.part_id and o.late is distinct from 'twice'
            and y.state = 'success' and o.payment_id <> all(${[
              ...new Set(lines.flatMap(line => line.payment_id ?? [])),
            ]}::uuid[])) as is_paid
      from settlement_lines l where l.is_open and l.part_id = any(${parts}::uuid[])`.compile(q),
  )
  const orders = await lockOrders(
    ctx,
    standing.flatMap(row => row.payment_id ?? []),
  )
  const chain = chainOf(family, own)
  const places = new Map(standing.map(row => [row.part_id, row]))
  return lines.flatMap(line => {
    const at = places.get(line.part_id)
    const from = family.find(({ id }) => id === at?.settlement_id)
    if (at === undefined || from === undefined || at.is_paid) return []
    const order = orders.get(at.payment_id ?? '')
    if (order?.state === 'sent' || order?.state === 'unknown') return []
    const above = new Set(chainOf(family, from).map(({ id }) => id))
    const to = chain.find(({ id }) => above.has(id))
    if (to === undefined) throw new Error('two sheets of a family have a first one')
    return [{ line, from, to, order: order?.state === 'created' ? order : undefined }]
  })
}

/** Payments under lock by their ids: one that waits in a file may be leaving at this moment. */
async function lockOrders(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Payment>> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('payments')
      .selectAll()
      .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
      .orderBy('id')
      .forUpdate(),
  )
  return new Map(rows.map(row => [row.id, typedPayment(row)]))
}

async function markLate(
  ctx: Ctx,
  payment: Payment,
  late: 'first' | 'twice',
  lines: readonly SheetLine[],
): Promise<void> {
  await ctx.tx.run(
    q
      .updateTable('settlement_lines')
      .set({ late })
      .where('payment_id', '=', payment.id)
      .where(sql<boolean>`part_id = any(${lines.map(line => line.part_id)}::uuid[])`),
  )
}

/** Gives up what would pay these lines again, and has each stand where its money arrived. */
async function bringUp(ctx: Ctx, placed: readonly Placed[], reason: string): Promise<void> {
  for (const order of new Set(placed.flatMap(each => each.order ?? []))) {
    await move(ctx, paymentStates, order, 'drop', { reason, set: { reason, done_at: ctx.now, next_at: null } })
    await postPaymentFailed(ctx, ofBooks(order))
  }
  const away = placed.filter(({ from, to }) => from.id !== to.id)
  for (const moved of Map.groupBy(away, ({ from, to }) => `${from.id} ${to.id}`).values()) {
    const [one] = moved
    const lines = moved.map(({ line }) => line)
    if (one !== undefined) await moveLines(ctx, lines, { from: one.from.id, to: one.to })
  }
}

/** The sheets that lines left, from where they stood to below where they belong, in the order in which they were made. */
function pathsOf(family: readonly Sheet[], placed: readonly Placed[]): Sheet[] {
  const left = new Set(
    placed.flatMap(({ from, to }) => {
      const chain = chainOf(family, from)
      return chain.slice(0, chain.indexOf(to))
    }),
  )
  return family.filter(sheet => left.has(sheet))
}

/** A sheet that lost lines: void or shorter where nothing of it has left, else where its payments stand. */
async function leaveSheet(ctx: Ctx, seen: Sheet, placed: readonly Placed[], reason: string): Promise<void> {
  const sheet = await reread(ctx, seen.id)
  if (!isUnsent(sheet.state)) return endPaidLate(ctx, sheet)
  const left = new Set(placed.filter(({ from }) => from.id === sheet.id).map(({ line }) => line.part_id))
  const rest = (await findLines(ctx, sheet.id)).filter(line => !left.has(line.part_id))
  if (rest.length > 0) return shorten(ctx, sheet, rest, left, reason)
  await move(ctx, settlementStates, sheet, 'dropFailure', { reason })
  await tellHappening(ctx, 'settlement.released', payersWith(sheet, 'settlement.make'), {
    settlementNum: sheet.settlement_num,
  })
}

/** Takes lines off a sheet of which nothing has left: whoever approves or pays it looks at its new amount. */
async function shorten(
  ctx: Ctx,
  sheet: Sheet,
  rest: readonly SheetLine[],
  left: ReadonlySet<string>,
  reason: string,
): Promise<void> {
  await ctx.tx.run(
    q
      .deleteFrom('settlement_lines')
      .where('settlement_id', '=', sheet.id)
      .where(sql<boolean>`part_id = any(${[...left]}::uuid[])`),
  )
  const sums = sumsOfAgain(rest)
  await ctx.tx.run(
    q
      .updateTable('settlements')
      .set({ ...sums, version: sql<number>`version + 1`, updated_at: ctx.now })
      .where('id', '=', sheet.id),
  )
  await logEvent(ctx, {
    entity: 'settlement',
    entityId: sheet.id,
    action: '原款到账，移出运单',
    reason,
    diff: [{ field: '应付金额', old: printMoney(fen(sheet.due_fen)), new: printMoney(sums.due_fen) }],
  })
}

/** The sums of a sheet that pays lines again. */
const sumsOfAgain = (lines: readonly SheetLine[]) => {
  const sumOf = (read: (line: SheetLine) => number) => sumFen(lines.map(line => fen(read(line))))
  return {
    line_count: lines.length,
    payable_fen: sumOf(line => line.freight_fen),
    oil_fen: sumOf(line => line.oil_fen),
    advanced_fen: sumOf(line => line.advanced_fen),
    deducted_fen: sumOf(line => line.deducted_fen),
    penalty_fen: sumOf(line => line.penalty_fen),
    carried_in_fen: sumOf(line => line.set_off_fen),
    due_fen: sumOf(line => line.pay_fen),
  }
}

/** Ends a sheet of which money has left once nothing of it is under way or to be paid. */
async function endPaidLate(ctx: Ctx, sheet: Sheet): Promise<void> {
  if (isOver(sheet.state) || isUnsent(sheet.state)) return
  const payments = await findPaymentsOf(ctx, sheet.id)
  if (payments.some(isUnderWay)) return
  if ((await familyEndOf(ctx, sheet)) === 'paid') return void (await finishSheet(ctx, sheet, payments))
  // one whose only open payment was given up has no more to wait for
  const waiting = sheet.state === 'paying' ? await move(ctx, settlementStates, sheet, 'fail') : sheet
  await endFamily(ctx, waiting)
}

/** A sheet the caller holds, as it stands by now. */
async function reread(ctx: Ctx, id: string): Promise<Sheet> {
  const row = await ctx.tx.one(q.selectFrom('settlements').selectAll().where('id', '=', id))
  return { ...row, state: keyOf(settlementStates.states, row.state) }
}
