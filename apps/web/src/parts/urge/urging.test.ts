// Urging as an act, and whom a record waits for in words.
import { expect, test } from 'vitest'
import { awaitedText, urgeAct, urgeActs } from './urging.ts'

test('a record waits for the other side by its short name, and says nothing in the own turn', () => {
  expect(awaitedText({ name: '昆明滇鲜农产品有限公司', act: '确认', isOwn: false })).toBe('等昆明滇鲜农产品确认')
  expect(awaitedText({ name: '姜志强', act: '提交审核', isOwn: false })).toBe('等姜志强提交审核')
  expect(awaitedText({ name: '姜志强', act: '提交审核', isOwn: true })).toBeUndefined()
  expect(awaitedText(undefined)).toBeUndefined()
})

test('a record of the own turn, or of nobody, offers no urge', () => {
  const of = (awaits: Parameters<typeof urgeActs>[0]['awaits']) =>
    urgeActs({ awaits, urged: undefined, isBusy: false, onUrge: () => undefined }).map(({ label }) => label)
  expect(of({ name: '昆明滇鲜农产品有限公司', act: '确认', isOwn: false })).toEqual(['催办'])
  expect([of({ name: '姜志强', act: '提交审核', isOwn: true }), of(undefined)]).toEqual([[], []])
})

test('an urge of today says by whom and is off until tomorrow; one of a day before counts', () => {
  const at = Date.parse('2026-11-27T02:05:00Z')
  const of = (isToday: boolean) =>
    urgeAct({ urged: { count: 2, by: '冯大勇', at, isToday }, isBusy: false, onUrge: () => undefined })
  expect(of(true)).toMatchObject({ label: '催办（已催 2 次）', why: '今天 10:05 已由 冯大勇 催办，明天可以再催' })
  expect(of(false).why).toBeUndefined()
  expect(urgeAct({ urged: undefined, isBusy: true, onUrge: () => undefined })).toMatchObject({
    label: '催办',
    disabled: true,
  })
})
