// Claims: who asks and answers on whose account, and what may be deducted.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  answerersOf,
  answersClaim,
  chargeCodes,
  chargeStates,
  claimCodes,
  claimSilenceMs,
  claimStates,
  claimSums,
  claimText,
  cutCodes,
  openClaimsOf,
  dealsWith,
  deductibleAmount,
  partyOf,
  signedClaim,
} from './charges.ts'
import { fen } from '../figures/money.ts'
import { DAY_MS } from '../figures/time.ts'

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
      const left = deductibleAmount(fen(freight), claims, 'CARRIER')
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

test('the codes that take from an account are those with a minus, and all of them can be claimed but loss and rounding', () => {
  const minus = Object.entries(chargeCodes).flatMap(([code, { sign }]) => (sign < 0 ? [code] : []))
  expect(minus).toEqual(['LOSS', ...cutCodes, 'ROUND'])
  expect(claimCodes.filter(code => signedClaim(code, fen(1)) < 0)).toEqual([...cutCodes])
})

test('a claim is agreed to, refused or taken back, by silence after three days too; what is agreed can be taken back', () => {
  const table = Object.entries(claimStates.moves).map(([name, { from, to }]) => [name, from, to])
  expect(table).toEqual([
    ['agree', ['proposed'], 'agreed'],
    ['refuse', ['proposed'], 'refused'],
    ['withdraw', ['proposed', 'agreed'], 'withdrawn'],
    ['assume', ['proposed'], 'agreed'],
    ['giveUp', ['proposed'], 'withdrawn'],
    ['drop', ['proposed', 'agreed'], 'withdrawn'],
  ])
  const { refuse, withdraw } = claimStates.moves
  const { refused, withdrawn } = claimStates.states
  expect([refuse.danger, withdraw.danger, refused.final, withdrawn.final]).toEqual([true, true, true, true])
  expect(claimSilenceMs).toBe(3 * DAY_MS)
  expect([chargeStates.moves.confirm.from, chargeStates.states.confirmed.final]).toEqual([['estimated'], true])
})

test('platform and branches are one party, companies their own', () => {
  expect(sides.map(partyOf)).toEqual(['house', 'house', 'shipper', 'carrier'])
})

test('nobody outside an account answers its claims, whoever asked', () => {
  expect(answersClaim('SHIPPER', 'carrier', 'carrier')).toBe(false)
  expect(answersClaim('SHIPPER', 'house', 'carrier')).toBe(false)
  expect(answersClaim('SHIPPER', 'house', 'branch')).toBe(false)
})

test('open claims wait for the other party: the shipper answers a carrier, the carrier both others', () => {
  const claim = { side: 'CARRIER', state: 'proposed', asked: 'carrier' } as const
  const theirs = { ...claim, asked: 'house' } as const
  const ours = { ...claim, side: 'SHIPPER' } as const
  expect(answerersOf([claim, theirs, { ...theirs, state: 'agreed' }])).toEqual(['shipper', 'carrier'])
  expect(
    answerersOf([
      { ...ours, asked: 'house' },
      { ...ours, asked: 'shipper' },
    ]),
  ).toEqual(['shipper', 'house'])
  expect(openClaimsOf([claim, { ...claim, state: 'withdrawn' }], 'carrier')).toEqual({ own: 0, other: 1 })
})

test('sums of an account hold its own claims alone, and a deduction is left to the last fen', () => {
  const claims = [
    { side: 'CARRIER', amount: fen(-300) },
    { side: 'CARRIER', amount: fen(0) },
    { side: 'SHIPPER', amount: fen(-900) },
    { side: 'CARRIER', amount: fen(50) },
  ] as const
  expect(claimSums(claims, 'CARRIER')).toEqual({ extra: 50, cut: 300 })
  expect([299, 300, 301].map(freight => deductibleAmount(fen(freight), claims, 'CARRIER'))).toEqual([0, 0, 1])
})
