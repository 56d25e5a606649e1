// The order of locks of input invoices: many who bind, deduct, take off and approve what concerns the same waybills wait for each other in one line.
import { getInputInvoice, moveInputInvoice, unbindInputInvoice } from '@yunshu/contract/invoice/input'
import { approveSettlement } from '@yunshu/contract/settlement/settlement'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { openFunds, sheetOf } from '../../../../../tests/server/settlementWorld.ts'
import { supplyHands, type At } from '../../../../../tests/server/supplyHands.ts'
import type { Client } from '../../../../../tests/server/testServer.ts'

let world: FreightWorld
/** The checker who binds, and the one who hands in. */
let finance: Client, admin: Client
beforeAll(async () => {
  world = await startFreightWorld()
  await openFunds(world.server)
  finance = await world.server.login('platform-finance')
  admin = world.as('admin')
})
afterAll(() => world.stop())

const { assertSound, step, checked, bind, bound, tick, supplied } = supplyHands(() => ({ world, finance, admin }))

const many = 16
const times = <T>(work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: many }, (_, n) => work(n)))
const tolled = () => supplied({ oil: 0, tolls: 100_000, isHandedOut: false })
const paper = () => checked('TOLL', { gross: '1000.00', tax: '29.13', sellerTaxNo: '91370000267171351C' })
const takeOff = async ({ id }: At) => {
  const { version, bindings } = await finance.send(getInputInvoice, { id })
  return () => finance.ask(unbindInputInvoice, { id, version, bindingId: bindings[0]?.id ?? '', reason: '绑错' })
}
interface Answer {
  readonly http: number
  readonly envelope: { readonly code: number }
}
/** Everybody is answered, with what was done; nobody waited in a circle. */
const assertAnswered = async (answers: readonly Answer[]): Promise<void> => {
  expect(new Set(answers.map(({ envelope }) => envelope.code))).toEqual(new Set([0]))
  expect(world.server.logged.filter(line => line.includes('deadlock'))).toEqual([])
  await assertSound()
}

test('32 at once bind many invoices to one waybill: never more than its fuel, and each invoice its own', async () => {
  const trip = await supplied()
  const papers = await Promise.all(
    Array.from({ length: 32 }, () => checked('FUEL', { gross: '1000.00', tax: '115.04' })),
  )
  const answers = await Promise.all(papers.map(at => bind(at, [[trip, 100_000]])))
  expect(answers.filter(({ envelope }) => envelope.code === 0)).toHaveLength(3)
  expect(new Set(answers.map(({ http }) => http))).toEqual(new Set([200, 400]))
  await assertSound()
})

test('32 at once bind deducted invoices crosswise: each to the waybill the other has', async () => {
  const pairs = await times(async () => {
    const [one, two] = [await tolled(), await tolled()]
    const [a, b] = [await bound(await paper(), [one, 1000]), await bound(await paper(), [two, 1000])]
    return { one, two, a: await step(a, 'tick'), b: await step(b, 'tick') }
  })
  const answers = pairs.flatMap(({ one, two, a, b }) => [bind(a, [[two, 2000]]), bind(b, [[one, 2000]])])
  await assertAnswered(await Promise.all(answers))
})

test('taking one invoice off a waybill crosses with deducting another of it, and with its seller taking a third back', async () => {
  const trips = await times(async () => {
    const trip = await tolled()
    const [off, next, back] = [await paper(), await paper(), await paper()]
    const ticked = await step(await bound(off, [trip, 1000]), 'tick')
    const red = await step(await bound(back, [trip, 1000]), 'tick')
    return { free: await takeOff(ticked), next: await bound(next, [trip, 1000]), red }
  })
  const answers = trips.flatMap(({ free, next, red: { id, version } }, n) => [
    free(),
    tick(next),
    finance.ask(moveInputInvoice, {
      id,
      version,
      move: 'reverse',
      redNo: `2613${String(n).padStart(16, '0')}`,
      reason: '开错',
    }),
  ])
  await assertAnswered(await Promise.all(answers))
})

test('a sheet is approved while invoices of its waybills are bound, deducted and taken off', async () => {
  const trips = await times(async () => {
    const trip = await tolled()
    const ticked = await step(await bound(await paper(), [trip, 1000]), 'tick')
    const own = await bound(await paper(), [trip, 1000])
    const sheet = await sheetOf({ maker: admin, finance }, [trip.id], 'submitted')
    return { trip, free: await takeOff(ticked), own, more: await paper(), sheet }
  })
  const answers = trips.flatMap(({ trip, free, own, more, sheet: { settlementNum, version, due } }) => [
    finance.ask(approveSettlement, { settlementNum, version, expectDue: due }),
    free(),
    tick(own),
    bind(more, [[trip, 1000]]),
  ])
  await assertAnswered(await Promise.all(answers))
})
