// Opening balances: accounts that carry over; all others are told where they come from.
import { expect, test } from 'vitest'
import { fen } from '../figures/money.ts'
import { formatDate } from '../figures/time.ts'
import { accounts } from './chart.ts'
import { faultsOfOpening, openingAccounts, openingDay } from './opening.ts'

const line = (account: string, debit: number, credit = 0) => ({ account, debit: fen(debit), credit: fen(credit) })

test('balances are typed of accounts that carry over and stand for no record; the others say why not', () => {
  for (const { code, perParty, type } of accounts) {
    const said = faultsOfOpening([line(code, 1)]).map(fault => fault.said)
    const isTyped = openingAccounts.some(each => each.code === code)
    expect([code, said.length === 0]).toEqual([code, isTyped])
    expect(isTyped && (perParty || type === 'income' || type === 'expense')).toBe(false)
  }
  expect(faultsOfOpening([line('1122.01', 1)])[0]?.said).toBe(
    '1122.01 应收账款-托运人由业务单据形成，请补录未收款的运单',
  )
  expect(faultsOfOpening([line('2241.02', 0, 1)])[0]?.said).toContain('请在押金里按承运商登记在押的押金')
  expect(faultsOfOpening([line('6602', 1)])[0]?.said).toBe('6602 管理费用是损益科目，期初并入 4104 未分配利润')
})

test('a fault stands at its line and field', () => {
  const at = (...lines: ReturnType<typeof line>[]) => faultsOfOpening(lines).map(fault => [fault.at, fault.field])
  expect(at(line('1002.01', 5), line('9', 1), line('', 1))).toEqual([
    [1, 'account'],
    [2, 'account'],
  ])
  expect(at(line('1002.01', 0))).toEqual([[0, 'debit']])
  expect(at(line('1002.01', 1, 1))).toEqual([[0, 'credit']])
  expect(at(line('1002.01', -1))).toEqual([[0, 'debit']])
  expect(at(line('4001', 0, 100_000_000_001))).toEqual([[0, 'credit']])
  expect(at(line('1002.01', 1), line('1002.01', 2))).toEqual([[1, 'account']])
})

test('they stand on the last day before the first month', () => {
  expect(formatDate(openingDay('202603'))).toBe('2026-02-28')
  expect(formatDate(openingDay('202601'))).toBe('2025-12-31')
})

test('an amount is from a fen to 10 亿元, on either side', () => {
  const most = 100_000_000_000
  expect(faultsOfOpening([line('1002.01', most), line('4001', 0, most), line('2221.01', 0, 1)])).toEqual([])
  for (const wrong of [line('1002.01', most + 1), line('1002.01', -1)])
    expect(faultsOfOpening([wrong])).toEqual([{ at: 0, field: 'debit', said: '金额应大于 0，不超过 10 亿元' }])
  expect(faultsOfOpening([line('4001', 1, -1)])[0]?.field).toBe('credit')
  expect(faultsOfOpening([line('4001', 0, 0)])[0]?.said).toBe('请填写金额')
})

test('an account that is not there, is of the result, or has no record is told so; one typed twice counts with its faults', () => {
  const said = (account: string) => faultsOfOpening([line(account, 1)])[0]?.said
  expect([said(''), said('9')]).toEqual(['请选择科目', '没有这个科目'])
  expect(said('6001.01')).toContain('是损益科目，期初并入 4104 未分配利润')
  expect(said('4103')).toContain('由业务单据形成，不能直接录入期初')
  expect(faultsOfOpening([line('1002.01', 0), line('1002.01', 5)]).map(fault => fault.said)).toEqual([
    '请填写金额',
    '科目重复',
  ])
  expect(faultsOfOpening([line('1002.01', 5), line('1002.01', 0)]).map(fault => fault.said)).toEqual(['请填写金额'])
})
