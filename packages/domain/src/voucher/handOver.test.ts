// Hand-over layouts: every column once, every amount on its side, in red as it is.
import { expect, test } from 'vitest'
import { fen } from '../figures/money.ts'
import { handOverColumns, handOverLayouts, type HandOverLayout, type HandOverLine } from './handOver.ts'

const line: HandOverLine = {
  day: '2026-11-05',
  period: '202611',
  number: 12,
  n: 2,
  summary: '冲销暂估',
  account: '2202.99',
  accountName: '应付账款-暂估',
  party: '顺达物流',
  waybillNo: 'YD1',
  debit: fen(0),
  credit: fen(-12_345),
  maker: '王',
  auditor: '李',
  poster: '李',
  papers: 3,
}
const keys = Object.keys(handOverLayouts) as HandOverLayout[]

test('a layout names each column once, and says date, number, account, party and both sides of a line', () => {
  for (const key of keys) {
    const columns = handOverColumns(key)
    expect(new Set(columns.map(({ title }) => title)).size).toBe(columns.length)
    const said = columns.map(({ read }) => JSON.stringify(read(line)))
    for (const fact of ['2026-11-05', '12', '2202.99', '顺达物流', 'YD1', '-12345', '冲销暂估', '3'])
      expect([key, fact, said.some(text => text.includes(fact))]).toEqual([key, fact, true])
  }
})

test('a line fills each layout cell by cell, the currency amount on whichever side it has', () => {
  const cells = (key: HandOverLayout, of: HandOverLine) => handOverColumns(key).map(({ read }) => read(of))
  const [text, count, amount] = [
    (said: string) => ({ text: said }),
    (n: number) => ({ count: n }),
    (value: number) => ({ amount: value }),
  ]
  expect(cells('kingdee', line)).toEqual([
    text('2026-11-05'),
    count(2026),
    count(11),
    text('记'),
    count(12),
    text('2202.99'),
    text('应付账款-暂估'),
    text('RMB'),
    text('人民币'),
    amount(-12_345),
    amount(0),
    amount(-12_345),
    text('王'),
    text('李'),
    text('李'),
    text('冲销暂估'),
    count(3),
    count(2),
    text('顺达物流'),
    text('YD1'),
    count(1),
  ])
  expect(cells('yonyou', line)).toEqual([
    text('2026-11-05'),
    text('记'),
    count(12),
    count(3),
    text('冲销暂估'),
    text('2202.99'),
    text('应付账款-暂估'),
    amount(0),
    amount(-12_345),
    text('人民币'),
    count(1),
    text('王'),
    text('李'),
    text('顺达物流'),
    text('YD1'),
    count(2026),
    count(11),
    count(2),
  ])
  expect(cells('kingdee', { ...line, debit: fen(7), credit: fen(0) })[9]).toEqual(amount(7))
})
