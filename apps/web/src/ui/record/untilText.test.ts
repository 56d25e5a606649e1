// Deadlines and waits in words.
import { DAY_MS, parseDateTime, startOfDay } from '@yunshu/domain/figures/time'
import { daysOverdue } from '@yunshu/domain/settlement/payPlan'
import { expect, it } from 'vitest'
import { untilText, waitedText } from './untilText.ts'

const at = (text: string): number => parseDateTime(text) ?? NaN
const now = at('2026-11-23 10:00:00')

it('a deadline is told with the act it is for, before and after it has passed', () => {
  expect(untilText({ act: '答复', at: at('2026-11-24 18:00:00') }, now)).toBe('11-24 18:00 前答复')
  expect(untilText({ act: '签收', at: at('2026-11-23 12:30:00') }, now)).toBe('签收还剩 2 小时')
  expect(untilText({ act: '答复', at: at('2026-11-21 10:00:00') }, now)).toBe('答复逾期 2 天')
})

it('a deadline that is the end of a day is late by days of the calendar, as lists count', () => {
  const due = at('2026-11-22 16:00:00')
  const until = { act: '付款', at: startOfDay(due) + DAY_MS }
  for (const moment of ['2026-11-23 00:00:00', '2026-11-23 23:59:59', '2026-12-01 08:00:00'])
    expect(untilText(until, at(moment))).toBe(`付款逾期 ${daysOverdue(due, at(moment))} 天`)
  expect(untilText(until, at('2026-11-22 23:00:00'))).toBe('付款还剩 1 小时')
})

it('a wait is told in its largest unit, and not before a minute has passed', () => {
  expect([59_000, 61_000, 3 * 3_600_000, 49 * 3_600_000].map(ms => waitedText(now - ms, now))).toEqual([
    undefined,
    '已等 1 分钟',
    '已等 3 小时',
    '已等 2 天',
  ])
})
