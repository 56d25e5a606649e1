// The room of waybills for an input invoice of a class: those that can bear it, their cost in the class, and what is bound of it.
import { fen, subtractFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { isSupply, type InputClass } from '@yunshu/domain/invoice/inputClass'
import { sql, type RawBuilder } from 'kysely'
import { q } from '../../db/tx.ts'
import { inputBound, invoicedCost, invoicedSupply } from '../../db/waybillCost.ts'
import type { InputInvoice } from './input.queries.ts'

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
