// The records before and after one, in the order of the list it was opened from.

/** The most lists whose order is kept. */
const keptMost = 20

/** Addresses of records by the list they stand in; the list drawn last stands last. */
const orders = new Map<string, readonly string[]>()

/** Keeps the order of a list as it is drawn: addresses of its records. */
export function keepOrder(list: string, addresses: readonly string[]): void {
  orders.delete(list)
  orders.set(list, addresses)
  const [oldest] = orders.keys()
  if (orders.size > keptMost && oldest !== undefined) orders.delete(oldest)
}

/** The position of a record in the list drawn last that holds it. */
export interface Place {
  readonly order: readonly string[]
  readonly index: number
}

/** The place of a record; undefined where no list with others holds it. */
export function placeOf(address: string): Place | undefined {
  const order = [...orders.values()].findLast(each => each.length > 1 && each.includes(address))
  return order && { order, index: order.indexOf(address) }
}
