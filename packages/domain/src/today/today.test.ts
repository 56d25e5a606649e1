// The order of today's work: one for any shuffling, with the bands of the calendar in China.
import { expect, it } from 'vitest'
import { DAY_MS, parseDateTime } from '../figures/time.ts'
import { deadlineText } from './deadline.ts'
import { compareToday, laterUntil, todayBandOf, todayKindKeys, type Ranked } from './today.ts'

const at = (text: string): number => parseDateTime(text) ?? NaN

/** A shuffle that the seed decides. */
function shuffled<T>(all: readonly T[], seed: number): T[] {
  let state = seed
  return all
    .map(one => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return { one, state }
    })
    .toSorted((a, b) => a.state - b.state)
    .map(({ one }) => one)
}

it('is one order for sixty pieces shuffled a hundred times: band, end, amount, wait, kind, id', () => {
  const now = at('2026-11-23 10:00:00')
  const all: Ranked[] = []
  for (const deadline of [now - DAY_MS, now - 1, now, now + 3_600_000, now + 3 * DAY_MS, now + 9 * DAY_MS, undefined])
    for (const amount of [undefined, 100, 99_999_999])
      for (const [kind, id] of [
        ['sign', 'b'],
        ['sign', 'a'],
        ['pay', 'c'],
      ] as const)
        all.push({ kind, id: `${id}${all.length}`, deadline, amount, since: id === 'c' ? 1 : 2 })
  expect(all.length).toBeGreaterThan(60)
  const ordered = all.toSorted(compareToday(now))
  for (let seed = 1; seed <= 100; seed++) expect(shuffled(all, seed).toSorted(compareToday(now))).toEqual(ordered)
  expect(ordered.slice(0, 4).map(({ deadline, amount, kind }) => [deadline, amount, kind])).toEqual([
    [now - DAY_MS, 99_999_999, 'pay'],
    [now - DAY_MS, 99_999_999, 'sign'],
    [now - DAY_MS, 99_999_999, 'sign'],
    [now - DAY_MS, 100, 'pay'],
  ])
  // no end comes last, whatever it is worth
  expect(ordered.slice(-9).every(({ deadline }) => deadline === undefined)).toBe(true)
  // equal in all that counts: the kind as it stands in the table, then the id
  const same = { deadline: now, amount: 1, since: 1 }
  const kinds = todayKindKeys.map(kind => ({ ...same, kind, id: 'x' }))
  expect(kinds.toReversed().toSorted(compareToday(now))).toEqual(kinds)
})

it('counts days as the calendar in China does', () => {
  const last = at('2026-11-23 23:59:59') + 999
  const midnight = at('2026-11-24 00:00:00')
  expect([last, midnight].map(end => todayBandOf(end, at('2026-11-23 00:00:00')))).toEqual([1, 2])
  expect([last - 1, last, midnight].map(end => todayBandOf(end, last))).toEqual([0, 1, 2])
  expect([last, midnight, midnight + DAY_MS - 1, midnight + DAY_MS].map(end => todayBandOf(end, midnight))).toEqual([
    0, 1, 1, 2,
  ])
  expect([midnight + 7 * DAY_MS - 1, midnight + 7 * DAY_MS, undefined].map(end => todayBandOf(end, midnight))).toEqual([
    2, 3, 3,
  ])
})

it('what is put off comes back at eight in the morning', () => {
  expect(laterUntil(at('2026-11-23 07:59:59'))).toBe(at('2026-11-23 08:00:00'))
  expect(laterUntil(at('2026-11-23 08:00:00'))).toBe(at('2026-11-24 08:00:00'))
  expect(laterUntil(at('2026-11-23 23:30:00'))).toBe(at('2026-11-24 08:00:00'))
})

it('an end is told in the words that help now', () => {
  const now = at('2026-11-23 10:00:00')
  const texts = {
    '2026-11-23 09:59:30': '逾期 1 分钟',
    '2026-11-23 07:00:00': '逾期 3 小时',
    '2026-11-21 09:00:00': '逾期 2 天',
    // the ends of 11-20 and 11-22: days of the calendar, as the inbox of payment counts them
    '2026-11-21 00:00:00': '逾期 3 天',
    '2026-11-23 00:00:00': '逾期 1 天',
    '2026-11-23 10:20:00': '还剩 20 分钟',
    '2026-11-23 13:59:00': '还剩 3 小时',
    '2026-11-23 20:00:00': '今天 20:00 前',
    '2026-11-24 00:00:00': '今天 24:00 前',
    '2026-11-24 18:00:00': '11-24 18:00 前',
    '2026-11-25 00:00:00': '11-24 前',
    '2027-01-20 00:00:00': '2027-01-19 前',
    '2027-01-20 08:00:00': '2027-01-20 前',
  }
  expect(Object.fromEntries(Object.keys(texts).map(text => [text, deadlineText(at(text), now)]))).toEqual(texts)
  expect(deadlineText(at('2026-11-24 00:00:00') - 1, now)).toBe('今天 24:00 前')
})
