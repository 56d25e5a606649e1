// The records before and after one, in the order of the list it was opened from.

/** The most lists whose order is kept. */
const keptMost = 20

interface Order {
  readonly order: readonly string[]
  /** Address of the page the list stands on. */
  readonly page: string | undefined
}

/** Addresses of records by the list they stand in; the list drawn last stands last. */
const orders = new Map<string, Order>()

/** Keeps the order of a list as it is drawn: addresses of its records, and that of its page. */
export function keepOrder(list: string, addresses: readonly string[], page?: string): void {
  orders.delete(list)
  orders.set(list, { order: addresses, page })
  const [oldest] = orders.keys()
  if (orders.size > keptMost && oldest !== undefined) orders.delete(oldest)
}

/** The position of a record in the list drawn last that holds it. */
export interface Place extends Order {
  readonly index: number
}

const pathOf = (address: string): string | undefined => address.split('?', 1)[0]
const holds = ({ order }: Order, path: string): boolean => order.some(address => pathOf(address) === path)

/** The place of the record at a path, whatever the query of its address says; undefined where no list with others holds it. */
export function placeOf(path: string): Place | undefined {
  const list = [...orders.values()].findLast(each => each.order.length > 1 && holds(each, path))
  return list && { ...list, index: list.order.findIndex(address => pathOf(address) === path) }
}

/** The page of the list drawn last that holds the record at a path, whatever its query says; undefined where none does. */
export const pageOf = (path: string): string | undefined =>
  [...orders.values()].findLast(each => holds(each, path))?.page
