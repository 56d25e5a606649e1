// Orders of lists beside newest first: their keys, their direction, and when a list can be brought into one.
import type { GoodsState } from './goods/goods.ts'
import type { SettlementState } from './settlement/settlement.ts'
import type { TaskState } from './task/task.ts'
import type { WaybillState } from './waybill/waybill.ts'

interface Order {
  readonly label: string
  readonly way: 'up' | 'down'
  /** The same as its column shows it, for readers: the earliest moment is the longest stay. */
  readonly sort: 'ascending' | 'descending'
}

/** Each order has one direction: the rows that ask for somebody first, and those without the key last. */
export const listOrders = {
  dueAt: { label: '到期早的在前', way: 'up', sort: 'ascending' },
  amount: { label: '金额大的在前', way: 'down', sort: 'descending' },
  open: { label: '余额大的在前', way: 'down', sort: 'descending' },
  stateSince: { label: '停留久的在前', way: 'up', sort: 'descending' },
} as const satisfies Readonly<Record<string, Order>>
export type ListOrder = keyof typeof listOrders

/** The most rows that are sorted whole. */
export const sortedMost = 10_000

/** Waybills on their way: what is signed leaves the indexes of orders. */
const openWaybills: readonly WaybillState[] = [
  'toAccept',
  'toLoad',
  'loading',
  'inTransit',
  'interrupted',
  'arrived',
  'toSign',
  'disputed',
]
const openSheets: readonly SettlementState[] = [
  'draft',
  'submitted',
  'rejected',
  'approved',
  'voiding',
  'paying',
  'partial',
]
const noGoods: readonly GoodsState[] = []
const noTasks: readonly TaskState[] = []
const none: readonly string[] = []

/** The orders of each list, and the states of which an index keeps the order, however many rows there are. */
export const listSorts = {
  waybills: { dueAt: [], amount: [], stateSince: openWaybills },
  goods: { dueAt: noGoods, stateSince: noGoods },
  tasks: { dueAt: noTasks, stateSince: noTasks },
  debts: { dueAt: none, open: none },
  invoiceApps: { amount: none },
  inputInvoices: { amount: none },
  remittances: { amount: none },
  settlements: { dueAt: openSheets, amount: openSheets, stateSince: openSheets },
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<ListOrder, readonly string[]>>>>>

/** True where a list of so many rows, all of this state if one is chosen, can be brought into an order. */
export const isSortable = (kept: readonly string[], state: string | undefined, rows: number): boolean =>
  rows <= sortedMost || (state !== undefined && kept.includes(state))
