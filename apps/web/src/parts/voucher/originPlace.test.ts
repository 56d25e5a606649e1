// Documents behind vouchers: each has the page it is read on.
import type { VoucherDetail } from '@yunshu/contract/voucher/voucher'
import { ZERO_FEN } from '@yunshu/domain/figures/money'
import { expect, test } from 'vitest'
import { originPlace } from './originPlace.ts'

const line = (account: string) => ({ account, accountName: account, debit: ZERO_FEN, credit: ZERO_FEN })
const toOf = (origin: NonNullable<VoucherDetail['origin']>, account = '2205.01') =>
  originPlace({ origin, branchCompanyId: 'b', period: '202610', date: 1000, lines: [line(account)] })?.to

test('payments and words of the bank open the sheet, invoices their own page, closes the month, set-offs the account', () => {
  expect(toOf({ source: 'payment', number: 'PT1', settlementNum: 'JS1' })).toBe('/manage/Normal/JS1')
  expect(toOf({ source: 'channelFact', number: 'PT1', settlementNum: 'JS1' })).toBe('/manage/Normal/JS1')
  expect(toOf({ source: 'settlement', number: 'JS2' })).toBe('/manage/Normal/JS2')
  expect(toOf({ source: 'invoice', number: '1', invoiceId: 'x' })).toBe('/manage/QueryInvoiceVoucher/x')
  expect(toOf({ source: 'invoice', number: '1', inputId: 'y' })).toBe('/manage/QueryInvoiceVoucher/y?of=input')
  expect(toOf({ source: 'closing', number: '2026-10' })).toBe('/period/list?branchId=b&month=202610')
  expect(toOf({ source: 'reconLine', number: 'S1' })).toBe('/money/recon?text=S1')
  const offset = { source: 'offset', number: '河北钢铁', partyId: 'p' } as const
  expect(toOf(offset)).toBe('/manage/flowingWater?account=2205.01&partyId=p&branchId=b&from=1000&to=86401000')
  expect(toOf(offset, '1122.01')).toMatch(/account=1122\.01/)
  expect(toOf({ source: 'invoice' })).toBeUndefined()
  expect(toOf({ source: 'manual' })).toBeUndefined()
})
