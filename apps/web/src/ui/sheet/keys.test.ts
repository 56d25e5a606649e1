// Keys of a sheet.
import { expect, test } from 'vitest'
import { nextFault, sheetKey } from './keys.ts'
import { chooseCell, chosenBox, makeSheet, writeCell, type Sheet } from './sheet.ts'

const start = makeSheet({ columns: 3, most: 4, least: 3, texts: [['a', 'b', 'c']] })
const none = new Map<number, ReadonlyMap<number, string>>()
const key = (
  name: string,
  sheet: Sheet,
  over: { shiftKey?: boolean; ctrlKey?: boolean } = {},
  mode?: 'type' | 'edit',
  typed?: string,
) =>
  sheetKey(
    { key: name, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...over },
    { sheet, kept: () => (typed === undefined ? sheet : writeCell(sheet, typed)), faults: none, mode },
  )
const after = (act: ReturnType<typeof sheetKey>): Sheet => {
  if (act === undefined || typeof act === 'string') throw new Error(`no sheet: ${String(act)}`)
  return act
}

test('arrows, Enter and Tab write what was typed and move; in a cell that is edited the arrows are the browser’s', () => {
  expect(after(key('ArrowDown', start, {}, 'type', 'x'))).toMatchObject({
    anchor: { row: 1, column: 0 },
    rows: [{ cells: ['x', 'b', 'c'] }, {}, {}],
  })
  expect(key('ArrowLeft', start, {}, 'edit')).toBeUndefined()
  expect(after(key('Enter', start, {}, 'edit', 'x')).rows[0]?.cells[0]).toBe('x')
  expect(after(key('Tab', start)).anchor).toEqual({ row: 0, column: 1 })
  expect(key('Tab', start, { shiftKey: true })).toBeUndefined()
  expect(chosenBox(after(key('ArrowRight', start, { shiftKey: true })))).toEqual({
    top: 0,
    bottom: 0,
    left: 0,
    right: 1,
  })
  expect(after(key('ArrowDown', start, { ctrlKey: true })).anchor.row).toBe(2)
})

test('Enter on the last row adds one while there is room', () => {
  const last = chooseCell(start, { row: 2, column: 1 })
  const added = after(key('Enter', last))
  expect([added.rows.length, added.anchor]).toEqual([4, { row: 3, column: 1 }])
  expect(after(key('Enter', added)).rows).toHaveLength(4)
})

test('F2 edits, Escape gives up, Delete empties, Ctrl+D fills, Ctrl+Z takes back; while typing these belong to the input', () => {
  expect(key('F2', start)).toBe('edit')
  expect(key('Escape', start, {}, 'type')).toBe('cancel')
  expect(key('Escape', start)).toBeUndefined()
  const emptied = after(key('Delete', start))
  expect(emptied.rows[0]?.cells[0]).toBe('')
  expect(after(key('z', emptied, { ctrlKey: true })).rows[0]?.cells[0]).toBe('a')
  expect(after(key('d', chooseCell(start, { row: 1, column: 1 }), { ctrlKey: true })).rows[1]?.cells[1]).toBe('b')
  expect(key('Delete', start, {}, 'type')).toBeUndefined()
  expect(key('z', start, { ctrlKey: true }, 'edit')).toBeUndefined()
  expect(key('x', start)).toBeUndefined()
})

test('F8 goes from fault to fault and round', () => {
  const faults = new Map([
    [0, new Map([[2, '']])],
    [
      2,
      new Map([
        [0, ''],
        [1, ''],
      ]),
    ],
  ])
  const round = [start, ...[1, 2, 3].map(() => start)].reduce<Sheet[]>(
    all => [...all, nextFault(all.at(-1) ?? start, faults)],
    [],
  )
  expect(round.map(({ anchor: { row, column } }) => `${row} ${column}`)).toEqual(['0 2', '2 0', '2 1', '0 2'])
  expect(nextFault(start, faults, true).anchor).toEqual({ row: 2, column: 1 })
  expect(nextFault(start, none)).toBe(start)
})
