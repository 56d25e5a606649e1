// Lines read on the page of unread ones stay there, in their place, until it is left.
import type { MessageRow } from '@yunshu/contract/message/message'
import { expect, test } from 'vitest'
import { withRead } from './reading.ts'

const line = (n: number): MessageRow => ({
  id: `0198b0a0-0000-7000-8000-00000000000${n}`,
  title: `标题${n}`,
  content: '',
  kind: 'goods',
  at: n,
  read: false,
})
const titles = (rows: readonly MessageRow[]) => rows.map(({ title }) => title)
const read = (...rows: MessageRow[]) => new Map(rows.map(row => [row.id, row]))

test('a line that is no longer unread keeps its place by time', () => {
  expect(titles(withRead([line(4), line(2)], read(line(3))))).toEqual(['标题4', '标题3', '标题2'])
  expect(titles(withRead([], read(line(1), line(2))))).toEqual(['标题2', '标题1'])
})

test('a line that is listed already comes once, and the list keeps its identity', () => {
  const rows = [line(2), line(1)]
  expect(withRead(rows, read(line(1)))).toBe(rows)
})
