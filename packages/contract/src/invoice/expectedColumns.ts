// The columns of invoices that are waited for.
import { expectedAges } from '@yunshu/domain/invoice/expected'
import { inputBases } from '@yunshu/domain/invoice/inputClass'
import { count, day, label, money, text, time, type ListColumns } from '../columns.ts'
import type { ExpectedInvoiceRow } from './expected.ts'

export const expectedListColumns = {
  carrierName: text('承运商/供应商', row => row.carrierName, { chars: 30 }),
  branchName: text('分公司', row => row.branchName, { chars: 26 }),
  waybills: count('运单数', row => row.waybills),
  total: money('待收发票', row => row.total),
  d30: money(expectedAges.d30.label, row => row.d30),
  d90: money(expectedAges.d90.label, row => row.d90),
  older: money(expectedAges.older.label, row => row.older),
  oldestAt: day('最早签收', row => row.oldestAt),
  base: label('开票口径', inputBases, row => row.base),
  urgedAt: time('最近催票', row => row.urgedAt),
} satisfies ListColumns<ExpectedInvoiceRow>
