// Estimates nobody will ever bill are let go by two: nobody agrees to what they asked for, and some parts only a sheet can end.
import { fen } from '../figures/money.ts'
import { expect, test } from 'vitest'
import { estimateMovesOf, faultOfEnding, faultOfLateCuts, type EndingPart } from './estimateEnd.ts'

test('who asked withdraws, another one agrees or rejects, and nobody moves what is over', () => {
  const steps = (state: 'asked' | 'done', isAsker: boolean) => estimateMovesOf({ state, isAsker }, () => true)
  expect([steps('asked', true), steps('asked', false)]).toEqual([['withdraw'], ['confirm', 'reject']])
  expect([steps('done', true), steps('done', false)]).toEqual([[], []])
  expect(estimateMovesOf({ state: 'asked', isAsker: false }, permit => permit === 'debt.collect')).toEqual([])
  expect(estimateMovesOf({ state: 'asked', isAsker: true }, permit => permit === 'debt.confirm')).toEqual([])
})

test('a part ends beside its sheet only while it waits for one and bears nothing but its freight', () => {
  const part: EndingPart = { part: 'arrive', state: 'ready', handedOut: fen(0), penalty: fen(0) }
  const told = (over: Partial<EndingPart>) => faultOfEnding({ ...part, ...over })
  expect([told({}), told({ state: 'planned' }), told({ part: 'fee' })]).toEqual([undefined, undefined, undefined])
  expect(told({ state: 'onSheet', settlementNum: 'JS1' })).toBe('到付已在结算单JS1中')
  expect(told({ state: 'paid' })).toBe('到付已付')
  expect(told({ state: 'dropped' })).toBe('到付已取消')
  expect(told({ handedOut: fen(1) })).toContain('0.01 元，请用结算单结清')
  expect(told({ penalty: fen(20_000) })).toBe('到付含罚款 200.00 元，请用结算单结清')
})

test('freight does not end while more is to be taken off than what stays, or while a deduction waits for its answer', () => {
  expect(faultOfLateCuts({ rest: fen(0), isAsked: false })).toBeUndefined()
  expect(faultOfLateCuts({ rest: fen(-1), isAsked: false })).toBe('签收后调差还有 0.01 元扣款未结算，请用结算单结清')
  expect(faultOfLateCuts({ rest: fen(1), isAsked: true })).toBe('有扣款待对方答复，请先答复或撤回')
})
