// The orders of the waybill list somebody is offered.
import { expect, test } from 'vitest'
import { waybillSorts } from './waybillSorts.ts'

test('an order by an amount is offered to those alone who see it on their own side', () => {
  const offers = (...input: Parameters<typeof waybillSorts>): boolean => 'amount' in waybillSorts(...input)
  expect([
    offers(['shipper'], permit => permit === 'price.shipper'),
    offers(['carrier'], permit => permit === 'price.carrier'),
    offers(['platform'], permit => permit === 'price.carrier'),
    offers(['shipper'], permit => permit === 'price.carrier'),
    offers(['shipper', 'carrier'], () => true),
    offers(['platform'], () => false),
  ]).toEqual([true, true, true, false, false, false])
})
