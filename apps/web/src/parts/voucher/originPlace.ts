// The page of the document a voucher comes of, with its address.
import { listUrl, screenUrl, type ScreenName } from '@yunshu/contract/screens/screens'
import type { VoucherDetail } from '@yunshu/contract/voucher/voucher'
import { DAY_MS } from '@yunshu/domain/figures/time'
import type { VoucherSource } from '@yunshu/domain/voucher/voucherPages'

/** The list each kind of document is found in by its number. */
const listOf: Readonly<Partial<Record<VoucherSource, ScreenName>>> = {
  topUp: 'FundList',
  fund: 'FundList',
  remittance: 'RemittanceList',
  fuelIssue: 'FuelIssues',
  fuelShift: 'FuelShifts',
  debt: 'DebtList',
  writeOff: 'WriteOffList',
  refund: 'RefundList',
  deposit: 'DepositList',
  depositBack: 'DepositBackList',
  reconLine: 'ReconList',
}

export interface Place {
  readonly screen: ScreenName
  readonly to: string
}
type Placed = Pick<VoucherDetail, 'origin' | 'branchCompanyId' | 'period' | 'date' | 'lines'>

/** The place of a document other than a waybill; none where it has no page of its own. */
export function originPlace({ origin, branchCompanyId: branchId, period, date, lines }: Placed): Place | undefined {
  if (origin === undefined) return undefined
  const { source, number, settlementNum = '', invoiceId, inputId, partyId } = origin
  const sheet = source === 'settlement' || source === 'sheetChange' ? (number ?? '') : settlementNum
  if (sheet !== '') return { screen: 'SettlementNormal', to: screenUrl('SettlementNormal', { settlementNum: sheet }) }
  const invoice = invoiceId ?? inputId
  if (invoice !== undefined)
    return {
      screen: 'QueryInvoiceVoucher',
      to: `${screenUrl('QueryInvoiceVoucher', { id: invoice })}${invoiceId === undefined ? '?of=input' : ''}`,
    }
  if (source === 'closing') return { screen: 'PeriodList', to: listUrl('PeriodList', { branchId, month: period }) }
  // prepaid money met arrears: both accounts of the shipper moved on that day
  if (partyId !== undefined) {
    const account = lines.some(line => line.account === '2205.01') ? '2205.01' : '1122.01'
    const days = { from: String(date), to: String(date + DAY_MS) }
    return { screen: 'FlowingWater', to: listUrl('FlowingWater', { account, partyId, branchId, ...days }) }
  }
  const list = listOf[source]
  return list === undefined || number === undefined ? undefined : { screen: list, to: listUrl(list, { text: number }) }
}
