// Treatments of deductions: cuts lower the cost, penalties are income beside it, what passes the freight is compensation.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fen } from '../figures/money.ts'
import { compensationOf, cutsOf, penaltiesOf, treatDeduction } from './treatment.ts'

const line = (freight: number, deducted: number, penalty: number) => ({
  freight: fen(freight),
  deducted: fen(deducted),
  penalty: fen(penalty),
})

test('a cut lowers the cost, a penalty does not, and the carrier is paid the same', () => {
  expect(treatDeduction(line(100_000, 15_000, 0))).toEqual({ cost: 85_000, penalty: 0, compensation: 0 })
  expect(treatDeduction(line(100_000, 15_000, 10_000))).toEqual({ cost: 95_000, penalty: 10_000, compensation: 0 })
  expect(treatDeduction(line(100_000, 15_000, 15_000))).toEqual({ cost: 100_000, penalty: 15_000, compensation: 0 })
})

test('the cost is never below zero: cuts beyond the freight are compensation, a penalty beyond it is still a penalty', () => {
  expect(treatDeduction(line(50_000, 62_000, 0))).toEqual({ cost: 0, penalty: 0, compensation: 12_000 })
  expect(treatDeduction(line(50_000, 62_000, 62_000))).toEqual({ cost: 50_000, penalty: 62_000, compensation: 0 })
  expect(treatDeduction(line(50_000, 72_000, 10_000))).toEqual({ cost: 0, penalty: 10_000, compensation: 12_000 })
  expect(treatDeduction(line(50_000, 50_000, 0))).toEqual({ cost: 0, penalty: 0, compensation: 0 })
})

test('a penalty is a share of what is deducted', () => {
  expect(() => treatDeduction(line(100, 10, 11))).toThrow(RangeError)
  expect(() => treatDeduction(line(100, 10, -1))).toThrow(RangeError)
  expect(treatDeduction(line(100, 0, 0)).cost).toBe(100)
})

test('late and fine on the account asked about are penalties; other codes, what raises it, and the other account are none', () => {
  const claim = (code: 'LATE' | 'FINE' | 'DAMAGE' | 'CUT' | 'LOAD', amount: number, side: 'SHIPPER' | 'CARRIER') => ({
    code,
    amount: fen(amount),
    side,
  })
  const claims = [
    claim('LATE', -100, 'CARRIER'),
    claim('FINE', -20, 'CARRIER'),
    claim('DAMAGE', -3_000, 'CARRIER'),
    claim('CUT', -40_000, 'CARRIER'),
    claim('LOAD', 500_000, 'CARRIER'),
    claim('FINE', -7, 'SHIPPER'),
  ]
  expect(penaltiesOf(claims, 'CARRIER')).toBe(120)
  expect(penaltiesOf(claims, 'SHIPPER')).toBe(7)
  expect(penaltiesOf([], 'CARRIER')).toBe(0)
  // the shipper is compensated for damage and fines on its own account; other deductions there lower the revenue
  const own = [...claims, claim('DAMAGE', -500, 'SHIPPER'), claim('CUT', -9, 'SHIPPER'), claim('LOAD', 3, 'SHIPPER')]
  expect([compensationOf(own), compensationOf(claims), compensationOf([])]).toEqual([507, 7, 0])
})

test('for any line: nothing below zero, never cost and compensation at once, and what is left is freight less deductions', () => {
  const amount = fc.nat(10_000_000)
  fc.assert(
    fc.property(amount, amount, fc.double({ min: 0, max: 1, noNaN: true }), (freight, deducted, share) => {
      const given = line(freight, deducted, Math.floor(deducted * share))
      const treated = treatDeduction(given)
      expect(Math.min(treated.cost, treated.penalty, treated.compensation)).toBeGreaterThanOrEqual(0)
      expect(treated.cost === 0 || treated.compensation === 0).toBe(true)
      expect(treated.cost - treated.penalty - treated.compensation).toBe(freight - deducted)
      expect(treated.cost - treated.compensation).toBe(freight - cutsOf(given))
    }),
    { numRuns: 10_000 },
  )
})
