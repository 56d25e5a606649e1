// Tests of quantities: nothing is taken twice, trucks keep their limit, and text survives printing.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { goodsStates, type QuantityMode } from './goods.ts'
import { messages } from '../message/messages.ts'
import {
  checkDailyTrucks,
  checkTake,
  checkTruckTake,
  fillState,
  parseQuantity,
  printQuantity,
  quantityNumber,
  truckQuantity,
  trucksNeeded,
} from './quantity.ts'
import { volume } from '../figures/volume.ts'
import { grams } from '../figures/weight.ts'

const remaining = (total: number, taken: readonly number[]): number => taken.reduce((rest, qty) => rest - qty, total)

describe('what is left', () => {
  test('is never overdrawn by takes that pass the check, in any order', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.array(fc.integer({ min: -5, max: 400_000 })), (total, asks) => {
        const taken: number[] = []
        for (const ask of asks) {
          if (checkTake(remaining(total, taken), ask) === undefined) taken.push(ask)
        }
        expect(remaining(total, taken)).toBeGreaterThanOrEqual(0)
        expect(taken.every(qty => qty > 0)).toBe(true)
      }),
    )
  })

  test('limits a take, which must be a whole quantity above zero', () => {
    expect(checkTake(5, 5)).toBeUndefined()
    expect(checkTake(5, 6)).toBe(messages.remain)
    for (const wrong of [0, -1, 0.5, Number.NaN]) expect(checkTake(5, wrong)).toBe(messages.quantity)
  })

  test('tells how far open goods have been taken, in states that goods have', () => {
    expect([fillState(10, 10), fillState(10, 4), fillState(10, 0)]).toEqual(['published', 'partial', 'full'])
    for (const state of ['published', 'partial', 'full']) expect(Object.keys(goodsStates.states)).toContain(state)
  })
})

describe('one truck', () => {
  test('takes one of goods counted by truck, whatever their limit says', () => {
    const goods = { quantityMode: 'BY_TRUCK', perTruckMax: 5 } as const
    expect(checkTruckTake(goods, 10, 1)).toBeUndefined()
    expect(checkTruckTake(goods, 10, 2)).toBe('单车数量不能超过1 车')
    expect(checkTruckTake(goods, 0, 1)).toBe(messages.remain)
  })

  test('takes up to its limit of other goods, and up to what is left', () => {
    const goods = { quantityMode: 'BY_TON', perTruckMax: 32_000_000 } as const
    expect(checkTruckTake(goods, 100_000_000, 32_000_000)).toBeUndefined()
    expect(checkTruckTake(goods, 100_000_000, 32_000_001)).toBe('单车数量不能超过32.000 吨')
    expect(checkTruckTake(goods, 31_000_000, 32_000_000)).toBe(messages.remain)
    expect(checkTruckTake({ quantityMode: 'BY_PIECE' }, 100, 100)).toBeUndefined()
  })

  test('counts by the unit of the mode', () => {
    const load = { weight: grams(32_400_000), volume: volume(125_000), pieces: 40 }
    expect(truckQuantity('BY_TRUCK', load)).toBe(1)
    expect(truckQuantity('BY_TON', load)).toBe(32_400_000)
    expect(truckQuantity('BY_M3', load)).toBe(125_000)
    expect(truckQuantity('BY_PIECE', load)).toBe(40)
  })

  test('is needed as often as full trucks fit, the last one not full', () => {
    expect(trucksNeeded({ quantityMode: 'BY_TON', perTruckMax: 32_000_000 }, 100_000_000)).toBe(4)
    expect(trucksNeeded({ quantityMode: 'BY_TON', perTruckMax: 32_000_000 }, 96_000_000)).toBe(3)
    expect(trucksNeeded({ quantityMode: 'BY_TRUCK' }, 7)).toBe(7)
    expect(trucksNeeded({ quantityMode: 'BY_PIECE' }, 7)).toBeUndefined()
  })

  test('is not sent when the trucks of the day are used up', () => {
    expect(checkDailyTrucks(4, 5)).toBeUndefined()
    expect(checkDailyTrucks(5, 5)).toBe('今日派车已达上限 5 车')
    expect(checkDailyTrucks(500, undefined)).toBeUndefined()
  })
})

describe('quantities as text', () => {
  test('are read in the unit people use and printed with it', () => {
    expect(parseQuantity('BY_TON', '32.4')).toBe(32_400_000)
    expect(parseQuantity('BY_M3', '12.5')).toBe(125_000)
    expect(parseQuantity('BY_TRUCK', '3')).toBe(3)
    expect(printQuantity('BY_TON', 32_400_000)).toBe('32.400 吨')
    expect(printQuantity('BY_M3', 125_000)).toBe('12.50 方')
    expect(printQuantity('BY_TRUCK', 3)).toBe('3 车')
    expect(printQuantity('BY_PIECE', 40)).toBe('40 件')
  })

  test('are refused when they are nothing, negative, or parts of a truck or piece', () => {
    for (const text of ['0', '-1', '1.5', '', '9007199254740993'])
      expect(parseQuantity('BY_TRUCK', text)).toBeUndefined()
    expect(parseQuantity('BY_TON', '0.000')).toBeUndefined()
    expect(() => printQuantity('BY_TON', -1)).toThrow(RangeError)
  })

  test('survive printing and reading', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000_000_000 }),
        fc.constantFrom<QuantityMode[]>('BY_TRUCK', 'BY_TON', 'BY_M3', 'BY_PIECE'),
        (qty, mode) => {
          expect(parseQuantity(mode, quantityNumber(mode, qty))).toBe(qty)
        },
      ),
    )
  })
})
