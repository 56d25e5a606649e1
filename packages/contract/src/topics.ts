// What a change to a thing makes stale: the calls that show it, for pushes to other people and for one's own writes.
import type { Call } from './call.ts'
import { getAccount, listLogins, listSessions } from './account.ts'
import { countCompanies, getCompany, getCompanyDetails, listCompanies, listCompanyBranches } from './company.ts'
import { countGoods, getGoods, listGoods, listOffers } from './goods.ts'
import { countMessages, getHome, getPreferences, getUnread, listMessages } from './message.ts'
import { countPaymentTasks, listPaymentTasks } from './paymentTask.ts'
import { getPolicies } from './policy.ts'
import { countCarriers, countShippers, findCompanies, getRelation, listCarriers, listShippers } from './relation.ts'
import { listBranches } from './session.ts'
import { countSettlements, getSettlement, listSettleable, listSettlements } from './settlement.ts'
import { explainStaff, listMembers, listRoles, listStaff } from './staff.ts'
import { countTasks, getAppointView, listTasks } from './task.ts'
import { listDrivers, listVehicles } from './vehicle.ts'
import { getTrialBalance, getVoucher, listLedger, listVouchers } from './voucher.ts'
import { countWaybills, getWaybill, listWaybills } from './waybill.ts'

const table = <const T extends Record<string, readonly Call[]>>(t: T): { readonly [K in keyof T]: readonly Call[] } => t

const topics = table({
  goods: [listGoods, countGoods, getGoods, listOffers, getHome],
  // goods name their tasks and waybills; candidates for an appointment are judged by their open waybills
  task: [listTasks, countTasks, getAppointView, getGoods, getHome],
  waybill: [listWaybills, countWaybills, getWaybill, getGoods, getAppointView, listSettleable, listPaymentTasks, countPaymentTasks, getHome],
  settlement: [listSettlements, countSettlements, getSettlement, listSettleable, listPaymentTasks, countPaymentTasks, getHome],
  message: [listMessages, countMessages, getUnread, getPreferences],
  voucher: [listVouchers, getVoucher, getTrialBalance, listLedger],
  vehicle: [listVehicles, getAppointView],
  relation: [listCarriers, listShippers, countCarriers, countShippers, findCompanies, getRelation, getHome],
  company: [getCompany, listCompanies, countCompanies, getCompanyDetails, listCompanyBranches, listBranches, getHome],
  staff: [listStaff, listRoles, listMembers, explainStaff],
  account: [getAccount, listSessions, listLogins],
  driver: [listDrivers, getAppointView],
  // policies say who may take a step, whether a receipt must be there and what may be loaded
  policy: [getPolicies, getSettlement, listSettleable, listPaymentTasks, countPaymentTasks, getAppointView, getHome],
})
export type Topic = keyof typeof topics

/** The calls whose answers are stale once these things have changed, each once. */
export function staleAfter(...changed: readonly Topic[]): readonly Call[] {
  return [...new Set(changed.flatMap((topic) => topics[topic]))]
}
