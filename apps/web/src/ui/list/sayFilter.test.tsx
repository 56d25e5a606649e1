// A filter in words: labels of selects, many numbers, days and amounts, divisions, and fields that only a link can set.
import { listRemittances } from '@yunshu/contract/remittance/remittance'
import { listAging } from '@yunshu/contract/report/aging'
import { listWaybills, waybillDateKinds } from '@yunshu/contract/waybill/waybill'
import { fen } from '@yunshu/domain/figures/money'
import { receiptStates } from '@yunshu/domain/waybill/waybill'
import { expect, test } from 'vitest'
import { DateInput } from '../fields/DateInput.tsx'
import { MoneyInput } from '../fields/FigureInput.tsx'
import type { QueryField } from './QueryForm.tsx'
import { sayFilter } from './sayFilter.ts'

const Control = ({ table }: { table?: unknown }) => (table === undefined ? null : null)
const fields = [
  { name: 'numbers', input: <Control /> },
  { name: 'plate', input: <Control /> },
  { name: 'loadRegion', input: <Control /> },
  { name: 'receiptState', input: <Control table={receiptStates.states} /> },
  { name: 'dateKind', input: <Control table={waybillDateKinds} /> },
  { range: ['from', 'to'], label: '时间范围', input: <Control /> },
  { name: 'carrierId', input: <Control /> },
] satisfies QueryField<typeof listWaybills>[]
const say = (filter: Parameters<typeof sayFilter<typeof listWaybills>>[1]) =>
  sayFilter<typeof listWaybills>(fields, filter, ['state']).map(({ label, text }) => `${label}：${text}`)

test('says each field in the words of its control', () => {
  expect(say({ plate: '川A12345', receiptState: 'uploaded', dateKind: 'signed', state: 'signed' })).toEqual([
    '车牌号：川A12345',
    '回单状态：待审核',
    '时间类型：签收时间',
  ])
  expect(say({ numbers: ['YD1', 'YD2'] })).toEqual(['单号：YD1、YD2'])
  expect(say({ numbers: ['YD1', 'YD2', 'YD3'] })).toEqual(['单号：YD1 等 3 个'])
})

test('says whole days: the end is the day before the first moment after it', () => {
  const day = Date.UTC(2026, 10, 20, 16) // 2026-11-21 00:00 in China
  expect(say({ from: day, to: day + 86_400_000 })).toEqual(['时间范围：2026-11-21 ～ 2026-11-21'])
  expect(say({ from: day })).toEqual(['时间范围：2026-11-21 ～ 今天'])
  // a range that does not go on for ever says where it ends
  const closed = [
    { range: ['from', 'to'], label: '按日', input: <Control />, ends: ['期初', '期末'] },
  ] satisfies QueryField<typeof listWaybills>[]
  const said = (filter: { from?: number; to?: number }) => sayFilter<typeof listWaybills>(closed, filter)[0]?.text
  expect([said({ from: day }), said({ to: day })]).toEqual(['2026-11-21 ～ 期末', '期初 ～ 2026-11-20'])
})

test('names what only a link can set, clears what it stands for, and leaves divisions to the region data', () => {
  expect(
    say({ goodsId: '01900000-0000-7000-8000-000000000001', carrierId: '01900000-0000-7000-8000-000000000002' }),
  ).toEqual(['承运商：已选', '货源：已选'])
  expect(sayFilter<typeof listWaybills>(fields, { from: 1, loadRegion: '610000' })).toMatchObject([
    { names: ['loadRegion'], region: '610000' },
    { names: ['from', 'to'] },
  ])
})

test('says a day and an amount as their controls do, not as the numbers they are', () => {
  const day = [{ name: 'at', label: '截至日期', input: <DateInput /> }] satisfies QueryField<typeof listAging>[]
  // the last millisecond of a day is that day
  expect(sayFilter<typeof listAging>(day, { at: Date.UTC(2026, 10, 7, 16) - 1 })[0]?.text).toBe('2026-11-07')
  const amount = [{ name: 'amountFrom', label: '金额不低于', input: <MoneyInput /> }] satisfies QueryField<
    typeof listRemittances
  >[]
  expect(sayFilter<typeof listRemittances>(amount, { amountFrom: fen(1_280_000) })[0]?.text).toBe('12,800.00 元')
})
