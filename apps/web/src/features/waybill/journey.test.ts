// Which steps of a journey are drawn as done, current, failed and ahead.
import { expect, test } from 'vitest'
import { journeySteps } from './journey.ts'

const until = (...states: Parameters<typeof journeySteps>[0][]) => states.map((state, index) => ({ state, at: 1000 + index }))

test('steps behind are done with their time, the one now is in process, the rest wait without a time', () => {
  const steps = journeySteps('inTransit', until('toAccept', 'toLoad', 'loading', 'inTransit'))
  expect(steps.map(({ status }) => status)).toEqual(['finish', 'finish', 'finish', 'process', 'wait', 'wait', 'wait', 'wait'])
  expect(steps[3]).toEqual({ state: 'inTransit', title: '装货发车', status: 'process', at: 1003 })
  expect(steps[4]).toEqual({ state: 'arrived', title: '已到卸货地', status: 'wait' })
})

test('a mishap shows at the step it interrupts', () => {
  const steps = journeySteps('interrupted', until('toAccept', 'toLoad', 'loading', 'inTransit', 'interrupted'))
  expect(steps[3]).toEqual({ state: 'inTransit', title: '运输中断', status: 'error', at: 1004 })
  expect(steps[4]?.status).toBe('wait')
})

test('a state reached again keeps the time it was first reached', () => {
  const steps = journeySteps('inTransit', until('toAccept', 'toLoad', 'loading', 'inTransit', 'interrupted', 'inTransit'))
  expect(steps[3]?.at).toBe(1003)
})

test('a cancelled waybill shows what was reached and then its end', () => {
  const steps = journeySteps('cancelled', until('toAccept', 'toLoad', 'cancelled'))
  expect(steps.map(({ title, status }) => `${title} ${status}`)).toEqual(['已派单 finish', '已接单 finish', '已取消 error'])
})

test('a finished waybill has no step left in process', () => {
  const steps = journeySteps('finished', until('toAccept', 'toLoad', 'loading', 'inTransit', 'arrived', 'toSign', 'signed', 'finished'))
  expect(steps.every(({ status }) => status === 'finish')).toBe(true)
})
