// Claims: who asks and answers on whose account, and what may be deducted.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  answersClaim,
  chargeCodes,
  claimCodes,
  claimSums,
  claimText,
  openClaimsOf,
  dealsWith,
  deductible,
  signedClaim,
} from './charges.ts'
import { fen } from '../figures/money.ts'

const sides = ['platform', 'branch', 'shipper', 'carrier'] as const

test('carriers neither see nor touch what shippers pay', () => {
  expect(sides.filter(side => dealsWith('SHIPPER', side))).toEqual(['platform', 'branch', 'shipper'])
  expect(sides.filter(side => dealsWith('CARRIER', side))).toEqual([...sides])
})

test('nobody answers what their own side asked, and on the carrier’s account the carrier is always one of the two', () => {
  const answering = (account: 'SHIPPER' | 'CARRIER', asked: 'house' | 'shipper' | 'carrier') =>
    sides.filter(side => answersClaim(account, asked, side))
  expect(answering('CARRIER', 'shipper')).toEqual(['carrier'])
  expect(answering('CARRIER', 'house')).toEqual(['carrier'])
  expect(answering('CARRIER', 'carrier')).toEqual(['platform', 'branch', 'shipper'])
  expect(answering('SHIPPER', 'shipper')).toEqual(['platform', 'branch'])
  expect(answering('SHIPPER', 'house')).toEqual(['shipper'])
})

test('freight, loss and rounding come of the weights and cannot be claimed', () => {
  expect(Object.keys(chargeCodes).filter(code => !claimCodes.some(claimed => claimed === code))).toEqual([
    'FREIGHT',
    'LOSS',
    'ROUND',
  ])
})

test('a deduction lowers its account, a charge raises it', () => {
  expect([signedClaim('DAMAGE', fen(500)), signedClaim('WAIT', fen(500))]).toEqual([-500, 500])
})

test('sums of one account add up to its claims, and deductions never pass the freight', () => {
  const claim = fc.record({
    side: fc.constantFrom<('SHIPPER' | 'CARRIER')[]>('SHIPPER', 'CARRIER'),
    amount: fc.integer({ min: -1_000_000, max: 1_000_000 }).map(fen),
  })
  fc.assert(
    fc.property(fc.array(claim), fc.nat(2_000_000), (claims, freight) => {
      const { extra, cut } = claimSums(claims, 'CARRIER')
      expect(extra - cut).toBe(
        claims.filter(({ side }) => side === 'CARRIER').reduce((all, { amount }) => all + amount, 0),
      )
      const left = deductible(fen(freight), claims, 'CARRIER')
      expect(left).toBeGreaterThanOrEqual(0)
      if (left > 0) expect(cut + left).toBe(freight)
    }),
  )
})

test('a claim that waits is said to wait for us only to the side that answers it', () => {
  const claim = { side: 'CARRIER', state: 'proposed', asked: 'carrier' } as const
  expect(sides.map(side => claimText(claim, side))).toEqual(['待我方确认', '待我方确认', '待我方确认', '待对方确认'])
  expect(claimText({ ...claim, state: 'agreed' }, 'shipper')).toBe('已确认')
  const theirs = { ...claim, asked: 'shipper' } as const
  expect(openClaimsOf([claim, theirs, { ...claim, state: 'refused' }], 'shipper')).toEqual({ own: 1, other: 1 })
})
