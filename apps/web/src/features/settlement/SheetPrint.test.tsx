// A settlement sheet on paper: twenty lines a page, with what is carried from one page to the next.
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { fen } from '@yunshu/domain/figures/money'
import { grams } from '@yunshu/domain/figures/weight'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SheetPrint, type PrintedSheet } from './SheetPrint.tsx'

const lineOf = (n: number): SettlementDetail['lines'][number] => ({
  waybillId: `w${n}`,
  partId: `p${n}`,
  part: 'receipt',
  waybillNo: `YD${n}`,
  plate: '鲁A12345',
  driverName: '张三',
  loadPlace: '山东省 济南市 历下区',
  unloadPlace: '山东省 青岛市 市南区',
  loadWeightG: grams(30_000_000),
  unloadWeightG: grams(30_000_000),
  freight: fen(100_000 + n),
  deducted: fen(0),
  penalty: fen(0),
  rounding: fen(0),
  oil: fen(0),
  advanced: fen(0),
  due: fen(100_000 + n),
  setOff: fen(0),
  pay: fen(100_000 + n),
  isCarrierPaid: true,
  isPaid: true,
})

/** A sheet of some lines: the fields its paper shows. */
function sheetOf(lines: number): PrintedSheet {
  const all = Array.from({ length: lines }, (_, n) => lineOf(n + 1))
  const total = fen(all.reduce((sum, { freight }) => sum + freight, 0))
  return {
    settlementNum: 'JS1',
    kind: 'NORMAL',
    state: 'paid',
    period: '2026-11',
    shipperId: 'shipper',
    branchCompanyId: 'branch',
    shipperName: '货主',
    carrierName: '承运商',
    maker: '甲',
    payable: total,
    oil: fen(0),
    advanced: fen(0),
    deducted: fen(0),
    rounding: fen(0),
    penalty: fen(0),
    due: total,
    carriedIn: fen(0),
    carriedOut: fen(0),
    carried: [],
    dueInWords: '人民币',
    payees: [],
    lines: all,
  }
}

const textOf = (lines: number): string =>
  renderToStaticMarkup(<SheetPrint sheet={sheetOf(lines)} />)
    .replaceAll(/<\/tr>/g, '\n')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/ +/g, ' ')

test('a sheet of forty-five lines has three pages, and each page begins with what the one before it ended with', () => {
  const text = textOf(45)
  expect(text.match(/第 \d 页，共 3 页/g)).toEqual(['第 1 页，共 3 页', '第 2 页，共 3 页', '第 3 页，共 3 页'])
  const carried = [...text.matchAll(/(承前页|过次页)（(\d+) 张） ([\d,.]+)/g)].map(([, ...found]) => found)
  // 20 × 1,000.00 and 1 to 20 fen; 40 × 1,000.00 and 1 to 40 fen
  expect(carried).toEqual([
    ['过次页', '20', '20,002.10'],
    ['承前页', '20', '20,002.10'],
    ['过次页', '40', '40,008.20'],
    ['承前页', '40', '40,008.20'],
  ])
  expect(text).toMatch(/合计（45 张，元） 45,010.35/)
  expect(text.match(/ 45 YD45 /g)).toHaveLength(1)
})

test('a sheet of twenty lines is one page without a number, and nothing is carried', () => {
  const text = textOf(20)
  expect(text).not.toMatch(/承前页|过次页|共 1 页/)
  expect(text).toMatch(/合计（20 张，元） 20,002.10/)
})

test('a sheet of fees, which the house pays itself, names the one who pays and no shipper', () => {
  const text = (sheet: PrintedSheet) => renderToStaticMarkup(<SheetPrint sheet={sheet} />).replaceAll(/<[^>]+>/g, '')
  const fees = { ...sheetOf(1), kind: 'FEE', shipperId: 'branch', shipperName: '华北分公司' } as const
  expect(text(fees)).toContain('付款方：华北分公司')
  expect(text(fees)).not.toContain('货主：')
  expect(text(sheetOf(1))).toContain('货主：货主')
})
