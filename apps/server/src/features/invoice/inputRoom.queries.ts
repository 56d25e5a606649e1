// The room of waybills for an input invoice of a class: those that can bear it, their cost in the class, and what is bound of it.
import type { Input, Output } from '@yunshu/contract/call'
import type { listInputCandidates } from '@yunshu/contract/invoice/input'
import { fen, subtractFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { inputClasses, isSupply, type InputClass } from '@yunshu/domain/invoice/inputClass'
import { sql, type RawBuilder } from 'kysely'
import { contains } from '../../db/conditions.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import { q } from '../../db/tx.ts'
import { inputBound, invoicedCost, invoicedSupply } from '../../db/waybillCost.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf } from '../../work/scope.ts'
import { inputRows, ownInputs, type InputInvoice } from './input.queries.ts'

/** Signed waybills that an invoice can be of: those of its carrier at its branch, of fuel and tolls all of the branch. */
export const isBearer = (input: Pick<InputInvoice, 'class' | 'carrier_id' | 'branch_id'>): RawBuilder<boolean> =>
  input.class === 'FREIGHT'
    ? sql<boolean>`(w.carrier_id = ${input.carrier_id}::uuid and w.branch_id = ${input.branch_id}::uuid
        and w.state in ('signed', 'finished'))`
    : sql<boolean>`(w.branch_id = ${input.branch_id}::uuid and w.state in ('signed', 'finished'))`

/** Of the waybills told, those an invoice can be of, in the order in which everybody holds them. */
export const bindableOf = (input: InputInvoice, ids: readonly string[]) =>
  q
    .selectFrom('waybills as w')
    .where(sql<boolean>`w.id = any(${[...ids]}::uuid[])`)
    .where(isBearer(input))
    .orderBy('w.id')

/** The cost of a waybill in a class that an invoice can be for. Fen. */
export const costIn = (of: InputClass): RawBuilder<number> =>
  isSupply(of) ? invoicedSupply('w', of) : invoicedCost('w')

/** Waybills with their cost in a class, and what is bound of it. */
export const costOfClass = (waybills: ReturnType<typeof bindableOf>, of: InputClass) =>
  waybills
    .innerJoin('companies as c', 'c.id', 'w.carrier_id')
    .select(['w.id', 'w.waybill_no', 'w.input_base', 'c.name as carrier_name'])
    .select([costIn(of).as('cost'), inputBound('w', of).as('bound')])
export type BindableWaybill = Awaited<ReturnType<ReturnType<typeof costOfClass>['execute']>>[number]

/** The part of the cost no invoice of the class is bound to. */
export const roomOf = ({ cost, bound }: Pick<BindableWaybill, 'cost' | 'bound'>): Fen =>
  cost > bound ? subtractFen(fen(cost), fen(bound)) : ZERO_FEN

/** Waybills whose fuel or tolls have invoices of their own, as their index names them. */
const hasSupply = {
  FUEL: sql<boolean>`w.input_base = 'CASH_ONLY' and w.oil_fen > 0`,
  TOLL: sql<boolean>`w.input_base = 'CASH_ONLY' and w.toll_fen > 0`,
} as const

/** Waybills that can bear an invoice and whose cost in its class is not fully bound, newest first. */
export async function findInputCandidates(
  ctx: Ctx,
  input: Input<typeof listInputCandidates>,
): Promise<Output<typeof listInputCandidates>> {
  const invoice = await ctx.tx.one(inputRows.where('i.id', '=', input.id).where(ownInputs(ctx.actor, 'i')))
  const of = keyOf(inputClasses, invoice.class)
  const rows = await ctx.tx.rows(
    q
      .selectFrom('waybills as w')
      .innerJoin('companies as c', 'c.id', 'w.carrier_id')
      .select(['w.id', 'w.waybill_no', 'w.signed_at', 'w.load_place', 'w.unload_place', 'w.plate', 'c.name as carrier'])
      .select([costIn(of).as('cost'), inputBound('w', of).as('bound')])
      .where(
        allOf([
          isBearer(invoice),
          isSupply(of) ? hasSupply[of] : undefined,
          sql<boolean>`${costIn(of)} > ${inputBound('w', of)}`,
          contains(['w.waybill_no', 'w.plate'], input.text),
          afterCursor(input, 'w.id'),
        ]),
      )
      .orderBy('w.id', 'desc')
      .limit(rowsToAsk(input)),
  )
  return toPage(rows, input, row => ({
    id: row.id,
    waybillNo: row.waybill_no,
    signedAt: row.signed_at ?? 0,
    load: row.load_place,
    unload: row.unload_place,
    plate: row.plate,
    carrierName: row.carrier,
    cost: fen(row.cost),
    bound: fen(row.bound),
    open: roomOf(row),
  }))
}
