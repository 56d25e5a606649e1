// Loose text of sheets: every usual writing is read, and nothing is guessed at.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainFigure, readLooseNumber, readLooseTime, readLooseTons, readLooseYuan, tidyCell } from './looseText.ts'
import { formatDateTime, parseDateTime } from './time.ts'

const at = parseDateTime('2026-11-21 08:30:00')
const day = parseDateTime('2026-11-21 00:00:00')

test('a moment is read in every usual writing', () => {
  for (const text of [
    '2026-11-21 08:30',
    '2026/11/21 8:30',
    '2026.11.21 8:30:00',
    '2026年11月21日 8时30分',
    '2026年11月21日8点30',
    '２０２６－１１－２１　０８：３０',
    '2026-11-21T08:30:00',
    '20261121 08:30',
    '46347.3541666667',
  ])
    expect(readLooseTime(text), text).toBe(at)
  for (const text of ['2026-11-21', '2026/11/21', '2026年11月21日', '20261121', '46347'])
    expect(readLooseTime(text), text).toBe(day)
})

test('a moment that does not exist or is ambiguous is not read', () => {
  for (const text of [
    '',
    '2026-02-30',
    '2026-13-01',
    '21/11/2026',
    '11-21',
    '26-11-21',
    '2026-11-21 25:00',
    '2026-11-21 8',
    '明天',
    '12345',
    '99999',
    '2026-11-21 08:30 左右',
  ])
    expect(readLooseTime(text), text).toBeUndefined()
})

test('the day number of a spreadsheet is the moment it stands for, to the second', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 365 * 80 * 86_400 }), second => {
      const ms = Date.UTC(1990, 0, 1) - 8 * 3_600_000 + second * 1000
      const days = (ms + 8 * 3_600_000) / 86_400_000 + 25_569
      expect(formatDateTime(readLooseTime(String(days)) ?? 0)).toBe(formatDateTime(ms))
    }),
  )
})

test('numbers are read with separators and zeros, and not when a separator stands wrong', () => {
  expect(readLooseNumber('1,234.50', 2)).toBe('1234.5')
  expect(readLooseNumber('１２３４', 0)).toBe('1234')
  expect(readLooseNumber('12.', 2)).toBe('12')
  expect(readLooseNumber('32.400', 1)).toBe('32.4')
  for (const text of ['1,23', '12,3456', '1.234', '一百', '1e5', '1 0 x', ''])
    expect(readLooseNumber(text, 2), text).toBeUndefined()
})

test('a figure pasted into a field loses its dress, and a comma in the wrong place stays for the fault', () => {
  expect(['￥1,234.50', ' １，２３４．５ ', '1 234', '-12'].map(plainFigure)).toEqual([
    '1234.50',
    '1234.5',
    '1234',
    '-12',
  ])
  expect(['12,5', '1,23', '1,2345', '32,4'].map(plainFigure)).toEqual(['12,5', '1,23', '1,2345', '32,4'])
})

test('yuan and weights are read with their units', () => {
  expect(readLooseYuan('¥1,200.00')).toBe(120_000)
  expect(readLooseYuan('1200.5元')).toBe(120_050)
  for (const text of ['1.2万', '-5', '1.234']) expect(readLooseYuan(text), text).toBeUndefined()
  for (const text of ['32.4', '32.4吨', '32.400 t', '32,400kg', '32400公斤', '３２.４吨', '32400千克'])
    expect(readLooseTons(text), text).toBe(32_400_000)
  for (const text of ['32.4车', '-1', '吨', '32.4.1']) expect(readLooseTons(text), text).toBeUndefined()
})

test('a cell loses what cannot be seen and keeps the brackets of a name', () => {
  expect(tidyCell('\u200b 川Ａ１２３４５\u3000')).toBe('川A12345')
  expect(tidyCell('华运物流（陕西）有限公司\n')).toBe('华运物流（陕西）有限公司')
})
