// Binding waybills to vouchers: never more than the voucher has, nor than the waybill cost in that class.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/voucher/bind'
import { addFen, fen, printMoney, subtractFen, sumFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import { bindClasses, bindFault, fillInOrder } from '@yunshu/domain/voucher/binding'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { nilId, q } from '../../db/tx.ts'
import { fieldFault } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { findFree, holdOldest, leftOf, lockBound, type FreeWaybill } from './binding.queries.ts'

/** Binds waybills with amounts, all or none; a waybill that is bound already gets the sum. */
export async function bindWaybills(
  ctx: Ctx,
  { id, branchId, rows }: Input<typeof calls.bindWaybills>,
): Promise<Output<typeof calls.bindWaybills>> {
  const voucher = await lockBound(ctx, id, branchId)
  const { class: of } = voucher
  if (of === undefined || !voucher.isOpen) throw new Problem('voucher.unbindable')
  // held in one order by everybody who binds the same waybills or deducts their invoices, after their voucher, and read in a
  // statement of its own: a class has room by what others bear
  await ctx.tx.rows(
    q
      .selectFrom('waybills')
      .select('id')
      .where(sql<boolean>`id = any(${rows.map(row => row.waybillId)}::uuid[])`)
      .where('branch_id', '=', branchId)
      .orderBy('id')
      .forUpdate(),
  )
  const free = await findFree(
    ctx,
    { ...voucher, class: of },
    branchId,
    rows.map(row => row.waybillId),
  )
  const faults: Record<string, string> = {}
  const taken = new Map<string, number>()
  let left = leftOf(voucher)
  for (const [n, { waybillId, amount }] of rows.entries()) {
    const found = free.get(waybillId)
    if (found === undefined) faults[`rows.${n}.waybillId`] = '不是本分公司已签收的运单'
    else if (taken.has(waybillId)) faults[`rows.${n}.waybillId`] = '同一张运单重复出现'
    else {
      const fault = bindFault(amount, { free: found.free, left })
      if (fault !== undefined) faults[`rows.${n}.amount`] = `${found.waybillNo} ${fault}${whyFull(found, amount)}`
      else left = subtractFen(left, amount)
    }
    taken.set(waybillId, amount)
  }
  const fault = fieldFault(faults)
  if (fault) throw fault
  for (const { waybillId, amount } of rows) await bindOne(ctx, { voucher: id, branchId, of, waybillId, amount })
  const sum = sumFen(rows.map(row => row.amount))
  await logEvent(ctx, {
    entity: 'voucher',
    entityId: id,
    action: '绑定运单',
    diff: [{ field: bindClasses[of], old: '', new: `${rows.length} 张运单，${printMoney(sum)} 元` }],
  })
  ctx.touched('voucher', id, { voucherNo: voucher.voucherNo, rows: String(rows.length) })
  return { bound: addFen(voucher.bound, sum), left }
}

/** The reason a waybill has less room than it cost, where invoices the product deducted bear it. */
const whyFull = ({ free, deducted }: FreeWaybill, amount: Fen): string =>
  amount > free && deducted > 0 ? `，已勾选的进项发票承担 ${printMoney(deducted)} 元` : ''

/** Binds the oldest waybills a filter finds until the voucher is full; those that others fill meanwhile are passed over. */
export async function fillVoucher(
  ctx: Ctx,
  { id, branchId, ...filter }: Input<typeof calls.fillVoucher>,
): Promise<Output<typeof calls.fillVoucher>> {
  const voucher = await lockBound(ctx, id, branchId)
  if (voucher.class === undefined || !voucher.isOpen) throw new Problem('voucher.unbindable')
  const rows = fillInOrder(leftOf(voucher), await holdOldest(ctx, voucher, voucher.class, filter))
    .filter(({ amount }) => amount > 0)
    .map(({ id: waybillId, amount }) => ({ waybillId, amount }))
  if (rows.length === 0) throw new Problem('input.noRoom')
  const bound = await bindWaybills(ctx, { id, branchId, rows })
  return { ...bound, waybills: rows.length, amount: sumFen(rows.map(({ amount }) => amount)) }
}

interface Binding {
  readonly voucher: string
  readonly branchId: string
  readonly of: keyof typeof bindClasses
  readonly waybillId: string
  readonly amount: number
}

/** A waybill bound before is bound anew with the sum: one live row for a voucher and a waybill. */
async function bindOne(ctx: Ctx, { voucher, branchId, of, waybillId, amount }: Binding): Promise<void> {
  const before = await ctx.tx.first(
    q
      .selectFrom('voucher_waybills')
      .select(['id', 'amount_fen'])
      .where('voucher_id', '=', voucher)
      .where('waybill_id', '=', waybillId)
      .where('unbound_at', 'is', null),
  )
  const by = { by_id: ctx.actor.userId, by_name: writtenName(ctx.actor), at: ctx.now }
  if (before)
    await ctx.tx.run(
      q
        .updateTable('voucher_waybills')
        .set({ unbound_at: ctx.now, unbound_name: by.by_name, reason: '追加绑定' })
        .where('id', '=', before.id),
    )
  await ctx.tx.run(
    q.insertInto('voucher_waybills').values({
      id: v7(),
      voucher_id: voucher,
      waybill_id: waybillId,
      branch_id: branchId,
      class: of,
      amount_fen: addFen(before ? fen(before.amount_fen) : ZERO_FEN, fen(amount)),
      ...by,
    }),
  )
}

/** Takes a binding back; it stays with its reason. */
export async function unbindWaybill(
  ctx: Ctx,
  { id, branchId, reason }: Input<typeof calls.unbindWaybill>,
): Promise<Output<typeof calls.unbindWaybill>> {
  const row = await ctx.tx.one(
    q
      .selectFrom('voucher_waybills as x')
      .innerJoin('waybills as w', 'w.id', 'x.waybill_id')
      .innerJoin('vouchers as v', 'v.id', 'x.voucher_id')
      .select(['x.id', 'x.voucher_id', 'x.amount_fen', 'x.unbound_at', 'w.waybill_no', 'v.voucher_no'])
      .where('x.id', '=', id)
      .where('x.branch_id', '=', branchId)
      .where('x.branch_id', '=', ctx.actor.branchId ?? nilId)
      .forUpdate('x'),
  )
  if (row.unbound_at !== null) throw new Problem('voucher.unbound')
  await ctx.tx.run(
    q
      .updateTable('voucher_waybills')
      .set({ unbound_at: ctx.now, unbound_name: writtenName(ctx.actor), reason })
      .where('id', '=', id),
  )
  await logEvent(ctx, {
    entity: 'voucher',
    entityId: row.voucher_id,
    action: '解除绑定',
    reason,
    diff: [{ field: row.waybill_no, old: `${printMoney(fen(row.amount_fen))} 元`, new: '' }],
  })
  ctx.touched('voucher', row.voucher_id, { voucherNo: row.voucher_no })
  return {}
}

/** A waybill that is void has no cost: vouchers bound to it have their room again. */
export async function releaseWaybill(ctx: Ctx, waybillId: string, reason: string): Promise<void> {
  await ctx.tx.elevated(() =>
    ctx.tx.run(
      q
        .updateTable('voucher_waybills')
        .set({ unbound_at: ctx.now, unbound_name: writtenName(ctx.actor), reason })
        .where('waybill_id', '=', waybillId)
        .where('unbound_at', 'is', null),
    ),
  )
}
