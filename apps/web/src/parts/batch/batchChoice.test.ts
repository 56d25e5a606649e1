// A choice that is confirmed: its sum with what was ticked, its limit, and what a later choice must hold to be the same.
import type { BatchDetail, BatchItem } from '@yunshu/contract/batch'
import { fen } from '@yunshu/domain/figures/money'
import { describe, expect, test } from 'vitest'
import {
  confirmText,
  isAsSeen,
  limitFault,
  nothingText,
  payeesWith,
  receiversOf,
  resultText,
  sumWith,
  undoneIds,
} from './batchChoice.ts'

const item = (recordId: string, more: Partial<BatchItem> = {}): BatchItem => ({
  recordId,
  version: 1,
  number: `JS${recordId}`,
  name: '河北顺达',
  payee: '河北顺达 ****0066',
  amount: fen(100_00),
  flags: [],
  ...more,
})
const flagged = item('c', { outcome: 'flagged', flags: ['firstPayment'], amount: fen(30_00) })
const of = (items: readonly BatchItem[], more: Partial<BatchDetail> = {}): BatchDetail => {
  const taken = items.filter(({ outcome }) => outcome === undefined)
  return {
    id: 'batch',
    act: 'approve',
    state: 'chosen',
    total: taken.length,
    done: 0,
    undone: items.length - taken.length,
    sum: fen(taken.reduce((sum, { amount }) => sum + (amount ?? 0), 0)),
    createdAt: 0,
    version: 1,
    payees: [],
    items: [...items],
    needsCode: false,
    ...more,
  }
}
const seen = of([item('a'), item('b'), flagged])

test('the button names act, count and sum of what is chosen and ticked', () => {
  expect(confirmText('approve', sumWith(seen, new Set()))).toBe('审核通过 2 单 合计 200.00 元')
  expect(confirmText('pay', sumWith(seen, new Set(['c'])))).toBe('支付 3 单 合计 230.00 元')
})

test('vouchers and invoices are counted by the sheet of paper, and ticked ones are summed by their tax', () => {
  const two = { count: 2, sum: fen(200_00) }
  expect(confirmText('auditVoucher', two)).toBe('审核 2 张 合计 200.00 元')
  expect(confirmText('tickInput', two)).toBe('勾选抵扣 2 张 税额 200.00 元')
  expect(confirmText('deliverApp', two)).toBe('交付 2 单 合计 200.00 元')
  expect(resultText({ act: 'postVoucher', done: 1, undone: 1 })).toBe('1/2 张已记账，1 张未办理')
})

test('the payee of a sheet that was ticked stands among the payees', () => {
  const payees = [{ payee: '河北顺达 ****0066', count: 2, sum: fen(200_00) }]
  const other = item('d', { outcome: 'flagged', payee: '河南中联 ****0090', amount: fen(300_00) })
  const batch = { ...seen, payees, items: [...seen.items, other] }
  expect(payeesWith(batch, new Set())).toEqual(payees)
  expect(payeesWith(batch, new Set(['c', 'd']))).toEqual([
    { payee: '河南中联 ****0090', count: 1, sum: fen(300_00) },
    { payee: '河北顺达 ****0066', count: 3, sum: fen(230_00) },
  ])
})

test('above the limit of money nothing starts, for acts by which money leaves', () => {
  const much = { count: 2, sum: fen(5_000_000_01) }
  const limit = { rows: 2, sum: fen(5_000_000_00) }
  expect(limitFault(limit, much)).toContain('5,000,000.00')
  expect(limitFault(limit, { ...much, sum: limit.sum })).toBeUndefined()
  expect(limitFault(limit, { sum: fen(1), count: 3 })).toContain('2 张')
  expect(limitFault(undefined, much)).toBeUndefined()
})

describe('a choice made again with what was ticked', () => {
  const looked = new Set(['c'])
  const ticked = item('c', { amount: fen(30_00), flags: ['firstPayment'] })
  test('is started where it holds what was seen', () => {
    expect(isAsSeen(seen, looked, of([item('a'), item('b'), ticked]))).toBe(true)
    expect(isAsSeen(seen, new Set(), of([item('a'), item('b'), flagged]))).toBe(true)
  })
  test('is another where a record was changed, left out, or paid to another account, of the same count and sum too', () => {
    expect(isAsSeen(seen, looked, of([item('a'), item('b'), { ...ticked, version: 2 }]))).toBe(false)
    expect(isAsSeen(seen, looked, of([item('a'), item('b', { payee: '别人 ****9999' }), ticked]))).toBe(false)
    expect(isAsSeen(seen, looked, of([item('a'), item('b', { outcome: 'skipped' }), ticked]))).toBe(false)
    expect(isAsSeen(seen, looked, of([item('a'), item('d'), ticked]))).toBe(false)
  })
})

test('29 of 31 are said as such, and the two are chosen anew', () => {
  const over = of(
    [
      item('a', { outcome: 'failed', reason: '余额不足' }),
      item('b', { outcome: 'skipped', reason: '已变化' }),
      item('d', { outcome: 'done' }),
    ],
    { act: 'pay', state: 'done', total: 31, done: 29, undone: 2 },
  )
  expect(resultText(over)).toBe('29/31 单已支付，2 单未办理')
  expect(resultText({ ...over, done: 31, undone: 0 })).toBe('31/31 单已支付')
  expect(undoneIds(over)).toEqual(['a', 'b'])
})

test('a choice that holds nothing says why, the most frequent reason first', () => {
  const left = (id: string, reason: string) => item(id, { outcome: 'skipped', reason })
  expect(nothingText(of([left('a', '已签收')], { act: 'sign' }))).toBe('JSa 不能签收：已签收')
  expect(nothingText(of([left('a', '缺照片'), left('b', '亏吨'), left('c', '亏吨')], { act: 'sign' }))).toBe(
    '所选 3 单都不能签收：亏吨（2 单）；缺照片（1 单）',
  )
  expect(nothingText(seen)).toBeUndefined()
  expect(nothingText(of([flagged]))).toBeUndefined()
})

test('a batch of messages names the companies they go to', () => {
  const rows = [item('a', { name: '顺达 送达' }), item('b', { name: '中联 卸货' }), item('c', { name: '中联 卸货' })]
  expect(receiversOf(of([...rows, item('d', { outcome: 'skipped', name: '恒泰 签收' })], { act: 'urge' }))).toEqual([
    { name: '中联 卸货', count: 2 },
    { name: '顺达 送达', count: 1 },
  ])
})
