// Tests of phones: whole or masked, per place and state.
import { expect, test } from 'vitest'
import { relationStates, type RelationState } from './relation.ts'
import { taskStates, type TaskState } from './task/task.ts'
import { waybillStates, type WaybillState } from './waybill/waybill.ts'
import { seesPhone, shownPhone, shownPoints } from './phones.ts'

test.each(Object.keys(waybillStates.states) as WaybillState[])(
  'a waybill that is %s shows its other side while it lives',
  state => {
    expect(seesPhone({ of: 'waybill', state })).toBe(!['finished', 'cancelled', 'void'].includes(state))
  },
)
test.each(Object.keys(taskStates.states) as TaskState[])(
  'a task that is %s shows its other side while it is open',
  state => {
    expect(seesPhone({ of: 'task', state })).toBe(['sent', 'accepted', 'dispatching'].includes(state))
  },
)
test.each(Object.keys(relationStates.states) as RelationState[])(
  'a relation that is %s shows the contact while it is live',
  state => {
    expect(seesPhone({ of: 'relation', state })).toBe(['active', 'ending'].includes(state))
  },
)

test('people of one’s own company or fleet are always shown, those one has nothing under way with never', () => {
  expect([seesPhone({ of: 'own' }), seesPhone({ of: 'others' })]).toEqual([true, false])
  expect(shownPhone('18600001402', { of: 'own' })).toBe('18600001402')
  expect(shownPhone('18600001402', { of: 'others' })).toBe('186****1402')
  expect(shownPoints([{ name: '矿', mobile: '18600001402' }], { of: 'waybill', state: 'finished' })).toEqual([
    { name: '矿', mobile: '186****1402' },
  ])
})
