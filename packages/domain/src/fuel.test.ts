// Rules of fuel before the trip: the room of a waybill, and cards.
import { expect, test } from 'vitest'
import { fen, type Fen } from './figures/money.ts'
import { faultOfCardMove, faultOfIssue, leftOf, roomOf } from './fuel.ts'

const yuan = (n: number): Fen => fen(n * 100)
const words = { waybillNo: 'YD1', unit: '油费' }

test('within the plan without the permit, up to the company’s cap with it, never above the cap', () => {
  const room = { planned: yuan(3000), issued: yuan(1000), cap: yuan(4000) }
  expect([roomOf(room, false), roomOf(room, true)]).toEqual([yuan(2000), yuan(3000)])
  expect(roomOf({ ...room, cap: yuan(2500) }, false)).toBe(yuan(1500))
  expect(roomOf({ ...room, issued: yuan(5000) }, true)).toBe(0)
  expect(faultOfIssue(yuan(2000), room, { ...words, mayPass: false })).toBeUndefined()
  expect(faultOfIssue(fen(200_001), room, { ...words, mayPass: false })).toMatchObject({
    problem: 'fuel.over',
    detail: { left: '2,000.00' },
  })
  expect(faultOfIssue(fen(200_001), room, { ...words, mayPass: true })).toBeUndefined()
})

test('a card that holds money is not closed', () => {
  expect(faultOfCardMove('close', { balance: fen(1) })).toMatchObject({ problem: 'fuel.cardHolds' })
  expect(faultOfCardMove('close', { balance: fen(0) })).toBeUndefined()
  expect(faultOfCardMove('freeze', { balance: fen(1) })).toBeUndefined()
})

test('an issue holds what was neither used nor taken back', () => {
  expect(leftOf({ amount: fen(10), used: fen(3), recovered: fen(2) })).toBe(5)
})
