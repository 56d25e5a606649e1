// Rules of vouchers made by hand.
import { describe, expect, test } from 'vitest'
import { fen } from '../figures/money.ts'
import { accounts } from './chart.ts'
import {
  accountMeant,
  balanceOfLines,
  faultOfManualMove,
  faultsOfLines,
  isManualAccount,
  manualMovesOf,
  manualPinyin,
  type ManualLine,
} from './manual.ts'

const line = (over: Partial<ManualLine> = {}): ManualLine => ({
  summary: '办公用品',
  account: '6602',
  debit: fen(100),
  credit: fen(0),
  ...over,
})

describe('the account a person means', () => {
  test.each([
    ['6602', '6602'],
    ['管理费用', '6602'],
    ['6602 管理费用', '6602'],
    ['管理', '6602'],
    ['glfy', '6602'],
    ['guanli', '6602'],
    ['yhck', '1002.01'],
    ['6401.03', '6401.03'],
    ['tongxing', '6401.03'],
  ])('%s is %s', (typed, code) => expect(accountMeant(typed)?.code).toBe(code))
  test.each(['', '6401', '费', 'y', '9999'])('%s is none, or more than one', typed =>
    expect(accountMeant(typed)).toBeUndefined(),
  )
  test('a control account is found by its code, to be refused by its name', () => {
    expect(accountMeant('1122.01')?.name).toBe('应收账款-托运人')
    expect(faultsOfLines([line({ account: '1122.01' })])).toEqual([
      { at: 0, field: 'account', said: '1122.01 应收账款-托运人由业务单据自动入账，不能手工记账' },
    ])
  })
  test('no account that is kept for parties, holds money of the channel or waits for a document is open', () => {
    const control = /^(1002\.02|1012|1122|1123|1221|2202|2205|2221\.07|2221\.09|2241)/
    for (const { code, perParty } of accounts)
      expect(isManualAccount(code), code).toBe(!perParty && !control.test(code))
    for (const [code, words] of Object.entries(manualPinyin)) {
      const letters = accounts.find(account => account.code === code)?.name.replaceAll(/[-/]/g, '') ?? ''
      expect(words.split(' '), code).toHaveLength(letters.length)
    }
  })
})

test('a line has words, an account that is open, and an amount above nothing on one side', () => {
  expect(faultsOfLines([line(), line({ debit: fen(0), credit: fen(100) })])).toEqual([])
  const faults = (over: Partial<ManualLine>) => faultsOfLines([line(), line(over)]).map(({ at, field }) => [at, field])
  expect(faults({ summary: ' ' })).toEqual([[1, 'summary']])
  expect(faults({ account: '' })).toEqual([[1, 'account']])
  expect(faults({ account: '1.1' })).toEqual([[1, 'account']])
  expect(faults({ debit: fen(-1) })).toEqual([[1, 'debit']])
  expect(faults({ credit: fen(1) })).toEqual([[1, 'credit']])
  expect(faults({ debit: fen(0) })).toEqual([[1, 'debit']])
})

test('the difference is what the debits are more', () => {
  expect(balanceOfLines([line({ debit: fen(300) }), line({ debit: fen(0), credit: fen(120) })])).toEqual({
    debit: 300,
    credit: 120,
    difference: 180,
  })
})

test('the maker edits and voids; another person audits, posts and reverses; what the product made nobody does', () => {
  const all = () => true
  const of = (state: 'draft' | 'audited' | 'posted' | 'reversed' | 'void', isMaker: boolean, isManual = true) =>
    manualMovesOf({ state, isMaker, isManual }, all)
  expect(of('draft', true)).toEqual(['edit', 'void'])
  expect(of('draft', false)).toEqual(['audit'])
  expect(of('audited', false)).toEqual(['sendBack', 'post'])
  expect(of('audited', true)).toEqual([])
  expect(of('posted', false)).toEqual(['reverse'])
  expect(of('posted', true)).toEqual([])
  expect(of('posted', false, false)).toEqual([])
  expect(of('reversed', false)).toEqual([])
  expect(manualMovesOf({ state: 'draft', isMaker: false, isManual: true }, () => false)).toEqual([])
  expect(faultOfManualMove('reverse', { isManual: false, isMaker: false })?.problem).toBe('voucher.product')
  expect(faultOfManualMove('audit', { isManual: true, isMaker: true })?.problem).toBe('maker.checker')
})
