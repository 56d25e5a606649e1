// Sums of tickets while they are typed and once they are saved.
import { fen } from '@yunshu/domain/figures/money'
import { grams } from '@yunshu/domain/figures/weight'
import { expect, test } from 'vitest'
import { asInput, splitTickets, sumTyped, ticketFaults } from './ticketRows.ts'

const ticket = (over: object = {}) => ({
  id: 'a',
  version: 2,
  state: 'received' as const,
  ticketNo: 'P1',
  consignee: '李四',
  mobile: '19900001111',
  address: '',
  itemName: '配件',
  pieces: 3,
  weightG: grams(120_000),
  volume: 0,
  pickupFee: fen(0),
  freightFee: fen(5000),
  deliverFee: fen(0),
  codAmount: fen(0),
  payMode: 'ARRIVE' as const,
  moves: [],
  ...over,
})

test('what is half typed counts as nothing, the rest adds up', () => {
  const sums = sumTyped([
    { pieces: 3, weightG: grams(1_000), freightFee: fen(5000), payMode: 'ARRIVE', codAmount: fen(100) },
    { pieces: { unreadable: 'x', fault: '' }, freightFee: undefined, payMode: undefined },
    undefined,
  ])
  expect(sums).toMatchObject({ tickets: 3, pieces: 3, weightG: 1000, fees: 5000, cod: 100, atArrival: 5100 })
})

test('a ticket goes into the form as it is sent, without empty parts', () => {
  expect(asInput(ticket())).toEqual({
    id: 'a',
    version: 2,
    ticketNo: 'P1',
    consignee: '李四',
    mobile: '19900001111',
    itemName: '配件',
    pieces: 3,
    weightG: 120_000,
    pickupFee: 0,
    freightFee: 5000,
    deliverFee: 0,
    codAmount: 0,
    payMode: 'ARRIVE',
  })
})

test('a number used twice is told at its second place, a ticket of no weight and volume at its weight', () => {
  const typed = (ticketNo: string, over: object = {}) => ({ ...asInput(ticket({ ticketNo })), ...over })
  expect(
    ticketFaults([
      typed('A'),
      typed('B'),
      typed('A', { weightG: grams(0) }),
      typed('C', { weightG: grams(0), volume: 5 }),
    ]),
  ).toEqual({ 'tickets.2.ticketNo': '票号重复', 'tickets.2.weightG': '重量与体积至少填写一项' })
})

test('tickets on the road are not for the form', () => {
  const { open, locked } = splitTickets({
    tickets: [
      ticket(),
      ticket({ id: 'b', state: 'loaded' }),
      ticket({ id: 'c', state: 'onWay' }),
      ticket({ id: 'd', state: 'signed' }),
    ],
  } as never)
  expect([open.map(({ id }) => id), locked.map(({ id }) => id)]).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
})
