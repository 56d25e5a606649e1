// The trial balance on paper: balances under their side, what is carried from page to page, and sums that agree.
import type { TrialRow } from '@yunshu/contract/voucher/voucher'
import { fen } from '@yunshu/domain/figures/money'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TrialPrint } from './TrialPrint.tsx'
import { trialPageRows } from './trialPages.ts'

/** Pairs of accounts: what the one has in debit, the other has in credit. */
const rowsOf = (count: number): TrialRow[] =>
  Array.from({ length: count }, (_, n) => {
    const sign = n % 2 === 0 ? 1 : -1
    const [opening, moved] = [fen(sign * 100_00), fen(10_00)]
    return {
      account: String(1001 + n),
      name: `科目${n}`,
      opening,
      debit: sign > 0 ? moved : fen(0),
      credit: sign > 0 ? fen(0) : moved,
      closing: fen(opening + sign * moved),
      side: sign > 0 ? '借' : '贷',
    }
  })
const textOf = (rows: readonly TrialRow[]): string =>
  renderToStaticMarkup(<TrialPrint paper={{ period: '202611', whose: '全部分公司', rows }} />)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

test('each page but the first begins with 承前页 and each but the last ends with 过次页, with the same sums; the last says all', () => {
  const text = textOf(rowsOf(60))
  expect(trialPageRows).toBe(26)
  const carried = [...text.matchAll(/(承前页|过次页|合计)((?: [\d,.]+){6})/g)].map(([, word, sums]) => [
    word,
    sums?.trim().split(' '),
  ])
  const of = (pairs: number) => {
    const [opening, moved, closing] = [pairs * 100, pairs * 10, pairs * 110].map(yuan =>
      yuan.toLocaleString('en-US', { minimumFractionDigits: 2 }),
    )
    return [opening, opening, moved, moved, closing, closing]
  }
  expect(carried).toEqual([
    ['过次页', of(13)],
    ['承前页', of(13)],
    ['过次页', of(26)],
    ['承前页', of(26)],
    ['合计', of(30)],
  ])
  expect(text.match(/第 \d 页，共 3 页/g)).toHaveLength(3)
  // a balance stands under its side alone
  expect(text).toContain('1001 科目0 100.00 10.00 110.00 1002 科目1 100.00 10.00 110.00')
})

test('a month without accounts is one page with sums of nothing', () => {
  const text = textOf([])
  expect(text).toContain('合计 0.00 0.00 0.00 0.00 0.00 0.00')
  expect(text).not.toMatch(/承前页|过次页/)
})
