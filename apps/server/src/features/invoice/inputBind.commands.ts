// Waybills on input invoices: bound to the fen within the room of the invoice's class, taken off again, and the books of both.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/invoice/input'
import { addFen, fen, printMoney, smallerFen, subtractFen, type Fen } from '@yunshu/domain/figures/money'
import { bindsWaybills, boundLitresOf, boundTaxOf } from '@yunshu/domain/invoice/input'
import { inputClasses, isSupply, type InputClass } from '@yunshu/domain/invoice/inputClass'
import { Problem } from '@yunshu/domain/problems/problems'
import { backdateMonths, periodOf, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { sql, type RawBuilder } from 'kysely'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import {
  freightByHand,
  inputDeducted,
  invoicedCost,
  invoicedSupply,
  suppliedByHand,
  suppliedCost,
  tollsByHand,
} from '../../db/waybillCost.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent, stale } from '../../work/history.ts'
import { postInputs, postInputsRed } from '../voucher/supplyBooks.commands.ts'
import { bindingRows, lockInput, type InputInvoice } from './input.queries.ts'
import { providersOfLines } from './inputProvider.commands.ts'
import { bindableOf, costOfClass, roomOf, type BindableWaybill } from './inputRoom.queries.ts'

type Share = Pick<
  Awaited<ReturnType<ReturnType<typeof bindingRows>['execute']>>[number],
  'id' | 'waybill_id' | 'bound_fen' | 'tax_fen'
>

/**
 * The day on which the tax of an invoice is deducted: now, or the last of the month of its return where that is the one before.
 * Shares bound later than that are deducted as they are bound.
 */
function deductedAt(ctx: Ctx, { tax_period: period }: InputInvoice): number {
  const running = periodOf(ctx.now)
  return period === shiftPeriod(running, -backdateMonths) ? startOfPeriod(running) - 1 : ctx.now
}

/** Books shares of an invoice that is deducted. */
export const bookInputs = (ctx: Ctx, input: InputInvoice, shares: readonly Share[]): Promise<void> =>
  ctx.tx.elevated(() =>
    postInputs(
      ctx,
      deductedAt(ctx, input),
      shares.map(share => ({
        bindingId: share.id,
        class: classOf(input),
        invoiceNo: input.invoice_no,
        branchId: input.branch_id,
        sellerName: input.seller_name,
        waybillId: share.waybill_id,
        amount: fen(share.bound_fen),
        tax: fen(share.tax_fen),
      })),
    ),
  )

const classOf = (input: Pick<InputInvoice, 'class'>): InputClass => keyOf(inputClasses, input.class)

const byHandWords = { FREIGHT: 'input.byHand', FUEL: 'input.fuelByHand', TOLL: 'input.tollByHand' } as const

/**
 * Refuses an invoice that is deducted while vouchers by hand bear the cost of one of these waybills: both together would
 * pass it, so they are one paper, whose tax is in the books already. A voucher by hand does not say whose tolls it bears,
 * so freight and tolls are looked at together too. The caller holds the waybills, as whoever binds by hand does.
 */
export async function assertDeductedOnce(
  { tx }: Ctx,
  input: InputInvoice,
  waybillIds: readonly string[],
): Promise<void> {
  const of = classOf(input)
  const [byHand, cost] = isSupply(of)
    ? [suppliedByHand('w', of), invoicedSupply('w', of)]
    : [freightByHand('w'), invoicedCost('w')]
  const passes = (hand: RawBuilder<unknown>, deducted: RawBuilder<unknown>, most: RawBuilder<unknown>) =>
    sql<boolean>`(${hand} > 0 and ${hand} + ${deducted} > ${most})`
  const own = passes(byHand, inputDeducted('w', of), cost)
  const beside = passes(
    sql`(${freightByHand('w')} + ${tollsByHand('w')})`,
    sql`${inputDeducted('w')} + ${inputDeducted('w', 'TOLL')}`,
    sql`${invoicedCost('w')} + ${suppliedCost('w', 'TOLL')}`,
  )
  const twice = await tx.elevated(() =>
    tx.first(
      sql<{ waybill_no: string }>`select w.waybill_no from waybills w where w.id = any(${[...waybillIds]}::uuid[])
        and (${own} or ${of === 'FUEL' ? sql<boolean>`false` : beside}) order by w.waybill_no limit 1`.compile(q),
    ),
  )
  if (twice) throw new Problem(byHandWords[of], { waybillNo: twice.waybill_no })
}

/** Waybills as everybody holds them who binds an invoice, deducts it or takes it off, before anything of them is written. */
const heldBy = (ids: RawBuilder<unknown>) =>
  sql`select w.id from waybills w where w.id in (${ids}) order by w.id for update`

/** Holds the waybills an invoice is bound to; answers their bindings. */
export async function holdBound({ tx }: Ctx, id: string) {
  const own = sql`select n.waybill_id from input_bindings n where n.input_id = ${id}::uuid and n.unbound_at is null`
  await tx.elevated(() => tx.rows(heldBy(own).compile(q)))
  return tx.rows(bindingRows(id).orderBy('n.id'))
}

/** The part of an invoice that is bound so far, which grows as its waybills are bound one after the other. */
interface Used {
  bound: Fen
  usedTax: Fen
  litres: number
}

/** Binds an invoice to waybills: never more than the invoice has, nor than the cost of a waybill in its class. */
export async function bindInput(
  ctx: Ctx,
  { id, version, lines, provider }: Input<typeof calls.bindInputInvoice>,
): Promise<Output<typeof calls.bindInputInvoice>> {
  const input = await lockInput(ctx, id)
  if (input.version !== version) throw await stale(ctx, id)
  if (!bindsWaybills(input.state)) throw new Problem('input.unchecked')
  const of = classOf(input)
  const ids = lines.map(line => line.waybillId)
  // held first and read in a statement of its own: one that waits for the rows has counted what was bound before it waited
  await ctx.tx.rows(bindableOf(input, ids).select('w.id').forUpdate('w'))
  const rows = await ctx.tx.rows(costOfClass(bindableOf(input, ids), of))
  const used = { bound: fen(input.bound_fen), usedTax: fen(input.used_tax_fen), litres: input.used_litres_cl }
  const made = lines.map(({ waybillId, amount }, index) => {
    const waybill = rows.find(row => row.id === waybillId)
    const why = ids.indexOf(waybillId) === index ? whyNot(of, waybill) : '同一张运单重复出现'
    if (waybill === undefined || why !== undefined) throw wrongField(`lines.${index}.waybillId`, why ?? '')
    return shareOf(input, used, { waybill, amount, field: `lines.${index}.amount` })
  })
  const providers = await providersOfLines(ctx, input, lines, provider)
  const written = await ctx.tx.run(
    q
      .insertInto('input_bindings')
      .values(
        made.map(binding => ({
          ...binding,
          input_id: id,
          class: of,
          provider: providers.get(binding.waybill_id) ?? null,
          carrier_id: input.carrier_id,
          branch_id: input.branch_id,
          by_id: ctx.actor.userId,
          by_name: writtenName(ctx.actor),
          created_at: ctx.now,
        })),
      )
      .onConflict(c => c.doNothing()),
  )
  if (written !== made.length) throw new Problem('input.twice')
  await setBound(ctx, input, used, `绑定 ${made.length} 单`)
  if (input.state === 'ticked') {
    await assertDeductedOnce(ctx, input, ids)
    await bookInputs(ctx, input, made)
  }
  return { id, version: input.version + 1 }
}

/** The reason a waybill cannot bear an invoice of a class, in words; undefined where it can. */
function whyNot(of: InputClass, waybill: BindableWaybill | undefined): string | undefined {
  if (!isSupply(of)) return waybill === undefined ? '不是该承运商可绑定的运单' : undefined
  if (waybill === undefined) return '不是本分公司已签收的运单'
  if (waybill.input_base === null)
    return `${waybill.waybill_no} 签收时还没有${inputClasses[of]}发票抵扣，请用手工凭证入账`
  return waybill.input_base === 'GROSS'
    ? `${waybill.waybill_no} 的承运商 ${waybill.carrier_name} 按含油费、通行费的金额开票，${inputClasses[of]}不能再抵扣`
    : undefined
}

/** The share of an invoice for a waybill, within the room of both. */
function shareOf(
  input: InputInvoice,
  used: Used,
  { waybill, amount, field }: { readonly waybill: BindableWaybill; readonly amount: Fen; readonly field: string },
) {
  const [room, left] = [roomOf(waybill), subtractFen(fen(input.gross_fen), used.bound)]
  if (amount === 0 || amount > room || amount > left)
    throw wrongField(field, `应大于 0，不超过 ${printMoney(smallerFen(room, left))} 元`)
  const invoice = { gross: fen(input.gross_fen), tax: fen(input.tax_fen), ...used }
  const tax = boundTaxOf(invoice, amount)
  const litres =
    input.litres_cl === null ? null : boundLitresOf(invoice, { whole: input.litres_cl, used: used.litres }, amount)
  used.bound = addFen(used.bound, amount)
  used.usedTax = addFen(used.usedTax, tax)
  used.litres += litres ?? 0
  return { id: v7(), waybill_id: waybill.id, bound_fen: amount, tax_fen: tax, litres_cl: litres }
}

async function setBound(
  ctx: Ctx,
  input: InputInvoice,
  { bound, usedTax, litres }: Used,
  action: string,
): Promise<void> {
  await ctx.tx.run(
    q
      .updateTable('input_invoices')
      .set({
        bound_fen: bound,
        used_tax_fen: usedTax,
        used_litres_cl: litres,
        version: input.version + 1,
        updated_at: ctx.now,
      })
      .where('id', '=', input.id),
  )
  await logEvent(ctx, { entity: 'inputInvoice', entityId: input.id, action })
  ctx.touched('inputInvoice', input.id, { invoiceNo: input.invoice_no, action })
}

/** Takes a waybill off an invoice: its tax goes back, in the books too where it was deducted. */
export async function unbindInput(
  ctx: Ctx,
  { id, version, bindingId, reason }: Input<typeof calls.unbindInputInvoice>,
): Promise<Output<typeof calls.unbindInputInvoice>> {
  const input = await lockInput(ctx, id)
  if (input.version !== version) throw await stale(ctx, id)
  const binding = await ctx.tx.one(bindingRows(id).where('n.id', '=', bindingId))
  await ctx.tx.rows(heldBy(sql`${binding.waybill_id}::uuid`).compile(q))
  await ctx.tx.run(
    q
      .updateTable('input_bindings')
      .set({ unbound_at: ctx.now, unbound_name: writtenName(ctx.actor), unbound_reason: reason })
      .where('id', '=', bindingId),
  )
  const left = {
    bound: subtractFen(fen(input.bound_fen), fen(binding.bound_fen)),
    usedTax: subtractFen(fen(input.used_tax_fen), fen(binding.tax_fen)),
    litres: input.used_litres_cl - (binding.litres_cl ?? 0),
  }
  await setBound(ctx, input, left, `解除绑定 ${binding.waybill_no}：${reason}`)
  await ctx.tx.elevated(() =>
    postInputsRed(ctx, {
      bindingIds: [bindingId],
      branchId: input.branch_id,
      summary: `解除进项绑定 ${input.invoice_no}`,
    }),
  )
  return { id, version: input.version + 1 }
}
