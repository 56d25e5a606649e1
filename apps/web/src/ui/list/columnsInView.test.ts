// A list that is wider than its view draws only the columns somebody can see.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnsInView, columnStep } from './columnsInView.ts'

const columns = [
  { key: 'no', width: 200, fixed: 'start' as const },
  ...Array.from({ length: 20 }, (_, at) => ({ key: `c${at}`, width: 100 })),
  { key: 'do', width: 100, fixed: 'end' as const },
]
const keys = (scrolled: number, width: number) =>
  columnsInView(columns, scrolled, width).map(each => ('gap' in each ? each.gap : each.key))

test('columns that fit are all drawn', () => {
  expect(columnsInView(columns, 0, 2300)).toBe(columns)
})

test('edges stay, what is out of view becomes one gap on either side', () => {
  expect(keys(0, 600)).toEqual(['no', 'c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 1300, 'do'])
  expect(keys(columnStep * 4, 600)).toEqual([
    'no',
    700,
    'c7',
    'c8',
    'c9',
    'c10',
    'c11',
    'c12',
    'c13',
    'c14',
    'c15',
    400,
    'do',
  ])
  expect(keys(1700, 600)).toEqual(['no', 1400, 'c14', 'c15', 'c16', 'c17', 'c18', 'c19', 'do'])
})

test('wherever the view stands, nothing in it is missing and the width stays', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 40, max: 300 }), { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 0, max: 6000 }),
      fc.integer({ min: 200, max: 2000 }),
      (widths, scrolled, view) => {
        const all = widths.map((width, at) => ({ key: String(at), width }))
        const shown = columnsInView(all, scrolled, view)
        expect(shown.reduce((sum, each) => sum + ('gap' in each ? each.gap : each.width), 0)).toBe(
          widths.reduce((sum, width) => sum + width, 0),
        )
        let left = 0
        for (const { key, width } of all) {
          if (left + width > scrolled && left < scrolled + view) expect(shown.some(each => each.key === key)).toBe(true)
          left += width
        }
      },
    ),
  )
})
