// Rules of vouchers made by hand.
import { describe, expect, test } from 'vitest'
import { fen } from '../figures/money.ts'
import { accounts } from './chart.ts'
import {
  accountMeant,
  accountText,
  balanceOfLines,
  faultOfManualMove,
  faultsOfLines,
  isManualAccount,
  manualAccounts,
  manualLines,
  manualMost,
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

test('an account is meant by code or name with blanks about, in either case, and pinyin with blanks within', () => {
  const meant = (typed: string) => accountMeant(typed)?.code
  expect([meant(' 6602 '), meant(' 管理费用 '), meant(' 6602 管理费用 '), meant('GLFY'), meant('guan li')]).toEqual(
    Array.from({ length: 5 }, () => '6602'),
  )
  expect([meant('1002.01'), meant('1002.0'), meant(' 管理 '), meant('liyongfei'), meant('lfy')]).toEqual([
    '1002.01',
    '1002.01',
    '6602',
    undefined,
    undefined,
  ])
  expect(meant('   ')).toBeUndefined()
  // a control account is found by its whole code or name, not by a part of it
  expect([meant('1122.01'), meant('1122'), meant('应收')]).toEqual(['1122.01', undefined, undefined])
})

test('accounts people may book on stand in the order of the chart, each with its name', () => {
  expect(manualAccounts.map(({ code }) => code)).toEqual(
    accounts.flatMap(({ code }) => (isManualAccount(code) ? [code] : [])),
  )
  expect([manualAccounts.length, manualAccounts[0] && accountText(manualAccounts[0])]).toEqual([
    Object.keys(manualPinyin).length,
    '1002.01 银行存款',
  ])
  expect([manualLines.least, manualLines.most]).toEqual([2, 200])
})

test('a line has its faults told one by one, in words; the most is the last amount that is taken', () => {
  const said = (over: Partial<ManualLine>) => faultsOfLines([line(over)]).map(fault => [fault.field, fault.said])
  expect(said({ account: '' })).toEqual([['account', '请选择科目']])
  expect(said({ account: '1.1' })).toEqual([['account', '没有这个科目']])
  expect(said({ credit: fen(-1) }).map(([field]) => field)).toEqual(['credit', 'credit'])
  expect(said({ debit: fen(0), credit: fen(-1) })).toEqual([['credit', '金额应大于 0，冲销请用红字冲销']])
  expect(said({ debit: fen(-1) })).toEqual([['debit', '金额应大于 0，冲销请用红字冲销']])
  expect(said({ debit: manualMost })).toEqual([])
  expect(said({ debit: fen(0), credit: manualMost })).toEqual([])
  expect(said({ debit: fen(manualMost + 1) })).toEqual([['debit', '不能超过 1,000,000,000.00 元']])
  expect(said({ debit: fen(0), credit: fen(manualMost + 1) })).toEqual([['credit', '不能超过 1,000,000,000.00 元']])
})

test('a voucher moves no more than a line may, told at the line that passes it, on its side', () => {
  const half = fen(manualMost / 2)
  const at = (lines: ManualLine[]) => faultsOfLines(lines).map(fault => [fault.at, fault.field, fault.said])
  const [debits, credits] = [line({ debit: half }), line({ debit: fen(0), credit: half })]
  expect(at([debits, credits, debits, credits])).toEqual([])
  expect(at([debits, debits, line({ debit: fen(1) })])).toEqual([[2, 'debit', '整张凭证不能超过 1,000,000,000.00 元']])
  expect(at([credits, credits, debits, line({ debit: fen(0), credit: fen(1) })])).toEqual([
    [3, 'credit', '整张凭证不能超过 1,000,000,000.00 元'],
  ])
})

test('sums count an amount no further from 0 than a line may be', () => {
  const far = fen(manualMost + 5)
  expect(balanceOfLines([{ debit: far, credit: fen(0 - far) }])).toEqual({
    debit: manualMost,
    credit: 0 - manualMost,
    difference: 2 * manualMost,
  })
})

test('a step of another is refused by its name', () => {
  const other = { isManual: true, isMaker: false }
  expect(faultOfManualMove('edit', other)).toMatchObject({ problem: 'voucher.maker' })
  expect(faultOfManualMove('void', other)?.problem).toBe('voucher.maker')
  expect([faultOfManualMove('edit', { ...other, isMaker: true }), faultOfManualMove('post', other)]).toEqual([
    undefined,
    undefined,
  ])
})
