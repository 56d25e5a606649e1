// A file holds what the list shows: every column of an exportable list of the portal has one in its file, by key.
import { exportLists, type ExportList } from '@yunshu/contract/exporting'
import { expect, test } from 'vitest'
import { textOf } from './sources.ts'

const features = 'apps/web/src/features'
/** Where the portal says the columns of each list. */
const columnsOf: Readonly<Record<Exclude<ExportList, 'messages'>, string>> = {
  waybills: 'waybill/waybillColumns.tsx',
  goods: 'goods/goodsColumns.tsx',
  tasks: 'task/taskColumns.tsx',
  offers: 'task/offerColumns.tsx',
  goodsChanges: 'task/ChangesPane.tsx',
  vehicles: 'vehicle/vehicleColumns.tsx',
  drivers: 'driver/driverColumns.tsx',
  payees: 'payee/PayeeListPage.tsx',
  fences: 'fence/FenceListPage.tsx',
  settlements: 'settlement/settlementColumns.tsx',
  paymentTasks: 'paymentTask/PaymentTasksPage.tsx',
  vouchers: 'voucher/voucherColumns.tsx',
  ledger: 'voucher/LedgerLines.tsx',
  carriers: 'relation/partnerColumns.tsx',
  shippers: 'relation/partnerColumns.tsx',
  companies: 'company/CompanyListPage.tsx',
  branches: 'company/CompanyBranchesPage.tsx',
  staff: 'staff/staffColumns.tsx',
  audit: 'audit/auditColumns.tsx',
  specialTickets: 'specialLine/ticketColumns.tsx',
}
const exporting = 'apps/server/src/features/exporting'
const sheets = ['sheets', 'partySheets', 'specialTicketSheet'].map(name => textOf(`${exporting}/${name}.ts`)).join('')

function shown(file: string): string[] {
  const text = textOf(`${features}/${file}`)
  return [...text.matchAll(/Column(?:<[^(]*>)?\(\s*'(\w+)'|\bkey: '(\w+)'/g)].map(match => match[1] ?? match[2] ?? '')
}

function written(list: keyof typeof columnsOf): string[] {
  const name = list === 'carriers' || list === 'shippers' ? 'partners' : list
  const block =
    list === 'waybills'
      ? textOf(`${exporting}/waybillSheet.ts`)
      : (new RegExp(`const ${name}: readonly ExportColumn[^]*?\\n\\]\\n`).exec(sheets)?.[0] ?? '')
  return [...block.matchAll(/\b(?:text|label|money|tons|kilograms|cubicMetres|time|count|number)\(\s*'(\w+)'/g)].map(
    match => match[1] ?? '',
  )
}

// messages are lines of text, not columns
test.each((Object.keys(exportLists) as ExportList[]).filter(list => list !== 'messages'))(
  'the file of %s has a column for every column of the list',
  list => {
    const columns = shown(columnsOf[list])
    expect(columns.length).toBeGreaterThan(6)
    expect(columns.filter(key => !written(list).includes(key))).toEqual([])
  },
)
