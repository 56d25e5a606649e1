// The lines a history gained since somebody saw it.
import { expect, test } from 'vitest'
import { newLines } from './newLines.ts'

const line = (at: number, action: string) => ({ at, by: '张三', action })

test('only what came since is told, newest first', () => {
  const before = [line(2, '确认接单'), line(1, '指派')]
  expect(newLines(before, [line(4, '装货发车'), line(3, '到达装货地'), ...before]).map(({ action }) => action)).toEqual(
    ['装货发车', '到达装货地'],
  )
  expect(newLines(before, before)).toEqual([])
})

test('two lines of one moment are told apart by what was done', () => {
  expect(newLines([line(5, '签收'), line(1, '指派')], [line(5, '要求回单'), line(5, '签收'), line(1, '指派')])).toEqual(
    [line(5, '要求回单')],
  )
})

test('an empty history gained everything; one that lost its tail is told whole', () => {
  expect(newLines([], [line(1, '指派')])).toHaveLength(1)
  expect(newLines([line(9, '别处')], [line(1, '指派')])).toHaveLength(1)
})
