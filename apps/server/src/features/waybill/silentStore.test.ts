// An object store that does not answer: files on their way hold up nobody else's work on the same waybill, and leave
// nothing behind when they come to nothing.
import { addClaim } from '@yunshu/contract/waybill/claim'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { addPoundTicket, addWaybillFiles } from '@yunshu/contract/waybill/life'
import { uploadReceipt } from '@yunshu/contract/waybill/receipt'
import { fen } from '@yunshu/domain/figures/money'
import { grams } from '@yunshu/domain/figures/weight'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { q } from '../../db/tx.ts'
import { startFreightWorld, type FreightWorld, type MadeWaybill } from '../../../../../tests/server/freightWorld.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => world.stop())

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const files = [{ name: '现场.png', bytes: png, type: 'image/png' }]

const loading = async (): Promise<MadeWaybill> => {
  const [waybill] = await world.waybills(1)
  if (!waybill) throw new Error('no waybill')
  return world.walk(waybill, ['accept', 'arriveLoad'])
}

/** Holds what is put into the store until it is let go. */
function silence() {
  const { store } = world.server.server.deps
  const put = store.putStream.bind(store)
  const gate = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const keys: string[] = []
  vi.spyOn(store, 'putStream').mockImplementation(async (key, body, mime) => {
    keys.push(key)
    asked.resolve()
    await gate.promise
    return put(key, body, mime)
  })
  return {
    asked: asked.promise,
    speak: gate.resolve,
    isThere: async () => (await store.get(keys[0] ?? '')) !== undefined,
  }
}
const rowCount = () => world.server.db(async tx => (await tx.rows(q.selectFrom('files').select('id'))).length)

/** Calls that bring files to a waybill, in the carrier's hands. */
const sends = {
  'photos of the scene': (id: string, version: number) =>
    world.as('carrier').ask(addWaybillFiles, { id, version }, { files }),
  'a weighing': (id: string, version: number) =>
    world.as('carrier').ask(
      addPoundTicket,
      {
        id,
        version,
        place: 'load',
        party: 'driver',
        ticketNo: 'B-1',
        grossWeightG: grams(48_400_000),
        tareWeightG: grams(16_000_000),
        weighedAt: Date.now(),
      },
      { files },
    ),
  'a claim': (id: string, version: number) =>
    world
      .as('carrier')
      .ask(
        addClaim,
        { id, version, claimSide: 'CARRIER', claimCode: 'WAIT', claimAmount: fen(30_000), reason: '压车一天' },
        { files },
      ),
  'a receipt': (id: string, version: number) => world.as('carrier').ask(uploadReceipt, { id, version }, { files }),
} as const

test.each(Object.entries(sends))(
  'a move of the same waybill does not wait for %s on the way to the store; what it overtakes is refused and removed',
  async (_what, send) => {
    const waybill = await loading()
    const before = await rowCount()
    const held = silence()
    const sent = send(waybill.id, waybill.version)
    await held.asked
    const moved = await world.walk(waybill, ['depart'])
    expect(moved.version).toBeGreaterThan(waybill.version)
    held.speak()
    expect((await sent).envelope.code).toBe(4090)
    expect([await rowCount(), await held.isThere()]).toEqual([before, false])
  },
)

test('files that come late are kept when nobody was faster', async () => {
  const waybill = await loading()
  const held = silence()
  const sent = world.as('carrier').send(addWaybillFiles, { id: waybill.id, version: waybill.version }, { files })
  await held.asked
  const detail = await world.as('shipper').send(getWaybill, { id: waybill.id })
  expect(detail.files).toEqual([])
  held.speak()
  expect((await sent).files.map(({ name }) => name)).toEqual(['现场.png'])
  expect(await held.isThere()).toBe(true)
  expect((await world.as('shipper').send(getWaybill, { id: waybill.id })).files).toHaveLength(1)
})
