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
    ['unknown', 'settlement.pay', 'bad'],
    ['failed', 'settlement.pay', 'bad'],
  ])
  for (const key of paymentTaskKeys) {
    const { awaits, permit } = paymentTaskKinds[key]
    expect(awaits, key).toEqual({ permit, sides: ['shipper', 'platform', 'branch'] })
  }
})
