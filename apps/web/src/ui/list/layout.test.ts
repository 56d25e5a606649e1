// Columns in a person's order and show, while releases bring new ones.
import { expect, test } from 'vitest'
import type { Column } from './column.tsx'
import { densityOf, inOrder, isOldLayout, isShown, layoutOfToday, type Layout } from './layout.ts'
import { countText } from './StatusTabs.tsx'
import { factOf, twoLines, withDefaults } from './twoLines.tsx'

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
  expect([0, 10_000, 10_001].map(countText)).toEqual(['0', '10,000', '1万+'])
})

/** The columns of a list as it was, and as it is with a column of two lines before them. */
const before = [column('no'), column('state'), column('load'), column('goods', true)]
const today = withDefaults<unknown>(['state', twoLines('two', [factOf(before, 'no'), factOf(before, 'load')])], before)
const seen = (layout: Layout): string[] =>
  inOrder(today, layout.order)
    .filter(each => isShown(each, layout))
    .map(({ key }) => key)

test('a layout kept before columns had two lines is no layout of today; its lines are', () => {
  // as the settings of that time hold it
  const kept: Layout = {
    order: ['load', 'no', 'state', 'goods'],
    hidden: ['state'],
    widths: { no: 300 },
    density: 'small',
  }
  expect([isOldLayout(today, kept), isOldLayout(before, kept), isOldLayout(today, { density: 'small' })]).toEqual([
    true,
    false,
    false,
  ])
  const bare = densityOf(kept)
  expect([bare, seen(bare)]).toEqual([{ v: 2, density: 'small' }, ['state', 'two']])
  expect(isOldLayout(today, { ...bare, order: ['two'] })).toBe(false)
})

test('a view saved before shows the columns it showed, in their order and widths, without those of two lines', () => {
  const view: Layout = { order: ['load', 'no', 'state', 'goods'], hidden: ['state'], widths: { no: 300 } }
  const now = layoutOfToday(today, view)
  expect([seen(now), now.widths]).toEqual([['load', 'no', 'goods'], { no: 300 }])
  // one that chose no columns showed those of that time
  expect(seen(layoutOfToday(today, {}))).toEqual(['no', 'state', 'load'])
  expect(layoutOfToday(today, now)).toBe(now)
})
