// An account statement on paper: what is carried from page to page, and that the last balance is the closing one.
import type { FlowLine } from '@yunshu/contract/voucher/flow'
import { fen } from '@yunshu/domain/figures/money'
import { moneyInWords } from '@yunshu/domain/figures/uppercase'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FlowPrint } from './FlowPrint.tsx'
import { flowPageLines } from './flowPages.ts'

const opening = fen(1_000_00)
/** Lines that take turns: 10.00 in, 4.00 out. */
const linesOf = (count: number): FlowLine[] =>
  Array.from({ length: count }, (_, n) => ({
    entryNo: `FL${n}`,
    n: 1,
    voucherId: 'v',
    branchCompanyId: 'b',
    branchName: '分公司',
    date: 0,
    summary: '付运费',
    counterparty: '承运商',
    ...(n % 2 === 0 ? { income: fen(10_00) } : { outgo: fen(4_00) }),
    balance: fen(opening + Math.ceil((n + 1) / 2) * 10_00 - Math.floor((n + 1) / 2) * 4_00),
  }))
const textOf = (lines: readonly FlowLine[]): string => {
  const closing = lines.at(-1)?.balance ?? opening
  const sums = {
    opening,
    closing,
    closingInWords: moneyInWords(closing),
    sums: {
      income: fen(lines.reduce((sum, { income = 0 }) => sum + income, 0)),
      outgo: fen(lines.reduce((sum, { outgo = 0 }) => sum + outgo, 0)),
    },
  }
  const paper = { account: '2205.01', whose: '货主', from: 0, to: 86_400_000, lines, sums } as const
  return renderToStaticMarkup(<FlowPrint paper={paper} />)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

test('[RT-18] each page but the first begins with 承前页 and each but the last ends with 过次页, with the same sums and balance', () => {
  expect(flowPageLines).toBe(24)
  const text = textOf(linesOf(60))
  const carried = [...text.matchAll(/(承前页|过次页) ([\d,.]+) ([\d,.]+) ([\d,.]+)/g)].map(([, ...found]) => found)
  expect(carried).toEqual([
    ['过次页', '120.00', '48.00', '1,072.00'],
    ['承前页', '120.00', '48.00', '1,072.00'],
    ['过次页', '240.00', '96.00', '1,144.00'],
    ['承前页', '240.00', '96.00', '1,144.00'],
  ])
  expect(text).toContain('期初余额 1,000.00')
  expect(text).toContain('本期合计 60 笔 期末余额 300.00 120.00 1,180.00')
  expect(text).toContain(`期末余额大写：${moneyInWords(fen(1_180_00))}`)
  expect(text.match(/第 \d 页，共 3 页/g)).toEqual(['第 1 页，共 3 页', '第 2 页，共 3 页', '第 3 页，共 3 页'])
})

test('days without a movement have the opening balance as the closing one', () => {
  const text = textOf([])
  expect(text).toContain('本期合计 0 笔 期末余额 0.00 0.00 1,000.00')
  expect(text).not.toMatch(/承前页|过次页/)
})
