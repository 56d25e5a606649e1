// Columns in a person's order and show, while releases bring new ones.
import { expect, test } from 'vitest'
import type { Column } from './column.tsx'
import { inOrder, isShown } from './layout.ts'
import { countText } from './StatusTabs.tsx'

const column = (key: string, isHidden = false): Column<unknown> => ({
  key,
  title: key,
  width: 1,
  render: () => null,
  ...(isHidden ? { isHidden } : {}),
})
const keys = (columns: readonly Column<unknown>[]) => columns.map(({ key }) => key)

test("a person's order is kept; a new column stands after the one it follows in the code", () => {
  const columns = ['a', 'b', 'new', 'c'].map(key => column(key))
  expect(keys(inOrder(columns, ['c', 'b', 'a']))).toEqual(['c', 'b', 'new', 'a'])
})

test('columns that are gone from the code are forgotten', () => {
  expect(keys(inOrder([column('a')], ['gone', 'a']))).toEqual(['a'])
})

test('a column off by default is off until the person chooses, and a choice stands', () => {
  expect(isShown(column('a', true), {})).toBe(false)
  expect(isShown(column('a', true), { order: ['a'], hidden: [] })).toBe(true)
  expect(isShown(column('a'), { order: ['a'], hidden: ['a'] })).toBe(false)
})

test('counts above 10,000 read 1万+', () => {
  expect([0, 10_000, 10_001].map(countText)).toEqual(['0', '10000', '1万+'])
})
