// Rows of a voucher made by hand, as they are typed and sent.
import { fen } from '@yunshu/domain/figures/money'
import { expect, test } from 'vitest'
import { makeSheet } from '../../ui/sheet/sheet.ts'
import { balanceOfRows, completedRows, faultsOfRows, linesOf, withLines } from './manualRows.ts'

const rowsOf = (...texts: string[][]) => makeSheet({ columns: 5, most: 200, least: 4, texts }).rows

test('accounts are completed by code and name, a summary by the row before, and = by what is lacking', () => {
  const rows = completedRows(
    rowsOf(['办公用品', 'glfy', '', '1,200.5', ''], ['', '6603.01', '', '10', ''], ['', 'yhck', '', '', '=']),
  )
  expect(rows.slice(0, 3).map(({ cells }) => cells)).toEqual([
    ['办公用品', '6602 管理费用', '', '1,200.5', ''],
    ['办公用品', '6603.01 手续费', '', '10', ''],
    ['办公用品', '1002.01 银行存款', '', '', '1210.50'],
  ])
  expect(balanceOfRows(rows)).toEqual({ debit: 121_050, credit: 121_050, difference: 0 })
  expect(linesOf(rows)).toHaveLength(3)
  expect(faultsOfRows(rows, {}).size).toBe(0)
  // nothing to make whole: the same rows
  expect(completedRows(rows).every((row, n) => row === rows[n])).toBe(true)
})

test('= on the side that has more already is nothing', () => {
  expect(completedRows(rowsOf(['a', '6602', '', '5', ''], ['a', '6711', '', '=', '']))[1]?.cells[3]).toBe('')
})

test('faults stand at their cells, but in the row that is being written', () => {
  const rows = rowsOf(['a', '1122.01', '', '1x', ''], ['', '', '', '', ''], ['b', '6602', 'YD1', '1', '1'])
  const places = [...faultsOfRows(rows, { 'lines.1.waybillNo': '没有' })].map(([id, cells]) => [id, [...cells.keys()]])
  expect(places).toEqual([
    [0, [3, 1]],
    [2, [4, 2]],
  ])
  expect(faultsOfRows(rows, {}, 0).has(0)).toBe(false)
})

test('lines of a file stand behind what is typed, as one change; where they have no room none is taken', () => {
  const sheet = makeSheet({ columns: 5, most: 4, least: 3, texts: [['a', '6602', '', '5', '']] })
  const line = { summary: 'b', account: '1002.01', accountName: '银行存款', debit: fen(0), credit: fen(500) }
  const taken = withLines(sheet, [line, line, line])
  expect(taken.left).toBe(0)
  expect(linesOf(taken.sheet.rows).map(each => [each.summary, each.account, each.credit])).toEqual([
    ['a', '6602', 0],
    ...[1, 2, 3].map(() => ['b', '1002.01', 500]),
  ])
  expect(taken.sheet.past).toHaveLength(1)
  expect(withLines(sheet, [line, line, line, line])).toEqual({ sheet, left: 1 })
})
