// Tests of freight: worked examples, and exactness at any size.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { billedWeight, carrierCharges, freightOf, lossOf, type LossRule, roundingLine } from './freight.ts'
import { fen, negateFen, parseYuan } from '../figures/money.ts'
import { splitPayPlan } from '../settlement/payPlan.ts'
import { parseUnitPrice, unitPrice } from '../figures/unitPrice.ts'
import { volume } from '../figures/volume.ts'
import { grams, parseTons } from '../figures/weight.ts'

const tons = (text: string) => parseTons(text) ?? expect.fail(`not a weight: ${text}`)
const price = (text: string) => parseUnitPrice(text) ?? expect.fail(`not a price: ${text}`)
const yuan = (text: string) => parseYuan(text) ?? expect.fail(`not an amount: ${text}`)

describe('freight', () => {
  test('32.400 t at 293.21 元/吨 is 950,000.4 fen, so 9,500.00', () => {
    expect(freightOf({ pricing: 'PER_TON', weight: tons('32.400') }, price('293.21'))).toBe(yuan('9500.00'))
  })

  test('it is priced by volume, truck and distance alike', () => {
    // 12.5 m³ × 80.05 = 1,000.625
    expect(freightOf({ pricing: 'PER_M3', volume: volume(125_000) }, price('80.05'))).toBe(100_063)
    expect(freightOf({ pricing: 'PER_TRUCK', trucks: 3 }, price('4500'))).toBe(yuan('13500.00'))
    expect(freightOf({ pricing: 'PER_KM', distanceM: 1_234_500 }, price('5.5'))).toBe(yuan('6789.75'))
  })

  test('half a fen is rounded up, less is dropped', () => {
    expect(freightOf({ pricing: 'PER_TRUCK', trucks: 1 }, unitPrice(50))).toBe(1)
    expect(freightOf({ pricing: 'PER_TRUCK', trucks: 1 }, unitPrice(49))).toBe(0)
  })

  test('a million tons at 1,000 元/吨 stays exact, and what cannot be exact is refused', () => {
    expect(freightOf({ pricing: 'PER_TON', weight: tons('1000000.000001') }, price('1000'))).toBe(100_000_000_000)
    expect(() =>
      freightOf({ pricing: 'PER_TON', weight: grams(Number.MAX_SAFE_INTEGER) }, unitPrice(Number.MAX_SAFE_INTEGER)),
    ).toThrow(RangeError)
    expect(() => freightOf({ pricing: 'PER_TRUCK', trucks: 1.5 }, price('1'))).toThrow(RangeError)
  })

  test('it is within half a fen of the true product', () => {
    fc.assert(
      fc.property(fc.nat(100_000_000), fc.nat(100_000_000), (weight, unit) => {
        const error =
          BigInt(freightOf({ pricing: 'PER_TON', weight: grams(weight) }, unitPrice(unit))) * 100_000_000n -
          BigInt(weight) * BigInt(unit)
        expect(error > -50_000_000n && error <= 50_000_000n).toBe(true)
      }),
    )
  })

  test('the billed weight is the loaded, the unloaded or the smaller one', () => {
    const [load, unload] = [grams(32_400_000), grams(32_250_000)]
    expect(billedWeight('LOAD', load, unload)).toBe(load)
    expect(billedWeight('UNLOAD', load, unload)).toBe(unload)
    expect(billedWeight('SMALLER', load, unload)).toBe(unload)
    expect(billedWeight('SMALLER', unload, load)).toBe(unload)
  })
})

describe('loss in transit', () => {
  const permille: LossRule = { kind: 'PERMILLE', allow: 3000, scope: 'EXCESS', deductUnitPrice: price('800') }
  const [load, unload] = [tons('32.400'), tons('32.250')]

  test('EXCESS deducts what is beyond 3 ‰: 52.8 kg at 800 元/吨 are 42.24', () => {
    expect(lossOf(load, unload, permille)).toEqual({
      lost: 150_000,
      allowed: 97_200,
      deducted: 52_800,
      amount: yuan('42.24'),
    })
  })

  test('FULL deducts the whole loss once it is beyond: 150 kg are 120.00', () => {
    expect(lossOf(load, unload, { ...permille, scope: 'FULL' })).toMatchObject({
      deducted: 150_000,
      amount: yuan('120.00'),
    })
    expect(lossOf(load, tons('32.3028'), { ...permille, scope: 'FULL' })).toMatchObject({
      lost: 97_200,
      deducted: 0,
      amount: 0,
    })
    expect(lossOf(load, tons('32.302799'), { ...permille, scope: 'FULL' })).toMatchObject({
      lost: 97_201,
      deducted: 97_201,
    })
  })

  test('an allowance in kilograms does not depend on the load; without a rule nothing is deducted', () => {
    expect(lossOf(load, unload, { ...permille, kind: 'KG', allow: 100_000 })).toMatchObject({
      allowed: 100_000,
      deducted: 50_000,
      amount: yuan('40.00'),
    })
    expect(lossOf(load, unload, { ...permille, kind: 'NONE', scope: 'FULL' })).toEqual({
      lost: 150_000,
      allowed: 0,
      deducted: 0,
      amount: 0,
    })
  })

  test('a gain is no loss', () => {
    expect(lossOf(unload, load, permille)).toMatchObject({ lost: 0, deducted: 0, amount: 0 })
  })

  test('EXCESS never costs more than FULL, and neither more than the goods lost', () => {
    const weight = fc.nat(60_000_000).map(grams)
    fc.assert(
      fc.property(weight, weight, fc.nat(10_000), (loaded, unloaded, allow) => {
        const excess = lossOf(loaded, unloaded, { ...permille, allow })
        const full = lossOf(loaded, unloaded, { ...permille, allow, scope: 'FULL' })
        expect(excess.deducted).toBeLessThanOrEqual(full.deducted)
        expect(full.deducted).toBeLessThanOrEqual(full.lost)
        if (excess.lost > excess.allowed) expect(excess.deducted + excess.allowed).toBe(excess.lost)
      }),
    )
  })
})

describe('rounding (抹零)', () => {
  test('it takes the rest below a yuan or ten yuan off, as a line of its own', () => {
    expect(roundingLine(fen(938_057), 'NONE')).toBe(0)
    expect(roundingLine(fen(938_057), 'YUAN')).toBe(-57)
    expect(roundingLine(fen(938_557), 'TEN_YUAN')).toBe(-557)
    expect(roundingLine(fen(938_000), 'TEN_YUAN')).toBe(0)
    expect(roundingLine(fen(-57), 'YUAN')).toBe(0)
  })

  test('it never raises an amount and leaves a round one', () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom<('YUAN' | 'TEN_YUAN')[]>('YUAN', 'TEN_YUAN'), (value, rounding) => {
        const line = roundingLine(fen(value), rounding)
        const step = rounding === 'YUAN' ? 100 : 1000
        expect(line).toBeLessThanOrEqual(0)
        expect(line).toBeGreaterThan(-step)
        expect((value + line) % step).toBe(0)
      }),
    )
  })
})

test('the payable is freight less loss less rounding: 9,500 − 120 is 9,380', () => {
  const loss = { lost: grams(150_000), allowed: grams(97_200), deducted: grams(150_000), amount: yuan('120.00') }
  expect(carrierCharges(yuan('9500.00'), loss, 'TEN_YUAN')).toEqual({
    freight: 950_000,
    lossDeduction: -12_000,
    claims: 0,
    rounding: 0,
    payable: 938_000,
  })
  expect(carrierCharges(yuan('9500.57'), loss, 'YUAN')).toMatchObject({ rounding: -57, payable: 938_000 })
  expect(carrierCharges(yuan('100.00'), loss, 'YUAN')).toMatchObject({ rounding: 0, payable: -2_000 })
})

test('agreed claims count before the rounding: 9,500 − 120 + 300.55 rounds to 9,680', () => {
  const loss = { lost: grams(150_000), allowed: grams(97_200), deducted: grams(150_000), amount: yuan('120.00') }
  expect(carrierCharges(yuan('9500.00'), loss, 'TEN_YUAN', yuan('300.55'))).toEqual({
    freight: 950_000,
    lossDeduction: -12_000,
    claims: 30_055,
    rounding: -55,
    payable: 968_000,
  })
  expect(carrierCharges(yuan('9500.00'), loss, 'NONE', negateFen(yuan('500.00')))).toMatchObject({
    claims: -50_000,
    payable: 888_000,
  })
})

test('whatever the weights, price, rule and claims: the lines add up to the payable, and a pay plan divides exactly that', () => {
  const weight = fc.nat(60_000_000).map(grams)
  fc.assert(
    fc.property(
      weight,
      weight,
      fc.nat(40_000_000),
      fc.nat(10_000),
      fc.integer({ min: -2_000_000, max: 2_000_000 }),
      fc.constantFrom<('NONE' | 'YUAN' | 'TEN_YUAN')[]>('NONE', 'YUAN', 'TEN_YUAN'),
      fc.array(fc.nat(100), { minLength: 5, maxLength: 5 }),
      (load, unload, unit, allow, claims, rounding, parts) => {
        const freight = freightOf(
          { pricing: 'PER_TON', weight: billedWeight('SMALLER', load, unload) },
          unitPrice(unit),
        )
        const loss = lossOf(load, unload, { kind: 'PERMILLE', allow, scope: 'EXCESS', deductUnitPrice: price('800') })
        const charges = carrierCharges(freight, loss, rounding, fen(claims))
        expect(charges.freight + charges.lossDeduction + charges.claims + charges.rounding).toBe(charges.payable)
        expect(charges.rounding).toBeLessThanOrEqual(0)
        const payable = fen(Math.max(0, charges.payable))
        const share = (n: number): number =>
          parts.reduce((all, part) => all + part, 0) === 0
            ? n === 0
              ? 1_000_000
              : 0
            : Math.floor(((parts[n] ?? 0) * 1_000_000) / parts.reduce((all, part) => all + part, 0))
        const plan = {
          prePpm: share(0),
          oilPpm: share(1),
          etcPpm: share(2),
          arrivePpm: share(3),
          receiptPpm: 1_000_000 - share(0) - share(1) - share(2) - share(3),
          termDays: 0,
        }
        const split = splitPayPlan(plan, freight, payable)
        expect(Object.values(split).reduce((all, part) => all + part, 0)).toBe(payable)
        expect(Object.values(split).every(part => part >= 0)).toBe(true)
      },
    ),
  )
})
