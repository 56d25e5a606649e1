// Price plans: the price in force, the moment of the next one, and faults of a plan.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextStepAt, priceAt, priceStepFaults, stepsAfter, type PriceStep } from './priceSteps.ts'
import { unitPrice } from '../figures/unitPrice.ts'

const step = (effectiveAt: number, price: number): PriceStep => ({ effectiveAt, unitPrice: unitPrice(price) })
const plan = [step(100, 11), step(200, 12)]

describe('the price in force', () => {
  it.each([
    [99, 10],
    [100, 11],
    [199, 11],
    [200, 12],
    [10_000, 12],
  ])('at %i is %i', (at, price) => {
    expect(priceAt(unitPrice(10), plan, at)).toBe(price)
    expect(priceAt(unitPrice(10), plan.toReversed(), at)).toBe(price)
  })

  it('is the same whether the steps in force were written onto the goods or not', () => {
    const steps = fc.uniqueArray(
      fc.record({ effectiveAt: fc.integer({ min: 1, max: 50 }), price: fc.integer({ min: 1, max: 9 }) }),
      { selector: one => one.effectiveAt, maxLength: 10 },
    )
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }), (made, first, second) => {
        const [at, later] = [Math.min(first, second), Math.max(first, second)]
        const all = made.map(({ effectiveAt, price }) => step(effectiveAt, price))
        const base = unitPrice(100)
        const written = priceAt(base, all, at)
        expect(priceAt(written, all, later)).toBe(priceAt(base, all, later))
        expect(priceAt(written, stepsAfter(all, at), later)).toBe(priceAt(base, all, later))
      }),
    )
  })
})

it('the next step is the earliest that lies ahead', () => {
  expect([nextStepAt(plan, 0), nextStepAt(plan, 100), nextStepAt(plan, 200), nextStepAt([], 0)]).toEqual([
    100,
    200,
    undefined,
    undefined,
  ])
})

describe('a plan', () => {
  it('in order and in the future has nothing against it', () => {
    expect(priceStepFaults(plan, 99)).toEqual({})
  })
  it('says at which line it is wrong', () => {
    expect(priceStepFaults([step(100, 11), step(100, 0), step(300, 5)], 100)).toEqual({
      'priceSteps.0.effectiveAt': '须晚于当前时间',
      'priceSteps.1.unitPrice': '须大于0',
      'priceSteps.1.effectiveAt': '须晚于当前时间',
    })
    expect(priceStepFaults([step(200, 11), step(200, 12)], 100)).toEqual({
      'priceSteps.1.effectiveAt': '须晚于上一项的生效时间',
    })
  })
})
