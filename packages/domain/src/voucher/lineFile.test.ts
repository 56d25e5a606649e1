// Lines of a voucher from a file: read by code, name or pinyin, and refused at their row and column.
import { expect, test } from 'vitest'
import { faultAt, lineFieldTitle, lineFileColumns, linesOfFile } from './lineFile.ts'
import { manualLines } from './manual.ts'

const row = (n: number, cells: Readonly<Record<string, string>>) => ({ row: n, cells })

test('rows become lines: accounts by code, name or pinyin, amounts in any writing', () => {
  const { lines, faults } = linesOfFile([
    row(2, { summary: '房租', account: '管理费用', debit: '3,000.00' }),
    row(4, { summary: '房租', account: 'yhck', waybillNo: 'YD1', credit: '¥3000' }),
  ])
  expect(faults).toEqual([])
  expect(lines).toEqual([
    { row: 2, line: { summary: '房租', account: '6602', debit: 300_000, credit: 0 } },
    { row: 4, line: { summary: '房租', account: '1002.01', waybillNo: 'YD1', debit: 0, credit: 300_000 } },
  ])
})

test('every fault is told at its row and field: what cannot be read, control accounts, two sides, no amount, no account', () => {
  const { faults } = linesOfFile([
    row(2, { summary: '甲', account: '6602', debit: '三百' }),
    row(3, { account: '6602', debit: '1' }),
    row(5, { summary: '乙', account: '1122.01', debit: '1' }),
    row(6, { summary: '丙', account: '9999', debit: '1', credit: '1' }),
    row(7, { summary: '丁', account: '6602' }),
    row(8, { summary: '戊', account: '6602', debit: '-5' }),
  ])
  expect(faults.map(({ row: n, field }) => [n, field])).toEqual([
    [2, 'debit'],
    [3, 'summary'],
    [5, 'account'],
    [6, 'account'],
    [6, 'credit'],
    [7, 'debit'],
    [8, 'debit'],
  ])
  expect(lineFieldTitle('debit')).toBe('借方(元)')
  expect(lineFieldTitle(undefined)).toBeUndefined()
})

test('a file of more rows than a voucher has is refused at the first one too many, and gives nothing', () => {
  const rows = Array.from({ length: manualLines.most + 1 }, (_, n) =>
    row(n + 2, { summary: '甲', account: '6602', debit: '1' }),
  )
  expect(linesOfFile(rows)).toEqual({
    lines: [],
    faults: [{ row: manualLines.most + 2, reason: `一张凭证最多 200 行，文件有 201 行` }],
  })
  expect(linesOfFile(rows.slice(1)).lines).toHaveLength(manualLines.most)
})

test('a row without a summary or an account is no line; columns are known by the headings accountants use', () => {
  const { lines, faults } = linesOfFile([row(2, { debit: '1' })])
  expect([lines, faults]).toEqual([
    [],
    [
      { row: 2, field: 'summary', reason: '不能为空' },
      { row: 2, field: 'account', reason: '不能为空' },
    ],
  ])
  const headings = Object.values(lineFileColumns).flatMap(column => ('also' in column ? [...column.also] : []))
  expect(headings).toEqual(['会计科目', '科目编码', '科目代码', '运单', '借方金额', '贷方金额'])
  expect(faultAt(3, 'waybillNo', '没有这张运单')).toEqual({ row: 3, field: 'waybillNo', reason: '没有这张运单' })
})
