// The figures a freight is made of, as the sign dialog says them.
import { fen } from '@yunshu/domain/figures/money'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { grams } from '@yunshu/domain/figures/weight'
import { expect, it } from 'vitest'
import { freightParts } from './freightParts.ts'

type Facts = Parameters<typeof freightParts>[0]
const claim = (side: 'SHIPPER' | 'CARRIER', amount: number, state = 'agreed') =>
  ({ side, state, amount: fen(amount) }) as Facts['claims'][number]
const waybill: Facts = {
  pricing: 'PER_TON',
  loadWeightG: grams(32_400_000),
  unloadWeightG: grams(32_250_000),
  lossRule: {
    kind: 'NONE',
    allow: 0,
    scope: 'EXCESS',
    basis: 'SMALLER',
    deductUnitPrice: unitPrice(0),
    rounding: 'NONE',
  },
  shipperUnitPrice: unitPrice(2_932_100),
  claims: [
    claim('SHIPPER', 20_000),
    claim('SHIPPER', -5000),
    claim('CARRIER', -50_000),
    claim('CARRIER', 1, 'proposed'),
  ],
}

it('names weight, unit price and what both sides agreed on, of the account alone', () => {
  expect(freightParts(waybill, 'SHIPPER')).toBe(
    '按较小量 32.250 吨 × 293.21 元/吨，加已确认费用 200.00 元，减已确认扣款 50.00 元',
  )
  // without sight of a price none is named
  expect(freightParts(waybill, 'CARRIER')).toBe('按较小量 32.250 吨，另有已确认扣款 500.00 元')
  expect(freightParts({ ...waybill, pricing: 'PER_TRUCK', claims: [] }, 'SHIPPER')).toBe('293.21 元/车')
})
