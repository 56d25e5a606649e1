// The orders of the waybill list that somebody is offered: one by an amount they may not see would tell it.
import { isHouseSide, type Permit, type RoleSide } from '@yunshu/domain/permits/permits'
import { listSorts } from '@yunshu/domain/sorting'
import type { Sorts } from '../../ui/list/SortMenu.tsx'

/** The amount is that of the reader's own side; a company on both sides has none that could be compared. */
export function waybillSorts(sides: readonly RoleSide[], can: (permit: Permit) => boolean): Sorts {
  const { amount, ...others } = listSorts.waybills
  const isHouse = sides.some(isHouseSide)
  const seesShippers = (isHouse || sides.includes('shipper')) && can('price.shipper')
  const seesCarriers = (isHouse || sides.includes('carrier')) && can('price.carrier')
  const hasOwn = isHouse ? seesShippers || seesCarriers : sides.length === 1 && (seesShippers || seesCarriers)
  return hasOwn ? { ...others, amount } : others
}
