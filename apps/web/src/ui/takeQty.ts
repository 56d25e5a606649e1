// Quantities of the dialog that takes goods: what it starts with, and what a lost race leaves.
import type { GoodsRow } from '@yunshu/contract/goods'
import { problems } from '@yunshu/domain/problems'
import { Refusal } from '../lib/errors.ts'

/** What is left as the refusal of a lost race says it; undefined for other errors. */
export function remainOf(error: unknown): number | undefined {
  if (!(error instanceof Refusal) || error.code !== problems['goods.remain'].code) return undefined
  const { data } = error
  const left: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'remainQty') : undefined
  return typeof left === 'number' && Number.isSafeInteger(left) && left >= 0 ? left : undefined
}

/** What is offered to be taken at first: one truck's load, or all where a truck has no limit. */
export const firstQty = ({ quantityMode, perTruckMax, remainQty }: Pick<GoodsRow, 'quantityMode' | 'perTruckMax' | 'remainQty'>): number =>
  Math.min(remainQty, quantityMode === 'BY_TRUCK' ? 1 : (perTruckMax ?? remainQty))
