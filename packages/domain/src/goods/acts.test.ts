// Moves of goods by owner, state, quantity and time: those that are offered, and the first refusal in its words.
import { expect, test } from 'vitest'
import type { Permit } from '../permits/permits.ts'
import { faultWords, type Fault } from '../problems/problems.ts'
import { stateKeys } from '../states.ts'
import {
  endsGoods,
  faultOfGoodsMove,
  faultOfTake,
  faultOfUnderWay,
  goodsMovesOf,
  goodsPeopleMoves,
  type GoodsOn,
  type GoodsPeopleMove,
  type TakeOn,
} from './acts.ts'
import { goodsStates, type GoodsState } from './goods.ts'

const on = (more: Partial<GoodsOn> = {}): GoodsOn => ({
  isOwner: true,
  state: 'partial',
  remainQty: 3,
  totalQty: 5,
  validTo: 2000,
  now: 1000,
  ...more,
})
const every = (): boolean => true
const told = (fault: Fault | undefined) => fault && [fault.problem, faultWords(fault)]
const statesOf = (name: GoodsPeopleMove): GoodsState[] =>
  stateKeys(goodsStates).filter(state => goodsMovesOf(on({ state }), every).includes(name))

test('each move is offered in its states, in the order of the buttons', () => {
  expect(Object.fromEntries(goodsPeopleMoves.map(name => [name, statesOf(name)]))).toEqual({
    pause: ['published', 'partial'],
    resume: ['paused'],
    cancel: ['draft', 'published', 'partial', 'paused'],
    end: ['partial', 'paused'],
  })
  expect(goodsMovesOf(on({ state: 'paused' }), every)).toEqual(['resume', 'cancel', 'end'])
})

test('nothing is offered without the permit, and to those who only read the goods', () => {
  expect(goodsMovesOf(on(), (permit: Permit) => permit !== 'goods.close')).toEqual([])
  expect(goodsMovesOf(on({ isOwner: false }), every)).toEqual([])
  for (const name of goodsPeopleMoves)
    expect(faultOfGoodsMove(name, on({ isOwner: false, underWay: { waybills: 1, tasks: 1 } }))?.problem).toBe(
      'permit.missing',
    )
})

test('goods with work under way are not cancelled and not ended; waybills are named before tasks', () => {
  expect(told(faultOfGoodsMove('cancel', on({ underWay: { waybills: 2, tasks: 1 } })))).toEqual([
    'goods.openWaybills',
    '货源还有 2 张未完成的运单，不能取消',
  ])
  expect(told(faultOfGoodsMove('end', on({ underWay: { waybills: 0, tasks: 3 } })))).toEqual([
    'goods.openTasks',
    '还有 3 个承运商任务未派完，不能结束货源，请先撤回任务或由承运商退回剩余',
  ])
  expect(goodsMovesOf(on({ underWay: { waybills: 0, tasks: 1 } }), every)).toEqual(['pause'])
  expect(goodsMovesOf(on({ underWay: { waybills: 0, tasks: 0 } }), every)).toEqual(['pause', 'cancel', 'end'])
  expect(faultOfUnderWay({ waybills: 0, tasks: 0 }, '取消')).toBeUndefined()
  expect(goodsPeopleMoves.filter(endsGoods)).toEqual(['cancel', 'end'])
})

test('goods nobody took are cancelled and not ended; what is under way is said first', () => {
  const whole = on({ state: 'paused', remainQty: 5 })
  expect(told(faultOfGoodsMove('end', whole))).toEqual(['state.wrong', '当前状态为“未接单”，不能结束'])
  expect(faultOfGoodsMove('end', { ...whole, underWay: { waybills: 0, tasks: 1 } })?.problem).toBe('goods.openTasks')
  expect(goodsMovesOf(whole, every)).toEqual(['resume', 'cancel'])
})

test('goods whose time is over are not resumed', () => {
  expect(told(faultOfGoodsMove('resume', on({ state: 'paused', now: 2000 })))).toEqual([
    'goods.expired',
    '货源已过截止时间，不能接单',
  ])
  expect(faultOfGoodsMove('resume', on({ state: 'paused', now: 1999 }))).toBeUndefined()
})

test('a carrier takes goods that are open, in time, offered to it and not its own, as far as they last', () => {
  const take = (more: Partial<TakeOn> = {}) =>
    faultOfTake({
      state: 'partial',
      takeMode: 'GRAB',
      remainQty: 3,
      validTo: 2000,
      now: 1000,
      isOwn: false,
      isOffered: true,
      ...more,
    })
  expect([take(), take({ qty: 3 })]).toEqual([undefined, undefined])
  expect(stateKeys(goodsStates).filter(state => take({ state }) === undefined)).toEqual(['published', 'partial'])
  expect([take({ qty: 4 }), take({ state: 'full', remainQty: 0 })]).toEqual(['goods.remain', 'goods.remain'])
  expect([take({ now: 2000 }), take({ state: 'expired' })]).toEqual(['goods.expired', 'goods.expired'])
  const others: Partial<TakeOn>[] = [{ takeMode: 'ASSIGN' }, { isOwn: true }, { isOffered: false }]
  expect(others.map(take)).toEqual(others.map(() => 'goods.notOffered'))
})
