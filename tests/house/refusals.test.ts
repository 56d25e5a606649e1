// Refusals that do not compile: each marker below is itself a fault of types once its line compiles.
import { expect, test } from 'vitest'
import { faultWords, Problem, problemOf, problemText } from '@yunshu/domain/problems/problems'

test('a problem without all its blanks does not compile', () => {
  const told = (): unknown => [
    // @ts-expect-error nothing is said
    new Problem('goods.remain'),
    // @ts-expect-error no blank is filled
    new Problem('goods.remain', {}),
    // @ts-expect-error a blank is missing
    new Problem('task.moved', { who: '张三' }),
    // @ts-expect-error a blank is misspelled
    new Problem('goods.remain', { remains: '3 车' }),
    // @ts-expect-error a word that is no blank
    new Problem('goods.remain', { remain: '3 车', left: 3 }),
    // @ts-expect-error a word for a problem without blanks
    new Problem('goods.expired', { remain: '3 车' }),
    // @ts-expect-error nothing to wait for
    new Problem('goods.expired', { seconds: 3 }),
    // @ts-expect-error of two problems, the blank of one alone
    new Problem(Math.random() > 2 ? 'goods.remain' : 'fence.unbound', { remain: '3 车' }),
    // @ts-expect-error a figure of another problem
    new Problem('goods.expired', {}, { remainQty: 3 }),
    // @ts-expect-error faults of fields are words
    new Problem('goods.expired', {}, { fields: { qty: 3 } }),
    // @ts-expect-error nothing is said
    problemText('goods.remain'),
    // @ts-expect-error the blank of another problem
    problemOf({ problem: 'vehicle.tooMany', detail: { name: '车辆川A12345' } }),
    // @ts-expect-error the blank of another problem
    faultWords({ problem: 'vehicle.tooMany', detail: { name: '车辆川A12345' } }),
  ]
  expect(told).toBeInstanceOf(Function)
})
