// Special lines: the way of a ticket, and what tickets come to.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fen } from './figures/money.ts'
import { isTicketOpen, specialTicketStates, sumTickets } from './specialLine.ts'
import { movesFrom, stateKeys } from './states.ts'

const ticket = fc.record({
  pieces: fc.nat(1000),
  weightG: fc.nat(10_000_000),
  volume: fc.nat(100_000),
  pickup: fc.nat(10_000).map(fen),
  freight: fc.nat(100_000).map(fen),
  deliver: fc.nat(10_000).map(fen),
  cod: fc.nat(1_000_000).map(fen),
  payMode: fc.constantFrom<('CASH' | 'ARRIVE' | 'MONTH' | 'RECEIPT')[]>('CASH', 'ARRIVE', 'MONTH', 'RECEIPT'),
})

test('every ticket that is received can be signed, and nothing leaves the truck on the road', () => {
  expect(stateKeys(specialTicketStates).map(state => [state, movesFrom(specialTicketStates, state)])).toEqual([
    ['received', ['load']],
    ['loaded', ['leave', 'unload']],
    ['onWay', ['arrive']],
    ['arrived', ['deliver', 'sign']],
    ['delivering', ['sign']],
    ['signed', []],
  ])
  expect(stateKeys(specialTicketStates).filter(isTicketOpen)).toEqual(['received', 'loaded'])
})

test('sums of two lots are the sum of both', () => {
  fc.assert(
    fc.property(fc.array(ticket), fc.array(ticket), (a, b) => {
      const [one, two, both] = [sumTickets(a), sumTickets(b), sumTickets([...a, ...b])]
      for (const key of ['tickets', 'pieces', 'weightG', 'volume', 'fees', 'cod', 'atArrival'] as const)
        expect(both[key]).toBe(one[key] + two[key])
      expect(both.fees).toBe(both.pickup + both.freight + both.deliver)
    }),
  )
})

test('at arrival the fees of tickets paid there and all money collected for others are due', () => {
  const of = (payMode: 'CASH' | 'ARRIVE') => ({
    pieces: 1,
    weightG: 1,
    volume: 0,
    pickup: fen(100),
    freight: fen(200),
    deliver: fen(300),
    cod: fen(5000),
    payMode,
  })
  expect(sumTickets([of('ARRIVE'), of('CASH')])).toMatchObject({ fees: 1200, cod: 10_000, atArrival: 10_600 })
})
