// Tests of money: exact reading, printing, adding, splitting and tax.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Fen,
  addFen,
  addsExactly,
  fen,
  isFen,
  negateFen,
  parseSignedYuan,
  parseYuan,
  percentOf,
  printMoney,
  printYuan,
  splitExact,
  splitTax,
  subtractFen,
  sumFen,
} from './money.ts'

const anyFen = fc.maxSafeInteger().map(fen)
const freightFen = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }).map(fen)

describe('money', () => {
  test('fen are whole and safe, or refused', () => {
    expect(fen(950_000)).toBe(950_000)
    expect(fen(-0)).toBe(0)
    for (const wrong of [0.5, Number.NaN, Infinity, Number.MAX_SAFE_INTEGER + 1]) {
      expect(isFen(wrong)).toBe(false)
      expect(() => fen(wrong)).toThrow(RangeError)
    }
  })

  test('yuan text is read by its digits, with at most two decimals', () => {
    expect(parseYuan('9500.00')).toBe(950_000)
    expect(parseYuan('9500')).toBe(950_000)
    expect(parseYuan('9500.5')).toBe(950_050)
    expect(parseYuan('0.29')).toBe(29)
    expect(parseYuan('90071992547409.91')).toBe(Number.MAX_SAFE_INTEGER)
  })

  test.each([
    '',
    ' ',
    '-1.00',
    '+1',
    '1.234',
    '9,500.00',
    '1e3',
    '.5',
    '5.',
    '1.00 ',
    '0x10',
    '１',
    '90071992547409.92',
    '-',
  ])('text that is not an unsigned amount is refused: %j', text => expect(parseYuan(text)).toBeUndefined())

  test('a sign is read only where it is allowed', () => {
    expect(parseSignedYuan('-120.00')).toBe(-12_000)
    expect(parseSignedYuan('120.00')).toBe(12_000)
    expect(parseSignedYuan('-0.00')).toBe(0)
    expect(parseSignedYuan('--1')).toBeUndefined()
  })

  test('the wire form has two decimals, the screen form has commas and the minus of books', () => {
    const cases: [number, string, string][] = [
      [0, '0.00', '0.00'],
      [5, '0.05', '0.05'],
      [-5, '-0.05', '−0.05'],
      [95_000, '950.00', '950.00'],
      [950_000, '9500.00', '9,500.00'],
      [-12_345_678, '-123456.78', '−123,456.78'],
      [123_456_789_00, '123456789.00', '123,456,789.00'],
    ]
    for (const [amount, wire, screen] of cases) {
      expect(printYuan(fen(amount))).toBe(wire)
      expect(printMoney(fen(amount))).toBe(screen)
    }
  })

  test('every amount survives printing and reading', () => {
    fc.assert(
      fc.property(anyFen, amount => {
        expect(parseSignedYuan(printYuan(amount))).toBe(amount)
        expect(printMoney(amount).replaceAll(',', '').replace('−', '-')).toBe(printYuan(amount))
      }),
    )
  })

  test('adding is exact, and refused where it could not be', () => {
    expect(addFen(fen(10), fen(20))).toBe(30)
    expect(subtractFen(fen(10), fen(20))).toBe(-10)
    expect(sumFen([])).toBe(0)
    expect(sumFen([fen(300_000), fen(500_000), fen(138_000)])).toBe(938_000)
    expect(negateFen(fen(0))).toBe(0)
    expect(() => addFen(fen(Number.MAX_SAFE_INTEGER), fen(1))).toThrow(RangeError)
  })
})

describe('splitting an amount', () => {
  test('the last part with a weight takes the remainder', () => {
    expect(splitExact(fen(100), [1, 1, 1])).toEqual([33, 33, 34])
    expect(splitExact(fen(100), [1, 1, 1, 0])).toEqual([33, 33, 34, 0])
    expect(splitExact(fen(-100), [1, 1, 1])).toEqual([-33, -33, -34])
    expect(splitExact(fen(2), [1, 1, 1, 1])).toEqual([0, 0, 0, 2])
  })

  test('weights that cannot split are refused', () => {
    for (const weights of [[], [0, 0], [1, -1], [0.5, 0.5]])
      expect(() => splitExact(fen(100), weights)).toThrow(RangeError)
  })

  test('parts always add up, never change sign, and are at most one fen below their share', () => {
    const weightLists = fc
      .array(fc.nat(1_000_000), { minLength: 1, maxLength: 8 })
      .filter(weights => weights.some(weight => weight > 0))
    fc.assert(
      fc.property(freightFen, weightLists, (total, weights) => {
        const parts = splitExact(total, weights)
        const allWeights = weights.reduce((all, weight) => all + weight, 0)
        const last = weights.findLastIndex(weight => weight > 0)
        expect(sumFen(parts)).toBe(total)
        for (const [index, part] of parts.entries()) {
          expect(Math.sign(part) === Math.sign(total) || part === 0).toBe(true)
          const weight = weights[index] ?? 0
          if (weight === 0) expect(part).toBe(0)
          const missing = BigInt(Math.abs(total)) * BigInt(weight) - BigInt(Math.abs(part)) * BigInt(allWeights)
          if (index !== last) expect(missing >= 0n && missing < BigInt(allWeights)).toBe(true)
        }
      }),
    )
  })
})

describe('rates', () => {
  test('a percentage rounds half up, once', () => {
    expect(percentOf(fen(950_000), 50_000)).toBe(47_500)
    expect(percentOf(fen(1), 500_000)).toBe(1)
    expect(percentOf(fen(1), 499_999)).toBe(0)
    expect(percentOf(fen(-1), 500_000)).toBe(-1)
    expect(() => percentOf(fen(1), -1)).toThrow(RangeError)
    expect(() => percentOf(fen(1), 0.05)).toThrow(RangeError)
  })

  test('a percentage of a large amount does not pass through a float', () => {
    expect(percentOf(fen(9_007_199_254_740_991), 999_999)).toBe(9_007_190_247_541_736)
  })

  test.each([
    [1_000_000, 900, 917_431, 82_569],
    [300_000, 1300, 265_487, 34_513],
    [50_000, 600, 47_170, 2_830],
    [0, 900, 0, 0],
    [100, 0, 100, 0],
    [-1_000_000, 900, -917_431, -82_569],
  ])('VAT is taken out of %i fen at %i basis points', (gross, rate, net, tax) => {
    expect(splitTax(fen(gross), rate)).toEqual({ net, tax })
  })

  test('net and tax add up, and the net carries the rate to within half a fen', () => {
    fc.assert(
      fc.property(freightFen, fc.constantFrom(0, 100, 300, 600, 900, 1300), (gross: Fen, rate) => {
        const { net, tax } = splitTax(gross, rate)
        expect(addFen(net, tax)).toBe(gross)
        const error = BigInt(net) * BigInt(10_000 + rate) - BigInt(gross) * 10_000n
        expect(2n * (error < 0n ? -error : error) <= BigInt(10_000 + rate)).toBe(true)
      }),
    )
  })
})

test('weights and rates that are none are refused', () => {
  for (const weights of [
    [1, -1, 1],
    [1, 0.5],
    [0, 0],
    [Number.NaN, 1],
  ])
    expect(() => splitExact(fen(10), weights), String(weights)).toThrow(RangeError)
  for (const rate of [-1, 0.5]) {
    expect(() => splitTax(fen(10), rate)).toThrow(RangeError)
    expect(() => percentOf(fen(10), rate)).toThrow(RangeError)
  }
})

test('amounts add exactly while all of them together are told to the fen, whatever their signs', () => {
  const most = fen(Number.MAX_SAFE_INTEGER)
  expect(addsExactly([most])).toBe(true)
  expect(addsExactly([most, fen(1)])).toBe(false)
  expect(addsExactly([most, fen(-1)])).toBe(false)
  expect(addsExactly([])).toBe(true)
})
