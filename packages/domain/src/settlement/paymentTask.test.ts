// Payment tasks: the order money travels in, and the permit of the person each one waits for.
import { expect, test } from 'vitest'
import { paymentTaskKeys, paymentTaskKinds } from './paymentTask.ts'

test('tasks stand in the order money travels, each waits for who ends it, on the sides that pay', () => {
  expect(paymentTaskKeys.map(key => [key, paymentTaskKinds[key].permit, paymentTaskKinds[key].tone])).toEqual([
    ['receipt', 'settlement.submit', 'busy'],
    ['submit', 'settlement.submit', 'busy'],
    ['approve', 'settlement.approve', 'busy'],
    ['voiding', 'settlement.approve', 'busy'],
    ['change', 'settlement.approve', 'busy'],
    ['pay', 'settlement.pay', 'busy'],
    ['exception', 'settlement.pay', 'bad'],
    ['slip', 'settlement.pay', 'busy'],
    ['record', 'settlement.pay', 'busy'],
    ['fileless', 'payFile.make', 'busy'],
    ['unknown', 'settlement.pay', 'bad'],
    ['closing', 'settlement.pay', 'busy'],
    ['failed', 'settlement.pay', 'bad'],
  ])
  const ofHouse = new Set(['slip', 'record', 'fileless'])
  for (const key of paymentTaskKeys) {
    const { awaits, permit } = paymentTaskKinds[key]
    const sides = ofHouse.has(key) ? ['platform', 'branch'] : ['shipper', 'platform', 'branch']
    expect(awaits, key).toEqual({ permit, sides })
  }
})
