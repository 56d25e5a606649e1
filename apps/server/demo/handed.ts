// Work of the demo that was handed down: tasks one carrier took of goods and gave whole to another, for less than it gets.
import { subtractFen, type Fen } from '@yunshu/domain/figures/money'
import { unitPrice, type UnitPrice } from '@yunshu/domain/figures/unitPrice'
import { DAY_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { idMaker } from './ids.ts'
import type { Handed, Lot, TaskPlan } from './lots.ts'

/** The carrier that hands work down, the one that does it, and what the first keeps per unit, 10⁻⁴ yuan. */
const [releaser, hauler, less] = ['carrier', 'carrier4', unitPrice(50_000)]
/** Tasks that were handed down, and the days for which the newest has been over. */
const [handedTasks, overDays] = [5, 11]

/** Minutes after the first carrier took a task until it gave it to the next, and that one took it. */
export const handedAfter = { given: 8 * MINUTE_MS, taken: 20 * MINUTE_MS } as const

/** The lots with the newest whole tasks of one carrier handed down by another; answers new lots. */
export function handDown(lots: readonly Lot[], now: number): Lot[] {
  const parentId = idMaker(223)
  const chosen = lots
    .flatMap(lot => (lot.route.key === 'coal' ? lot.tasks : []))
    .filter(task => canBeHanded(task, now))
    .toSorted((a, b) => b.createdAt - a.createdAt)
    .slice(0, handedTasks)
  const handed = new Map(
    chosen.map((task, turn): [TaskPlan, Handed] => [
      task,
      { parentId: parentId(task.createdAt), carrier: releaser, less, turn },
    ]),
  )
  return lots.map(lot => ({
    ...lot,
    tasks: lot.tasks.map(task => {
      const by = handed.get(task)
      return by === undefined ? task : { ...task, handed: by }
    }),
  }))
}

/** A task of some trips that all came to an end without trouble, long enough ago. */
const canBeHanded = ({ carrier, returned, left, trips, createdAt }: TaskPlan, now: number): boolean =>
  carrier === hauler &&
  returned === undefined &&
  left === 0 &&
  trips.length > 4 &&
  trips.every(trip => trip.isSpilled !== true && trip.steps.at(-1)?.move === 'sign') &&
  createdAt < now - overDays * DAY_MS

/** The price of whoever hauls a task: that of the goods, less what the carrier above keeps. */
export const priceOfTask = ({ terms }: Lot, { handed }: TaskPlan): UnitPrice =>
  handed === undefined ? terms.carrierPrice : unitPrice(terms.carrierPrice - handed.less)

/** The fee of the carrier above for a waybill: the freight at its price, less that of whoever hauls. */
export const feeAbove = (lot: Lot, task: TaskPlan, freightAt: (price: UnitPrice) => Fen): Fen =>
  subtractFen(freightAt(lot.terms.carrierPrice), freightAt(priceOfTask(lot, task)))
