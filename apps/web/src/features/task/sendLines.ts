// Tasks while they are made: which goods, how much of each, at which price, and what is wrong with each.
import type { Input } from '@yunshu/contract/call'
import type { SendableGoods, sendTasks } from '@yunshu/contract/task/task'
import { printQuantity } from '@yunshu/domain/goods/quantity'
import { printUnitPrice, type UnitPrice } from '@yunshu/domain/figures/unitPrice'
import { isUnreadable, type Unreadable } from '../../ui/fields/unreadable.ts'

/** Part of some goods to send, as far as it is filled; it keeps the goods as they were chosen. */
export interface SendLine {
  readonly goods: SendableGoods
  readonly qty: number | Unreadable | undefined
  /** Undefined: the price of the goods. */
  readonly price: UnitPrice | Unreadable | undefined
}

/** The most tasks sent at once. @source contract/task.ts */
export const sendMax = 20

/** A line starts with all that is left. */
export const newSendLine = (goods: SendableGoods): SendLine => ({ goods, qty: goods.remainQty, price: undefined })

/** The lines with their goods as they are now: the rest may have changed while the lines were filled. */
export function refreshedLines(lines: readonly SendLine[], goods: readonly SendableGoods[]): readonly SendLine[] {
  return lines.map(line => ({ ...line, goods: goods.find(({ id }) => id === line.goods.id) ?? line.goods }))
}

/** Faults of a line by field; empty when it can be sent. */
export function sendFaults({ goods, qty, price }: SendLine): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {}
  if (isUnreadable(qty)) faults['qty'] = qty.fault
  else if (qty === undefined) faults['qty'] = '请填写数量'
  else if (qty > goods.remainQty)
    faults['qty'] = `不能超过剩余数量 ${printQuantity(goods.quantityMode, goods.remainQty)}`
  if (isUnreadable(price)) faults['carrierUnitPrice'] = price.fault
  else if (price === 0) faults['carrierUnitPrice'] = '须大于0'
  return faults
}

/** The remark on a price for the house before it sends; undefined when there is none. */
export function marginNote({ goods, price }: SendLine): string | undefined {
  const own = isUnreadable(price) ? undefined : price
  if (own === undefined || goods.shipperUnitPrice === undefined) return undefined
  if (own > goods.shipperUnitPrice) return `高于托运单价 ${printUnitPrice(goods.shipperUnitPrice)}，每单位亏损`
  return undefined
}

/** The lines as they are sent; undefined while one of them is not complete. */
export function asSentTasks(lines: readonly SendLine[]): Input<typeof sendTasks>['lines'] | undefined {
  const sent = lines.flatMap(({ goods, qty, price }) =>
    typeof qty === 'number' && !isUnreadable(price)
      ? [{ goodsId: goods.id, qty, ...(price === undefined ? {} : { carrierUnitPrice: price }) }]
      : [],
  )
  return sent.length === lines.length && sent.length > 0 ? sent : undefined
}
