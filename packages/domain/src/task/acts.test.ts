// Acts with a task by side, state, time and quantity: those that are offered, and the first refusal in its words.
import { describe, expect, it } from 'vitest'
import type { Permit } from '../permits/permits.ts'
import { faultWords, type Fault } from '../problems/problems.ts'
import { stateKeys } from '../states.ts'
import { faultOfTaking, faultOfTaskAct, taskActsOf, type TaskActName, type TaskOn } from './acts.ts'
import { taskStates, type TaskState } from './task.ts'

const on = (more: Partial<TaskOn> = {}): TaskOn => ({
  isCarrier: false,
  isHouse: false,
  isGiver: false,
  isPart: false,
  state: 'sent',
  answerBy: 2000,
  now: 1000,
  depth: 0,
  mayRelease: true,
  remainQty: 3,
  ...more,
})
const carrier = { isCarrier: true } as const
const house = { isHouse: true, isGiver: true } as const
const giver = { isGiver: true } as const
const every = (): boolean => true
const acts = (more: Partial<TaskOn>, can: (permit: Permit) => boolean = every) => taskActsOf(on(more), can)
const told = (fault: Fault | undefined) => fault && [fault.problem, faultWords(fault)]
const all: readonly TaskState[] = stateKeys(taskStates)

describe('acts are offered', () => {
  it('to each side in its states, in the order of the buttons', () => {
    for (const state of all) {
      const [isWaiting, isLive] = [state === 'sent', state === 'accepted' || state === 'dispatching']
      expect([state, acts({ ...carrier, state })]).toEqual([
        state,
        isWaiting ? ['accept', 'refuse'] : isLive ? ['dispatch', 'release', 'giveBack'] : [],
      ])
      expect([state, acts({ ...giver, state })]).toEqual([state, isWaiting ? ['withdraw'] : []])
      expect([state, acts({ state })]).toEqual([state, []])
    }
    expect(acts({ ...house, state: 'dispatching' }, permit => permit !== 'task.return')).toEqual(['dispatch'])
  })
  it('with their permits alone', () => {
    const needs: readonly [TaskActName, Permit, Partial<TaskOn>][] = [
      ['accept', 'goods.take', carrier],
      ['refuse', 'goods.take', carrier],
      ['dispatch', 'waybill.appoint', { ...carrier, state: 'accepted' }],
      ['release', 'task.release', { ...carrier, state: 'accepted' }],
      ['giveBack', 'task.return', { ...carrier, state: 'accepted' }],
      ['withdraw', 'task.send', giver],
      ['withdraw', 'task.release', { ...giver, isPart: true }],
    ]
    for (const [act, needed, more] of needs) {
      expect(acts(more, permit => permit === needed)).toContain(act)
      expect(acts(more, permit => permit !== needed)).not.toContain(act)
    }
  })
  it('only while something is left to do it with', () => {
    expect(acts({ ...carrier, state: 'accepted', remainQty: 0 })).toEqual([])
    expect(acts({ ...carrier, remainQty: 0 })).toEqual(['accept', 'refuse'])
    expect(acts({ ...carrier, state: 'accepted', openParts: 1 })).toEqual(['dispatch', 'release'])
  })
})

describe('an answer', () => {
  it('comes too late by the time of a refusal, and by its state first', () => {
    expect(told(faultOfTaskAct('accept', on({ ...carrier, now: 2000 })))).toEqual([
      'task.late',
      '已过答复截止时间，不能接单',
    ])
    expect(acts({ ...carrier, now: 2000 })).toEqual(['refuse'])
    expect(faultOfTaskAct('accept', on({ ...carrier, answerBy: undefined }))).toBeUndefined()
    expect(told(faultOfTaskAct('accept', on({ state: 'refused', now: 2000 })))).toEqual([
      'state.wrong',
      '当前状态为“已拒绝”，不能接单',
    ])
    expect(told(faultOfTaskAct('refuse', on({ state: 'expired' })))?.[1]).toBe('当前状态为“已过期”，不能拒绝')
    expect(told(faultOfTaskAct('withdraw', on({ state: 'accepted' })))?.[1]).toBe('当前状态为“已接单”，不能撤回任务')
  })
  it('is the carrier’s own, and taking back the giver’s', () => {
    for (const act of ['accept', 'refuse'] as const)
      for (const other of [house, giver]) expect(faultOfTaskAct(act, on(other))?.problem).toBe('permit.missing')
    expect(faultOfTaskAct('withdraw', on(carrier))?.problem).toBe('permit.missing')
  })
})

describe('the rest of a task', () => {
  it('is used by its carrier, dispatched and returned by the house for it, and by nobody else', () => {
    const open = { state: 'accepted' } as const
    for (const act of ['dispatch', 'giveBack', 'release'] as const) {
      expect(faultOfTaskAct(act, on({ ...open, ...carrier }))).toBeUndefined()
      expect(faultOfTaskAct(act, on({ ...open, ...giver }))?.problem).toBe('permit.missing')
      expect(faultOfTaskAct(act, on({ ...open, ...house }))?.problem).toBe(
        act === 'release' ? 'permit.missing' : undefined,
      )
    }
  })
  it('is handed down as deep and as far as it may', () => {
    expect(faultOfTaskAct('release', on({ ...carrier, depth: 2, mayRelease: false }))?.problem).toBe('task.depth')
    expect(faultOfTaskAct('release', on({ ...carrier, mayRelease: false }))?.problem).toBe('task.kept')
    expect(acts({ ...carrier, state: 'accepted', mayRelease: false })).toEqual(['dispatch', 'giveBack'])
  })
  it('is not returned while parts handed down are open', () => {
    expect(told(faultOfTaskAct('giveBack', on({ ...carrier, openParts: 2 })))).toEqual([
      'task.children',
      '还有 2 个转派任务未派完，不能退回剩余，请等待对方完成或先撤回',
    ])
  })
  it('is taken out of as long as there is as much', () => {
    const taking = (state: TaskState, qty: number) => faultOfTaking({ state, remainQty: 3 }, qty, '3 车')
    expect(taking('dispatching', 3)).toBeUndefined()
    expect(told(taking('dispatching', 4))).toEqual(['task.remain', '任务剩余数量不足（剩余 3 车）'])
    expect(taking('dispatching', 4)?.data).toEqual({ remainQty: 3 })
    // the second of two dispatchers reads what is left, not that the task is done
    expect(taking('done', 4)?.problem).toBe('task.remain')
    expect(told(taking('withdrawn', 1))).toEqual(['state.wrong', '当前状态为“已撤回”，不能派车'])
  })
})
