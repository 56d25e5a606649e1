// Rows of opening balances as they are typed and sent.
import { fen } from '@yunshu/domain/figures/money'
import { expect, test } from 'vitest'
import { makeSheet } from '../../ui/sheet/sheet.ts'
import { faultsOfOpeningRows, openingBalanceOf, openingCells, openingLinesOf } from './openingRows.ts'

const rowsOf = (texts: string[][]) => makeSheet({ columns: 3, most: 50, least: 2, texts }).rows

test('accounts without an amount are left out; pasted names and amounts are read', () => {
  const [first = [], ...others] = openingCells([])
  const rows = rowsOf([[first[0] ?? '', '1,200.50', ''], ...others, ['实收资本', '', '1200.5']])
  expect(openingLinesOf(rows)).toEqual([
    { account: '1002.01', debit: 120_050, credit: 0 },
    { account: '4001', debit: 0, credit: 120_050 },
  ])
  expect(openingBalanceOf(rows)).toMatchObject({ difference: 0 })
  expect(faultsOfOpeningRows(rows, {}).size).toBe(0)
  expect(openingCells([{ account: '4001', accountName: '实收资本', debit: fen(0), credit: fen(5) }])).toEqual([
    ['4001 实收资本', '', '0.05'],
  ])
})

test('faults stand at their cells', () => {
  const rows = rowsOf([
    ['1122.01', '1', ''],
    ['4001', '', '1x'],
    ['1002.01', '2', ''],
  ])
  const places = [...faultsOfOpeningRows(rows, { 'lines.2.debit': '不对' })].map(([, cells]) => [...cells.keys()])
  expect(places).toEqual([[2, 1], [0], [1]])
})
