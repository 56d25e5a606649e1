// Answers that are stale after invoices, fuel and tolls have changed.
import { countFuelAccounts, countFuelCards, listFuelAccounts, listFuelCards } from '../fuel/fuel.ts'
import { countFuelIssues, getFuelRoom, listFuelIssues, listFuelReady } from '../fuel/issue.ts'
import { countTollPasses, listTollPasses } from '../fuel/toll.ts'
import { countFuelShifts, getFuelShift, listFuelShifts } from '../fuel/shift.ts'
import { countFuelUses, listFuelUses } from '../fuel/use.ts'
import {
  getInvoiceApp,
  getInvoiceLimits,
  listInvoiceApps,
  countInvoiceApps,
  listInvoiceCandidates,
  sumInvoiceCandidates,
} from '../invoice/application.ts'
import { listExpectedInvoices, sumExpectedInvoices } from '../invoice/expected.ts'
import { getWaybillBase } from '../invoice/baseChange.ts'
import { countInputInvoices, getInputInvoice, listInputCandidates, listInputInvoices } from '../invoice/input.ts'
import { countInvoices, getInvoice, listInvoices } from '../invoice/invoice.ts'
import { countReds, getRed, listReds } from '../invoice/red.ts'
import { listInvoiceTitles } from '../invoice/title.ts'
import { getWaybill } from '../waybill/details.ts'
import { chains } from './everyStale.ts'
import { listToday } from '../today.ts'

export const supplyStale = {
  invoice: [
    ...chains,
    listInvoiceTitles,
    listInvoiceCandidates,
    sumInvoiceCandidates,
    listInvoiceApps,
    countInvoiceApps,
    getInvoiceApp,
    getInvoiceLimits,
    listInvoices,
    countInvoices,
    getInvoice,
    listReds,
    countReds,
    getRed,
    listExpectedInvoices,
    sumExpectedInvoices,
    listInputInvoices,
    countInputInvoices,
    getInputInvoice,
    listInputCandidates,
    getWaybillBase,
    getWaybill,
    listToday,
  ],
  fuel: [
    listFuelAccounts,
    countFuelAccounts,
    listFuelCards,
    countFuelCards,
    listFuelIssues,
    countFuelIssues,
    listFuelUses,
    countFuelUses,
    listTollPasses,
    countTollPasses,
    listFuelShifts,
    countFuelShifts,
    getFuelShift,
    getFuelRoom,
    listFuelReady,
    getWaybill,
    listToday,
  ],
} as const
