// Every posting of the business by its accounts, sides, amounts and subjects, as the table of events has them.
import { expect, test } from 'vitest'
import { fen } from '../figures/money.ts'
import { isBalanced, type JournalLine } from './ledger.ts'
import * as postings from './postings.ts'

const [S, C, W, P] = ['s', 'c', 'w', 'p']
const amount = fen(1000)
const shipper = { shipper: S, waybillId: W, amount }
const carrier = { carrier: C, waybillId: W, partId: P, amount }
const fee = { ...carrier, isFee: true }

/** A line as 借 or 贷, its account and amount, then party, waybill and part where it has them. */
const said = ({ account, debitFen, creditFen, party, waybillId, partId }: JournalLine): string =>
  [
    debitFen === 0 ? '贷' : '借',
    account,
    String(debitFen === 0 ? creditFen : debitFen),
    ...[party, waybillId, partId].filter(each => each !== undefined),
  ].join(' ')

const table: Readonly<Record<string, readonly [JournalLine[], string, string, ...string[]]>> = {
  topUp: [postings.topUp(shipper), '借 1002.02 1000', '贷 2205.01 1000 s w'],
  receiveUnclaimed: [postings.receiveUnclaimed({ amount }), '借 1002.02 1000', '贷 2241.03 1000'],
  claimUnclaimed: [postings.claimUnclaimed(shipper), '借 2241.03 1000', '贷 2205.01 1000 s w'],
  returnUnclaimed: [postings.returnUnclaimed({ amount }), '借 2241.03 1000', '贷 1002.02 1000'],
  askPrepaid: [postings.askPrepaid(shipper), '借 2205.01 1000 s w', '贷 2241.04 1000 s w'],
  payRefund: [postings.payRefund(shipper), '借 2241.04 1000 s w', '贷 1002.02 1000'],
  recogniseRevenue: [
    postings.recogniseRevenue({ ...shipper, vatBasisPoints: 900 }),
    '借 1122.01 1000 s w',
    '贷 6001.01 917 w',
    '贷 2221.07 83 w',
  ],
  applyTopUp: [postings.applyTopUp(shipper), '借 2205.01 1000 s w', '贷 1122.01 1000 s w'],
  estimateCost: [postings.estimateCost(carrier), '借 6401.01 1000 w p', '贷 2202.99 1000 c w p'],
  estimateFee: [postings.estimateCost(fee), '借 6401.04 1000 w p', '贷 2202.99 1000 c w p'],
  recognisePayable: [postings.recognisePayable(carrier), '借 6401.01 1000 w p', '贷 2202.01 1000 c w p'],
  recogniseFee: [postings.recognisePayable(fee), '借 6401.04 1000 w p', '贷 2202.03 1000 c w p'],
  compensation: [postings.claimCompensation(carrier), '借 2202.01 1000 c w p', '贷 6711 1000 w p'],
  compensateShipper: [postings.compensateShipper(shipper), '借 6711 1000 w', '贷 1122.01 1000 s w'],
  keepCompensation: [postings.keepCompensation(shipper), '借 1122.01 1000 s w', '贷 2205.01 1000 s w'],
  carryDebt: [postings.carryDebt(carrier), '借 1221.01 1000 c w p', '贷 2202.01 1000 c w p'],
  oweFee: [postings.oweFee(fee), '借 1221.01 1000 c w p', '贷 6401.04 1000 w p'],
  recoverDebt: [postings.recoverDebt(carrier), '借 2202.01 1000 c w p', '贷 1221.01 1000 c w p'],
  penalty: [postings.deductPenalty({ ...carrier, isAppealed: false }), '借 2202.01 1000 c w p', '贷 6301 1000 w p'],
  appealed: [
    postings.deductPenalty({ ...carrier, isAppealed: true }),
    '借 2202.01 1000 c w p',
    '贷 2241.02 1000 c w p',
  ],
  buyFuel: [postings.buyFuel({ amount }), '借 1123.01 1000', '贷 1002.01 1000'],
  fundChannel: [postings.fundChannel({ amount }), '借 1002.02 1000', '贷 1002.01 1000'],
  chargeOfBank: [postings.chargeOfBank({ amount }), '借 6603.01 1000', '贷 1002.02 1000'],
  interestOfBank: [postings.interestOfBank({ amount }), '借 1002.02 1000', '贷 6603.02 1000'],
  payWithFuel: [postings.payWithFuel(carrier), '借 2202.01 1000 c w p', '贷 1123.01 1000 w p'],
  buyTolls: [postings.buyTolls({ amount }), '借 1123.02 1000', '贷 1002.01 1000'],
  issueFuel: [postings.issueStock({ ...carrier, kind: 'OIL' }), '借 1123.03 1000 c w p', '贷 1123.01 1000'],
  issueTolls: [postings.issueStock({ ...carrier, kind: 'ETC' }), '借 1123.03 1000 c w p', '贷 1123.02 1000'],
  recoverFuel: [postings.recoverStock({ ...carrier, kind: 'OIL' }), '借 1123.01 1000', '贷 1123.03 1000 c w p'],
  recoverTolls: [postings.recoverStock({ ...carrier, kind: 'ETC' }), '借 1123.02 1000', '贷 1123.03 1000 c w p'],
  payAdvance: [postings.payAdvance(carrier), '借 1123.03 1000 c w p', '贷 2202.01 1000 c w p'],
  setOffAdvance: [postings.setOffAdvance(carrier), '借 2202.01 1000 c w p', '贷 1123.03 1000 c w p'],
  oweAdvance: [postings.oweAdvance(carrier), '借 1221.01 1000 c w p', '贷 1123.03 1000 c w p'],
  submitPayment: [postings.submitPayment(carrier), '借 2202.01 1000 c w p', '贷 2202.02 1000 c w p'],
  submitFee: [postings.submitPayment(fee), '借 2202.03 1000 c w p', '贷 2202.02 1000 c w p'],
  confirmPayment: [
    postings.confirmPayment({ ...carrier, fee: fen(2) }),
    '借 2202.02 1000 c w p',
    '借 6603.01 2',
    '贷 1002.02 1002',
  ],
  returnPayment: [postings.returnPayment(carrier), '借 1002.02 1000', '贷 2202.01 1000 c w p'],
  payTwice: [postings.payTwice(carrier), '借 1221.02 1000 c w p', '贷 1002.02 1000'],
  returnTwice: [postings.returnTwice(carrier), '借 1002.02 1000', '贷 1221.02 1000 c w p'],
  recoverTwice: [postings.recoverTwice(carrier), '借 2202.01 1000 c w p', '贷 1221.02 1000 c w p'],
  collectDebt: [
    postings.collectDebt({
      carrier: C,
      parts: [
        { account: '1221.01', amount: fen(700) },
        { account: '1221.02', amount: fen(300) },
      ],
    }),
    '借 2241.03 1000',
    '贷 1221.01 700 c',
    '贷 1221.02 300 c',
  ],
  writeOffDebt: [
    postings.writeOffDebt({ account: '1221.02', amount, carrier: C }),
    '借 6702 1000',
    '贷 1221.02 1000 c',
  ],
  issueInvoice: [postings.issueInvoice({ waybillId: W, tax: fen(83) }), '借 2221.07 83 w', '贷 2221.05 83 w'],
  allowRevenue: [
    postings.allowRevenue({ ...shipper, net: fen(917), tax: fen(83) }),
    '借 6001.01 917 w',
    '借 2221.05 83 w',
    '贷 1122.01 1000 s w',
  ],
  deductInputTax: [postings.deductInputTax({ waybillId: W, tax: fen(83) }), '借 2221.01 83 w', '贷 6401.01 83 w'],
  deductSharedTax: [
    postings.deductInputTax({
      waybillId: W,
      tax: fen(83),
      costs: [
        { account: '6401.01', amount: fen(40) },
        { account: '6401.03', amount: fen(10) },
        { account: '6401.05', amount: fen(-1) },
      ],
    }),
    '借 2221.01 83 w',
    '贷 6401.01 66 w',
    '贷 6401.03 17 w',
  ],
}

test.each(Object.entries(table))('%s', (_, [lines, ...expected]) => {
  expect(lines.map(said)).toEqual(expected)
  expect(isBalanced(lines)).toBe(true)
})

test('a line names a part only where there is one, lines of nothing are left out, and no amount is below zero', () => {
  const { partId: _part, ...whole } = carrier
  expect(postings.estimateCost(whole).every(line => !('partId' in line))).toBe(true)
  expect(postings.payAdvance({ ...carrier, amount: fen(0) })).toEqual([])
  expect(postings.confirmPayment({ ...carrier, fee: fen(0) })).toHaveLength(2)
  expect(() => postings.payAdvance({ ...carrier, amount: fen(-1) })).toThrow(RangeError)
  expect(() => postings.confirmPayment({ ...carrier, fee: fen(-1) })).toThrow(RangeError)
})
