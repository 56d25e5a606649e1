// The list of movements on paper: its conditions in words, sums of both ways, and what is carried from page to page.
import type { TradeRow } from '@yunshu/contract/trade/trade'
import { fen } from '@yunshu/domain/figures/money'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TradeListPrint } from './TradeListPrint.tsx'
import { tradePageLines } from './tradePages.ts'
import { sayTradeFilter, tradeQueryOf } from './tradeQuery.tsx'

const branchId = '01900000-0000-7000-8000-000000000001'
const movement = (n: number, came: boolean): TradeRow => ({
  id: `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  tradeNo: `LS${n}`,
  kind: came ? 'TOP_UP' : 'FREIGHT',
  direction: came ? 'IN' : 'OUT',
  isCarriers: false,
  mark: n === 2 ? 'returned' : 'done',
  ...(came ? { income: fen(10_000) } : { outgo: fen(7_000) }),
  fee: fen(came ? 0 : 100),
  payer: { name: '甲公司' },
  payee: { name: '乙公司' },
  isSimulated: false,
  waybills: 0,
  branchCompanyId: branchId,
  branchName: '榆林分公司',
  slips: 0,
  happenedAt: 1_790_000_000_000,
})
const textOf = (rows: readonly TradeRow[], isHouse = true): string =>
  renderToStaticMarkup(<TradeListPrint paper={{ whose: '总部', isHouse, said: '全部', rows }} />)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/ +/g, ' ')

test('[RT-16] the paper of the list says its sums by way, and signs once at its end', () => {
  const text = textOf([movement(1, true), movement(2, false), movement(3, false)])
  for (const said of ['单位：总部', '条件：全部', '第 1 页，共 1 页', '（已退汇）', '合计 3 笔 100.00 140.00 2.00'])
    expect(text).toContain(said)
  expect(text).toMatch(/收入 1 笔 100\.00 元.*支出 2 笔 140\.00 元.*手续费 2\.00 元.*制表：.*复核：/)
})

test('[RT-16] a carrier’s paper says what it received in its own words, and no charge of the bank', () => {
  const { outgo: income = fen(0), ...sent } = movement(2, false)
  const text = textOf([{ ...sent, direction: 'IN', isCarriers: true, income, fee: fen(0) }], false)
  expect(text).toMatch(/收运费.*合计 1 笔 70\.00 0\.00 .*收入 1 笔 70\.00 元/)
  expect(text).toContain('甲公司')
  expect(text).not.toContain('手续费')
})

test('[RT-16] a longer one carries its sums from page to page, and its pages are numbered', () => {
  const text = textOf(Array.from({ length: tradePageLines + 1 }, (_, n) => movement(n + 10, true)))
  expect(text).toContain('第 1 页，共 2 页')
  expect(text).toMatch(/过次页 1,400\.00 0\.00 0\.00.*第 2 页，共 2 页.*承前页 1,400\.00.*合计 15 笔 1,500\.00/)
  expect(text.match(/制表：/g)).toHaveLength(1)
})

test('[RT-16] its conditions are said in words; a branch by its name', () => {
  const said = (filter: Parameters<typeof sayTradeFilter>[1]) =>
    sayTradeFilter(tradeQueryOf('house'), filter, [movement(1, true)])
  expect(said({})).toBe('全部')
  expect(said({ direction: 'OUT', branchId, kind: 'FREIGHT', numbers: ['A', 'B', 'C'] })).toMatch(
    /^方向：支出；分公司：榆林分公司；类型：付运费；.*：A 等 3 个$/,
  )
})
