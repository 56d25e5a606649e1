// Dividing what is left of a task among trucks: the same for each, or each as full as it may be.

/** The capacity of one truck, in the unit of the goods. */
export interface TruckRoom {
  readonly most: number
}

/**
 * As even a share for each truck as their limits let it be, in whole steps but for the last grams: 64 t on three trucks
 * are 21.333, 21.333 and 21.334 t. Together the shares are the total, or all room there is if that is less.
 */
export function splitEvenly(total: number, trucks: readonly TruckRoom[], step = 1): number[] {
  const shares = trucks.map(() => 0)
  let rest = total
  // the truck with the least room comes first: the rest of its share is left for the others
  const order = trucks.map(({ most }, index) => ({ most, index })).sort((a, b) => a.most - b.most || a.index - b.index)
  for (const [n, { most, index }] of order.entries()) {
    const even = Math.floor(rest / (order.length - n) / step) * step
    shares[index] = Math.min(most, even)
    rest -= Math.min(most, even)
  }
  for (const { most, index } of order.toReversed()) {
    const more = Math.min(rest, most - (shares[index] ?? 0))
    shares[index] = (shares[index] ?? 0) + more
    rest -= more
  }
  return shares
}

/** Each truck as full as it may be, in their order, until nothing is left; those that come after get 0. */
export function fillUp(total: number, trucks: readonly TruckRoom[]): number[] {
  let rest = total
  return trucks.map(({ most }) => {
    const share = Math.min(rest, most)
    rest -= share
    return share
  })
}
