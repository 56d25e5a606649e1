// Columns of two lines: a person sees the facts allowed, and files hold the single ones.
import { expect, test } from 'vitest'
import type { Column } from './column.tsx'
import { factOf, seenColumn, twoLines, withDefaults } from './twoLines.tsx'

interface Row {
  readonly no: string
  readonly price: string
  readonly cost: string
}
const singles: readonly Column<Row>[] = [
  { key: 'no', title: '单号', width: 100, render: row => row.no, fixed: 'start', card: 'title' },
  { key: 'price', title: '托运', width: 100, render: row => row.price, permit: 'price.shipper' },
  { key: 'cost', title: '承运', width: 100, render: row => row.cost, permit: 'price.carrier', isHidden: true },
]
const row: Row = { no: 'YD1', price: '3.00', cost: '2.00' }
const money = twoLines('two-money', [factOf(singles, 'price'), factOf(singles, 'cost')])

test('a price somebody may not see is neither a line, nor in the heading, nor in the file', () => {
  const all = seenColumn(money, () => true)
  expect([all?.title, all?.render(row), all?.under?.(row), all?.holds]).toEqual([
    '托运 / 承运',
    '3.00',
    '2.00',
    ['price', 'cost'],
  ])
  const carrier = seenColumn(money, permit => permit === 'price.carrier')
  expect([carrier?.title, carrier?.render(row), carrier?.under, carrier?.holds]).toEqual([
    '承运',
    '2.00',
    undefined,
    ['cost'],
  ])
  expect(seenColumn(money, () => false)).toBeUndefined()
})

test('every single fact stays in the settings under its old key, hidden, with what it was before', () => {
  const columns = withDefaults<Row>(['no', money], singles)
  expect(columns.map(({ key, isHidden, was }) => [key, isHidden ?? false, was?.isShown])).toEqual([
    ['no', false, true],
    ['two-money', false, undefined],
    ['price', true, true],
    ['cost', true, false],
  ])
})
