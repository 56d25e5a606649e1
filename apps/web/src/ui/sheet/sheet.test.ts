// The state of a sheet: typing, blocks from a spreadsheet, filling, rows, and taking back.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addRows,
  chooseCell,
  chosenBox,
  clearChosen,
  copyText,
  fillDown,
  makeSheet,
  nextCell,
  pasteBlock,
  readBlock,
  redoChange,
  removeRows,
  stepChoice,
  undoChange,
  withoutRows,
  writeCell,
  type Sheet,
} from './sheet.ts'

const sheet = (texts: readonly (readonly string[])[] = [], most = 10): Sheet =>
  makeSheet({ columns: 3, most, least: 3, texts })
const texts = ({ rows }: Sheet): string[][] => rows.map(({ cells }) => [...cells])
const headings = [['车牌号', '车号'], ['司机'], ['装货重量']]

test('a block from a spreadsheet goes in at the choice, adds the rows it needs and leaves out what has no room', () => {
  const start = chooseCell(sheet(), { row: 1, column: 1 })
  const pasted = pasteBlock(start, readBlock('a\tb\tc\r\nd\te\r\nf\tg\r\n'), headings)
  expect(texts(pasted.sheet)).toEqual([
    ['', '', ''],
    ['', 'a', 'b'],
    ['', 'd', 'e'],
    ['', 'f', 'g'],
  ])
  expect(chosenBox(pasted.sheet)).toEqual({ top: 1, bottom: 3, left: 1, right: 2 })
  expect(texts(undoChange(pasted.sheet))).toEqual(texts(start))
  expect(texts(redoChange(undoChange(pasted.sheet)))).toEqual(texts(pasted.sheet))
  expect(
    pasteBlock(
      start,
      Array.from({ length: 20 }, () => ['x', 'y']),
      headings,
    ),
  ).toMatchObject({ left: { lines: 11, columns: 0, headings: [] } })
  expect(pasted.left).toEqual({ lines: 0, columns: 1, headings: [] })
})

test('a line of headings decides the columns', () => {
  const { sheet: pasted, left } = pasteBlock(
    chooseCell(sheet(), { row: 0, column: 2 }),
    readBlock('装货重量(吨)\t备注\t车 号*\t\t空着\n32.4\t夜班\t冀A1\tx\t\n'),
    headings,
  )
  expect(texts(pasted)[0]).toEqual(['冀A1', '', '32.4'])
  // an unknown value is named, an empty cell is not
  expect(left).toEqual({ lines: 0, columns: 0, headings: ['备注', '第4列'] })
})

test('one value fills all chosen cells, and the first row fills down', () => {
  const two = chooseCell(chooseCell(sheet(), { row: 0, column: 0 }), { row: 2, column: 1 }, true)
  expect(texts(pasteBlock(two, [['x']], headings).sheet)).toEqual([
    ['x', 'x', ''],
    ['x', 'x', ''],
    ['x', 'x', ''],
  ])
  const filled = fillDown(
    chooseCell(chooseCell(sheet([['a', 'b', 'c']]), { row: 0, column: 1 }), { row: 2, column: 1 }, true),
  )
  expect(texts(filled)).toEqual([
    ['a', 'b', 'c'],
    ['', 'b', ''],
    ['', 'b', ''],
  ])
  expect(texts(fillDown(chooseCell(sheet([['a', 'b', 'c']]), { row: 1, column: 2 })))[1]).toEqual(['', '', 'c'])
  expect(fillDown(sheet())).toEqual(sheet())
})

test('the choice stays inside; Tab goes through all cells and leaves at both ends', () => {
  expect(stepChoice(sheet(), -1, -1).anchor).toEqual({ row: 0, column: 0 })
  expect(stepChoice(sheet(), 99, 99).anchor).toEqual({ row: 2, column: 2 })
  expect(nextCell(chooseCell(sheet(), { row: 0, column: 2 }), false)?.anchor).toEqual({ row: 1, column: 0 })
  expect(nextCell(chooseCell(sheet(), { row: 1, column: 0 }), true)?.anchor).toEqual({ row: 0, column: 2 })
  expect(nextCell(chooseCell(sheet(), { row: 2, column: 2 }), false)).toBeUndefined()
  expect(nextCell(sheet(), true)).toBeUndefined()
})

test('rows come and go; the last one is never taken', () => {
  const full = sheet([['a'], ['b'], ['c']])
  expect(texts(removeRows(chooseCell(chooseCell(full, { row: 0, column: 0 }), { row: 1, column: 0 }, true)))).toEqual([
    ['c', '', ''],
  ])
  expect(texts(removeRows(chooseCell(chooseCell(full, { row: 0, column: 0 }), { row: 2, column: 2 }, true)))).toEqual([
    ['', '', ''],
  ])
  expect(addRows(full, 100).rows).toHaveLength(10)
})

test('rows that were sent go; what was typed meanwhile stays, and the active cell with it', () => {
  const full = sheet([['a'], ['b'], ['c']])
  expect(
    texts(
      withoutRows(
        full,
        full.rows.filter((_, n) => n !== 1),
      ),
    ),
  ).toEqual([['b', '', '']])
  expect(undoChange(withoutRows(full, full.rows.slice(0, 1))).rows).toHaveLength(2)
  const typing = writeCell(chooseCell(addRows(full, 2), { row: 3, column: 1 }), 'd')
  expect(texts(withoutRows(typing, full.rows))).toEqual([
    ['', 'd', ''],
    ['', '', ''],
  ])
  expect(withoutRows(typing, full.rows).anchor).toEqual({ row: 0, column: 1 })
  // a row that is no longer as it was sent is not thrown away
  expect(texts(withoutRows(writeCell(chooseCell(full, { row: 1, column: 2 }), '改'), full.rows))).toEqual([
    ['b', '', '改'],
  ])
})

test('what is changed can be taken back, however it was changed; a change of nothing is none', () => {
  const change = fc.oneof(
    fc.tuple(fc.nat(4), fc.nat(2), fc.constantFrom('', 'x', '吨')).map(
      ([row, column, text]) =>
        (one: Sheet) =>
          writeCell(chooseCell(one, { row, column }), text),
    ),
    fc.constantFrom<(one: Sheet) => Sheet>(
      clearChosen,
      fillDown,
      removeRows,
      one => addRows(one, 2),
      one => pasteBlock(one, [['p', 'q'], ['r']], headings).sheet,
    ),
  )
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), changes => {
      const start = sheet([
        ['a', 'b', 'c'],
        ['d', 'e', 'f'],
      ])
      const end = changes.reduce((one, each) => each(one), start)
      let back = end
      while (back.past.length > 0) back = undoChange(back)
      expect(texts(back)).toEqual(texts(start))
      while (back.future.length > 0) back = redoChange(back)
      expect(texts(back)).toEqual(texts(end))
      expect(new Set(end.rows.map(({ id }) => id)).size).toBe(end.rows.length)
    }),
  )
  expect(writeCell(sheet(), '')).toEqual(sheet())
})

test('what is copied is read back as it was', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(...[0, 1, 2].map(() => fc.constantFrom('', 'a', '冀A12345', 'say "so"', '"', 'a\tb'))), {
        minLength: 1,
        maxLength: 6,
      }),
      rows => {
        const all = chooseCell(
          chooseCell(makeSheet({ columns: 3, most: 10, least: 1, texts: rows }), { row: 0, column: 0 }),
          { row: 99, column: 99 },
          true,
        )
        expect(readBlock(copyText(all))).toEqual(texts(all))
      },
    ),
  )
  expect(readBlock('a\t"b\nc"\n')).toEqual([['a', 'b c']])
})
