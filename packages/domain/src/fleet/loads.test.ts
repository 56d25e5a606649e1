// Dividing a quantity among trucks: nothing is lost, nobody gets more than it may, and shares are as even as limits let
// them be.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillUp, splitEvenly } from './loads.ts'

const rooms = (...most: number[]) => most.map(each => ({ most: each }))
const case_ = fc.record({
  total: fc.integer({ min: 0, max: 200_000_000 }),
  most: fc.array(fc.integer({ min: 0, max: 40_000_000 }), { minLength: 1, maxLength: 20 }),
  step: fc.constantFrom(1, 100, 1000),
})
const sum = (shares: readonly number[]): number => shares.reduce((all, share) => all + share, 0)

describe('an even split', () => {
  it('is even to the kilogram, and what a small truck cannot take goes onto the others', () => {
    expect(splitEvenly(64_000_000, rooms(32_000_000, 32_000_000, 32_000_000), 1000)).toEqual([
      21_333_000, 21_333_000, 21_334_000,
    ])
    expect(splitEvenly(60, rooms(10, 40, 40))).toEqual([10, 25, 25])
    expect(splitEvenly(100, rooms(10, 20))).toEqual([10, 20])
    expect(splitEvenly(5, [])).toEqual([])
  })
  it('gives out the total or all the room there is, and nobody more than its room', () => {
    fc.assert(
      fc.property(case_, ({ total, most, step }) => {
        const shares = splitEvenly(total, rooms(...most), step)
        expect(sum(shares)).toBe(Math.min(total, sum(most)))
        expect(shares.every((share, n) => share >= 0 && share <= (most[n] ?? 0))).toBe(true)
      }),
    )
  })
  it('leaves no two trucks apart by more than a step per truck unless one of them is full', () => {
    fc.assert(
      fc.property(case_, ({ total, most, step }) => {
        const shares = splitEvenly(total, rooms(...most), step)
        const open = shares.filter((share, n) => share < (most[n] ?? 0))
        if (open.length > 1) expect(Math.max(...open) - Math.min(...open)).toBeLessThanOrEqual(step * (most.length + 1))
      }),
    )
  })
})

describe('filling up', () => {
  it('fills one truck after the other and gives out what it can', () => {
    expect(fillUp(70, rooms(32, 32, 32))).toEqual([32, 32, 6])
    expect(fillUp(32, rooms(32, 32))).toEqual([32, 0])
    fc.assert(
      fc.property(case_, ({ total, most }) => {
        const shares = fillUp(total, rooms(...most))
        expect(sum(shares)).toBe(Math.min(total, sum(most)))
        expect(shares.every((share, n) => share <= (most[n] ?? 0))).toBe(true)
      }),
    )
  })
})
