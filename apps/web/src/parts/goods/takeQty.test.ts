// Figures of the dialog that takes goods, and short names of places.
import { problems } from '@yunshu/domain/problems/problems'
import { expect, test } from 'vitest'
import { Refusal } from '../../lib/errors.ts'
import { shortPlace } from '../../ui/placeText.ts'
import { firstQty, priceOf, remainOf } from './takeQty.ts'

test('a truck is offered at first: one, its limit, or all that is left', () => {
  expect(firstQty({ quantityMode: 'BY_TRUCK', remainQty: 5 })).toBe(1)
  expect(firstQty({ quantityMode: 'BY_TON', remainQty: 90_000_000, perTruckMax: 32_000_000 })).toBe(32_000_000)
  expect(firstQty({ quantityMode: 'BY_TON', remainQty: 9_000_000, perTruckMax: 32_000_000 })).toBe(9_000_000)
  expect(firstQty({ quantityMode: 'BY_M3', remainQty: 90_000 })).toBe(90_000)
})

test('only the refusal of a lost race says what is left', () => {
  const lost = (data: unknown, code: number = problems['goods.remain'].code) =>
    new Refusal({ code, http: 200, message: '', data })
  expect(remainOf(lost({ remainQty: 14 }))).toBe(14)
  expect(remainOf(lost({ remainQty: 0 }))).toBe(0)
  expect(remainOf(lost({ remainQty: -1 }))).toBeUndefined()
  expect(remainOf(lost(null))).toBeUndefined()
  expect(remainOf(lost({ remainQty: 14 }, problems['goods.expired'].code))).toBeUndefined()
  expect(remainOf(new Error('x'))).toBeUndefined()
})

test('the refusal of an old price says the one in force', () => {
  const refused = (data: unknown, code: number = problems['goods.repriced'].code) =>
    new Refusal({ code, http: 200, message: '', data })
  expect(priceOf(refused({ carrierUnitPrice: 2_700_000 }))).toBe(2_700_000)
  expect(priceOf(refused({ remainQty: 1 }))).toBeUndefined()
  expect(priceOf(refused({ carrierUnitPrice: 2_700_000 }, problems['goods.remain'].code))).toBeUndefined()
})

test('places are told by city and district where room is scarce', () => {
  expect(shortPlace('陕西省 / 榆林市 / 神木市 恒泰煤台')).toBe('榆林·神木市 恒泰煤台')
  expect(shortPlace('上海市 / 嘉定区 分拨中心')).toBe('上海·嘉定区 分拨中心')
  expect(shortPlace('东站货场')).toBe('东站货场')
})
