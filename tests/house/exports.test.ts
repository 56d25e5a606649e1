// A list and its file are one table: every column the portal draws is one of the table's, and the file holds them all.
import { month, type ListColumn } from '@yunshu/contract/columns'
import { exportColumns } from '@yunshu/contract/exporting/exportColumns'
import { exportLists, type ExportList } from '@yunshu/contract/exporting/exportLists'
import { expect, test } from 'vitest'
import { columnsOfFile } from '../../apps/server/src/features/exporting/exportable.ts'
import {
  auditColumns,
  securityEventColumns,
  trackLookColumns,
} from '../../apps/web/src/features/audit/auditColumns.tsx'
import { branchColumns } from '../../apps/web/src/features/company/branchColumns.tsx'
import { companyColumns } from '../../apps/web/src/features/company/companyColumns.tsx'
import { driverColumns } from '../../apps/web/src/features/driver/driverColumns.tsx'
import { fenceColumns } from '../../apps/web/src/features/fence/fenceColumns.tsx'
import { invoiceAppColumns, invoiceColumns } from '../../apps/web/src/features/invoice/invoiceColumns.tsx'
import { abnormalColumns } from '../../apps/web/src/features/abnormal/abnormalColumns.tsx'
import { expectedColumns } from '../../apps/web/src/features/invoice/expectedColumns.tsx'
import { inputColumns, redColumns } from '../../apps/web/src/features/invoice/redColumns.tsx'
import { agreementColumns } from '../../apps/web/src/features/agreement/agreementColumns.tsx'
import { creditColumns } from '../../apps/web/src/features/credit/creditColumns.tsx'
import { postingColumns } from '../../apps/web/src/features/voucher/postingColumns.tsx'
import { letterColumns } from '../../apps/web/src/features/letter/letterColumns.tsx'
import { statementColumns, statementLineColumns } from '../../apps/web/src/features/statement/statementColumns.tsx'
import { payFileColumns } from '../../apps/web/src/features/payFile/payFileColumns.tsx'
import { reconColumns } from '../../apps/web/src/features/recon/reconColumns.tsx'
import { refundColumns } from '../../apps/web/src/features/refund/refundColumns.tsx'
import { agingColumnsOf } from '../../apps/web/src/features/report/agingColumns.tsx'
import { openAgeColumnsOf } from '../../apps/web/src/features/report/openAgeColumns.tsx'
import { payableColumnsOf } from '../../apps/web/src/features/report/payableColumns.tsx'
import { profitColumnsOf } from '../../apps/web/src/features/report/profitColumns.tsx'
import { chainColumns } from '../../apps/web/src/features/chain/chainColumns.tsx'
import { debtColumns } from '../../apps/web/src/features/debt/debtColumns.tsx'
import { depositBackColumns, depositColumns } from '../../apps/web/src/features/deposit/depositColumns.tsx'
import { remittanceColumns } from '../../apps/web/src/features/remittance/remittanceColumns.tsx'
import { fuelAccountColumns, fuelCardColumns, fuelIssueColumns } from '../../apps/web/src/features/fuel/fuelColumns.tsx'
import { fuelShiftColumns } from '../../apps/web/src/features/fuel/fuelShiftColumns.tsx'
import { fuelUseColumns } from '../../apps/web/src/features/fuel/fuelUseColumns.tsx'
import { tollPassColumns } from '../../apps/web/src/features/fuel/tollPassColumns.tsx'
import { fundColumns } from '../../apps/web/src/features/fund/fundColumns.tsx'
import { goodsColumns } from '../../apps/web/src/features/goods/goodsColumns.tsx'
import { payeeColumns } from '../../apps/web/src/features/payee/payeeColumns.tsx'
import { paymentTaskColumns } from '../../apps/web/src/features/paymentTask/paymentTaskColumns.tsx'
import { partnerColumns } from '../../apps/web/src/features/relation/partnerColumns.tsx'
import { settleableColumns } from '../../apps/web/src/features/settlement/makeColumns.tsx'
import { settlementColumns } from '../../apps/web/src/features/settlement/settlementColumns.tsx'
import { ticketColumns } from '../../apps/web/src/features/specialLine/ticketColumns.tsx'
import { staffColumns } from '../../apps/web/src/features/staff/staffColumns.tsx'
import { changeColumns } from '../../apps/web/src/features/task/changeColumns.tsx'
import { offerColumns } from '../../apps/web/src/features/task/offerColumns.tsx'
import { taskColumns } from '../../apps/web/src/features/task/taskColumns.tsx'
import { vehicleColumns } from '../../apps/web/src/features/vehicle/vehicleColumns.tsx'
import { moneyExceptionColumns } from '../../apps/web/src/features/settlement/moneyExceptionColumns.tsx'
import { settleDetailColumns } from '../../apps/web/src/features/settlement/settleDetailColumns.tsx'
import { onlineColumns, stopColumns, trackDayColumns } from '../../apps/web/src/features/track/reportColumns.tsx'
import { alarmColumns } from '../../apps/web/src/features/track/alarmColumns.tsx'
import { areaColumns, tripColumns } from '../../apps/web/src/features/track/tripColumns.tsx'
import { terminalColumns } from '../../apps/web/src/features/terminal/terminalColumns.tsx'
import { tradeColumns } from '../../apps/web/src/features/trade/tradeColumns.tsx'
import { flowColumnsOf } from '../../apps/web/src/features/voucher/flowColumns.tsx'
import { periodColumns } from '../../apps/web/src/features/voucher/periodColumns.tsx'
import { ledgerColumns } from '../../apps/web/src/features/voucher/ledgerColumns.tsx'
import { voucherColumns } from '../../apps/web/src/features/voucher/voucherColumns.tsx'
import type { Column } from '../../apps/web/src/ui/list/column.tsx'
import { waybillColumnsOf } from '../../apps/web/src/features/waybill/waybillColumns.tsx'
import { writeOffColumns } from '../../apps/web/src/features/writeOff/writeOffColumns.tsx'

/** Columns the portal draws; messages are lines of text, and the file of a trial balance has a column for each side. */
const drawn: Readonly<Record<Exclude<ExportList, 'messages' | 'trial'>, readonly Column<never>[]>> = {
  waybills: waybillColumnsOf(['platform']),
  goods: Object.values(goodsColumns).flat(),
  tasks: Object.values(taskColumns).flat(),
  offers: offerColumns,
  goodsChanges: changeColumns,
  vehicles: vehicleColumns.fleets,
  terminals: terminalColumns.fleets,
  drivers: driverColumns,
  payees: payeeColumns,
  fences: fenceColumns,
  settlements: settlementColumns,
  settleables: settleableColumns,
  paymentTasks: paymentTaskColumns,
  vouchers: voucherColumns,
  invoiceApps: invoiceAppColumns,
  invoices: invoiceColumns,
  abnormal: abnormalColumns,
  trackStops: stopColumns.fleets,
  trackTrips: tripColumns.fleets,
  trackAlarms: alarmColumns.fleets,
  trackArea: areaColumns.fleets,
  trackDays: trackDayColumns.fleets,
  trackOnline: onlineColumns.fleets,
  reds: redColumns,
  expectedInvoices: expectedColumns.house,
  inputInvoices: inputColumns,
  agreements: agreementColumns,
  credits: creditColumns,
  payFiles: payFileColumns,
  reconItems: reconColumns,
  refunds: refundColumns,
  deposits: depositColumns.house,
  depositBacks: depositBackColumns.house,
  statements: statementColumns.house,
  statementLines: statementLineColumns,
  letters: letterColumns.house,
  postingVersions: postingColumns,
  debts: debtColumns.others,
  writeOffs: writeOffColumns,
  remittances: remittanceColumns.platform,
  funds: fundColumns,
  fuelAccounts: fuelAccountColumns,
  fuelCards: fuelCardColumns,
  fuelIssues: fuelIssueColumns,
  fuelShifts: fuelShiftColumns,
  fuelUses: fuelUseColumns,
  tollPasses: tollPassColumns,
  ledger: ledgerColumns,
  // the next step of a month is no fact of it
  periods: periodColumns.filter(({ key }) => key !== 'next'),
  moneyExceptions: moneyExceptionColumns,
  settleDetails: settleDetailColumns,
  chains: chainColumns.table,
  profit: profitColumnsOf({}),
  aging: agingColumnsOf('table', undefined),
  openAges: openAgeColumnsOf('estimate', false, undefined),
  payables: payableColumnsOf('table', undefined),
  trades: tradeColumns.house,
  flow: flowColumnsOf({}, true),
  carriers: partnerColumns,
  shippers: partnerColumns,
  companies: companyColumns,
  branches: branchColumns,
  staff: staffColumns,
  audit: auditColumns.house,
  securityEvents: securityEventColumns,
  trackLooks: trackLookColumns,
  specialTickets: ticketColumns,
}
/** Lists whose columns differ by side. */
const together = { waybills: true, goods: true, tasks: true, specialTickets: true }

/** The columns each side of the market sees until it chooses others. */
const bySide: Readonly<Record<string, readonly Column<never>[]>> = {
  ...drawn,
  'waybills of a shipper': waybillColumnsOf(['shipper']),
  'waybills of a carrier': waybillColumnsOf(['carrier']),
  'waybills of the house': waybillColumnsOf(['platform']),
  'goods of a shipper': goodsColumns.shipper,
  'goods of the house': goodsColumns.house,
  'tasks of a shipper': taskColumns.shipper,
  'tasks of a carrier': taskColumns.carrier,
  'tasks of the house': taskColumns.house,
  'vehicles of a company': vehicleColumns.own,
  'terminals of a company': terminalColumns.own,
  'trackStops of a company': stopColumns.own,
  'trackTrips of a company': tripColumns.own,
  'trackAlarms of a company': alarmColumns.own,
  'trackArea of a company': areaColumns.own,
  'trackDays of a company': trackDayColumns.own,
  'trackOnline of a company': onlineColumns.own,
  'statements of a company': statementColumns.company,
  'audit log of a company': auditColumns.company,
  'letters of a company': letterColumns.company,
  'invoices expected of a carrier': expectedColumns.carrier,
  'deposits of a carrier': depositColumns.carrier,
  'deposits back to a carrier': depositBackColumns.carrier,
  'debts of a carrier': debtColumns.carrier,
}
/** 1366 px less the side menu, the boxes and the scroll bar. */
const roomPx = 1100
const columnsMost = 8

test.each(Object.keys(bySide).filter(name => !(name in together)))(
  'the columns of %s fit a window of 1366 px without scrolling sideways, eight at most',
  name => {
    const shown = (bySide[name] ?? []).filter(({ isHidden }) => isHidden !== true)
    expect(shown.length).toBeLessThanOrEqual(columnsMost)
    expect(shown.reduce((sum, { width }) => sum + width, 0)).toBeLessThanOrEqual(roomPx)
  },
)

const lists = Object.keys(exportLists) as ExportList[]
const tableOf = (list: ExportList): Readonly<Record<string, ListColumn<never>>> => exportColumns[list]
/** Titles in the file for the columns with these keys; for all columns where none of them is in the table. */
const titlesOf = (list: ExportList, keys: readonly string[]): string[] =>
  columnsOfFile(tableOf(list), keys, () => true).map(({ title }) => title)

test.each(lists.filter(list => list !== 'messages' && list !== 'trial'))(
  'the file of %s has a column for every column of the list',
  list => {
    const keys = drawn[list].flatMap(({ key, facts }) => (facts ? [] : key))
    const whole = titlesOf(list, [])
    expect(keys.length).toBeGreaterThan(6)
    expect(keys.filter(key => titlesOf(list, [key]).length === whole.length)).toEqual([])
    expect(titlesOf(list, keys)).toEqual(whole)
    // a column of two lines is held by the columns of its facts
    expect(drawn[list].flatMap(({ holds = [] }) => holds).filter(key => !keys.includes(key))).toEqual([])
  },
)

test('a column of files alone comes with a column of the list', () => {
  expect(
    lists.flatMap(list =>
      Object.entries(tableOf(list)).filter(([, { besides }]) => {
        if (besides === undefined) return false
        const listed = tableOf(list)[besides]
        return listed === undefined || listed.besides !== undefined
      }),
    ),
  ).toEqual([])
})

test('a month stands in a file as it sorts', () => {
  const row = { period: '202609' }
  const cells = columnsOfFile({ period: month('会计期间', (read: typeof row) => read.period) }, ['period'], () => true)
  expect(cells.map(({ cell }) => cell(row))).toEqual(['2026-09'])
})
