// What a change to a thing makes stale: the calls that show it, for pushes to other people and for one's own writes.
import type { Call } from './call.ts'
import { countGoods, getGoods, listGoods, listOffers } from './goods.ts'
import { getHome } from './message.ts'
import { countSettlements, getSettlement, listSettleable, listSettlements } from './settlement.ts'
import { countTasks, getAppointView, listTasks } from './task.ts'
import { listDrivers, listVehicles } from './vehicle.ts'
import { getTrialBalance, getVoucher, listLedger, listVouchers } from './voucher.ts'
import { countWaybills, getWaybill, listWaybills } from './waybill.ts'

const table = <const T extends Record<string, readonly Call[]>>(t: T): { readonly [K in keyof T]: readonly Call[] } => t

const topics = table({
  goods: [listGoods, countGoods, getGoods, listOffers, getHome],
  // goods name their tasks and waybills; candidates for an appointment are judged by their open waybills
  task: [listTasks, countTasks, getAppointView, getGoods, getHome],
  waybill: [listWaybills, countWaybills, getWaybill, getGoods, getAppointView, listSettleable, getHome],
  settlement: [listSettlements, countSettlements, getSettlement, listSettleable, getHome],
  voucher: [listVouchers, getVoucher, getTrialBalance, listLedger],
  vehicle: [listVehicles, getAppointView],
  driver: [listDrivers, getAppointView],
})
export type Topic = keyof typeof topics

/** The calls whose answers are stale once these things have changed, each once. */
export function staleAfter(...changed: readonly Topic[]): readonly Call[] {
  return [...new Set(changed.flatMap((topic) => topics[topic]))]
}
