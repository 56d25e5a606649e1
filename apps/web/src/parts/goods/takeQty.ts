// Figures of the dialog that takes goods: its initial values, and those in the refusal of a person who came too late.
import type { GoodsRow } from '@yunshu/contract/goods/goods'
import { problems } from '@yunshu/domain/problems/problems'
import { unitPrice, type UnitPrice } from '@yunshu/domain/figures/unitPrice'
import { Refusal } from '../../lib/errors.ts'

/** The quantity left, from the refusal of a lost race; undefined for other errors. */
export const remainOf = (error: unknown): number | undefined => figureOf(error, 'goods.remain', 'remainQty')

/** The price in force as the refusal of one who saw another says it; undefined for other errors. */
export function priceOf(error: unknown): UnitPrice | undefined {
  const price = figureOf(error, 'goods.repriced', 'carrierUnitPrice')
  return price === undefined ? undefined : unitPrice(price)
}

function figureOf(error: unknown, problem: 'goods.remain' | 'goods.repriced', key: string): number | undefined {
  if (!(error instanceof Refusal) || error.code !== problems[problem].code) return undefined
  const { data } = error
  const figure: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, key) : undefined
  return typeof figure === 'number' && Number.isSafeInteger(figure) && figure >= 0 ? figure : undefined
}

/** The quantity proposed at first: one truck's load, or all where a truck has no limit. */
export const firstQty = ({
  quantityMode,
  perTruckMax,
  remainQty,
}: Pick<GoodsRow, 'quantityMode' | 'perTruckMax' | 'remainQty'>): number =>
  Math.min(remainQty, quantityMode === 'BY_TRUCK' ? 1 : (perTruckMax ?? remainQty))
