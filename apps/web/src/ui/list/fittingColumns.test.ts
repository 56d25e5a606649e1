// Columns of a list in a window like that of a tablet.
import { expect, test } from 'vitest'
import type { Column } from './column.tsx'
import { fittingColumns } from './fittingColumns.ts'

const column = (key: string, width: number, more: Partial<Column<unknown>> = {}): Column<unknown> => ({
  key,
  title: key,
  width,
  render: () => key,
  ...more,
})
const list = [
  column('number', 150, { card: 'title' }),
  column('state', 100, { card: 'tag' }),
  column('carrier', 180),
  column('cargo', 120),
  column('note', 200, { card: 'hide' }),
  column('payable', 120, { card: 'figure' }),
  column('way', 160, { card: 'route' }),
]
const kept = (width: number) => fittingColumns(list, width).map(({ key }) => key)

test('what heads a card stays longest, the rest follows from the left where it fits, all in their own order', () => {
  expect(kept(1100)).toEqual(['number', 'state', 'carrier', 'cargo', 'note', 'payable', 'way'])
  // 370 for what heads, 100 for the way, 126 and 100 for the texts
  expect(kept(696)).toEqual(['number', 'state', 'carrier', 'cargo', 'payable', 'way'])
  expect(kept(596)).toEqual(['number', 'state', 'carrier', 'payable', 'way'])
  // a narrower one further right takes the room a wide one leaves
  expect(kept(595)).toEqual(['number', 'state', 'cargo', 'payable', 'way'])
  expect(kept(370)).toEqual(['number', 'state', 'payable'])
})

test('texts are narrower where there is no room for them, figures and states are not', () => {
  const widths = (width: number) => fittingColumns(list, width).map(column => `${column.key} ${column.width}`)
  expect(widths(1100)).toEqual(list.map(({ key, width }) => `${key} ${width}`))
  expect(widths(596)).toEqual(['number 150', 'state 100', 'carrier 126', 'payable 120', 'way 100'])
  expect(widths(640)).toEqual(['number 150', 'state 100', 'carrier 170', 'payable 120', 'way 100'])
})

test('a number is shown whole or not at all', () => {
  const whole = list.map(each => (each.key === 'carrier' ? { ...each, least: 156 } : each))
  expect(fittingColumns(whole, 626).map(({ key, width }) => `${key} ${width}`)).toContain('carrier 156')
  expect(fittingColumns(whole, 596).map(({ key }) => key)).toEqual(['number', 'state', 'cargo', 'payable', 'way'])
})

test('no column is narrower than its heading', () => {
  const named = list.map(each => (each.key === 'cargo' ? { ...each, title: '最近一次 / 首次定位' } : each))
  expect(fittingColumns(named, 700).map(({ key }) => key)).not.toContain('cargo')
  expect(fittingColumns(named, 720).find(({ key }) => key === 'cargo')?.width).toBe(120)
})

test('columns at an edge are never left out', () => {
  const edged = [...list, column('act', 90, { fixed: 'end', card: 'hide' })]
  expect(fittingColumns(edged, 240).map(({ key }) => key)).toEqual(['number', 'act'])
  // nor narrowed where they alone are wider than the window
  expect(fittingColumns(edged, 60).map(({ key, width }) => [key, width])).toEqual([['act', 90]])
})

test('a column the list is read for stays before what heads a card', () => {
  const read = list.map(each => (each.key === 'note' ? { ...each, isKept: true } : each))
  expect(fittingColumns(read, 370).map(({ key }) => key)).toEqual(['number', 'note'])
})
