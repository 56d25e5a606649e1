// Holding parts: what is paid in money is held while no sheet has it, and let go.
import { expect, test } from 'vitest'
import { faultOfHold, holdActsOf, type HoldablePart } from './partHold.ts'
import { partStates, waybillParts, type PartState, type WaybillPart } from './parts.ts'
import { stateKeys } from '../states.ts'

const part = (over: Partial<HoldablePart>): HoldablePart => ({
  part: 'arrive',
  state: 'ready',
  heldSince: null,
  cash: 100,
  ...over,
})

test('parts paid in money are held before they are on a sheet, and no others', () => {
  const parts = Object.keys(waybillParts) as WaybillPart[]
  expect(parts.filter(each => holdActsOf(part({ part: each })).includes('hold'))).toEqual([
    'pre',
    'arrive',
    'receipt',
    'adjust',
    'debt',
  ])
  const states: PartState[] = stateKeys(partStates)
  expect(states.filter(state => holdActsOf(part({ state })).includes('hold'))).toEqual(['planned', 'ready'])
  expect([1, 0, -1].map(cash => holdActsOf(part({ cash })))).toEqual([['hold'], [], []])
  expect(holdActsOf(part({ heldSince: 5 }))).toEqual(['free'])
})

test('a refusal says why: a sheet has it by its number, it is held already, or it is not', () => {
  expect(faultOfHold('hold', part({ state: 'onSheet', settlementNum: 'JS1' }))).toBe(
    '已在结算单JS1中，请先移出结算单再暂缓',
  )
  expect(faultOfHold('hold', part({ state: 'onSheet' }))).toBe('已在结算单中，请先移出结算单再暂缓')
  expect(faultOfHold('hold', part({ heldSince: 5 }))).toBe('已经暂缓')
  expect(faultOfHold('hold', part({ state: 'paid' }))).toBe('已经付过或不再支付，不能暂缓')
  expect(faultOfHold('hold', part({ part: 'fee' }))).toBe('不能暂缓')
  expect(faultOfHold('hold', part({ part: 'oil' }))).toBe('不是要付给承运商的款项，不能暂缓')
  expect(faultOfHold('free', part({}))).toBe('没有暂缓，不用解除')
})
