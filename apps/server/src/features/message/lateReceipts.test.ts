// Notices of receipts that are late: who is reminded, how often, and of how many at once.
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import {
  startFreightWorld,
  wholeJourney,
  type FreightWorld,
  type MadeWaybill,
} from '../../../../../tests/server/freightWorld.ts'
import { remindOfReceipts } from '../waybill/receipt.jobs.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())
/** Forgets what was told so far. */
const forget = async (): Promise<void> => {
  await world.server.relayed()
  await world.server.db(async tx => {
    for (const table of ['inbox', 'messages'] as const) await tx.run(q.deleteFrom(table))
  })
}
const one = async (...moves: Parameters<FreightWorld['walk']>[1]): Promise<MadeWaybill> => {
  const [waybill] = await world.waybills(1)
  if (!waybill) throw new Error('no waybill')
  return world.walk(waybill, moves)
}

const signedDaysAgo = (id: string, days: number) =>
  world.server.db(tx =>
    tx.run(
      q
        .updateTable('waybills')
        .set({ signed_at: startOfDay(Date.now()) - days * DAY_MS + 60_000 })
        .where('id', '=', id),
    ),
  )

test('each side of a late receipt reads what it can do', async () => {
  const { id, waybillNo } = await one(...wholeJourney)
  await signedDaysAgo(id, 8)
  await world.server.db(tx => tx.run(q.updateTable('waybills').set({ receipt_reminded_at: 1 }).where('id', '<>', id)))
  await forget()
  await remindOfReceipts(world.server.server.deps)
  await world.server.relayed()
  const lines = await world.server.db(tx =>
    tx.rows(
      q
        .selectFrom('messages as m')
        .innerJoin('users as u', 'u.id', 'm.user_id')
        .select(['u.account', 'm.content'])
        .orderBy('u.account'),
    ),
  )
  expect(
    lines.map(({ account, content }) => [account, content.replace(waybillNo, 'NO').replace(/（.*）/, '')]),
  ).toEqual([
    ['carrier', '运单 NO签收已超过 7 天，回单尚未上传，请尽快上传'],
    ['shipper', '运单 NO签收已超过 7 天，回单尚未上传，请催促承运商'],
    ['shipper-freight', '运单 NO签收已超过 7 天，回单尚未上传，请催促承运商'],
  ])
})

test('a receipt is reminded of once, not on its last day, and not when it came or is not wanted', async () => {
  const remind = () => remindOfReceipts(world.server.server.deps)
  const { id } = await one(...wholeJourney)
  await world.server.db(tx => tx.run(q.updateTable('waybills').set({ receipt_reminded_at: 1 }).where('id', '<>', id)))
  await signedDaysAgo(id, 7)
  expect(await remind()).toBe(0)
  await signedDaysAgo(id, 8)
  for (const other of [
    { receipt_state: 'uploaded' },
    { receipt_state: 'confirmed' },
    { receipt_state: 'none' },
    { state: 'void' },
  ]) {
    await world.server.db(tx => tx.run(q.updateTable('waybills').set(other).where('id', '=', id)))
    expect(await remind()).toBe(0)
    await world.server.db(tx =>
      tx.run(q.updateTable('waybills').set({ receipt_state: 'rejected', state: 'signed' }).where('id', '=', id)),
    )
  }
  const before = await world.server.db(tx => tx.one(q.selectFrom('waybills').select('version').where('id', '=', id)))
  expect([await remind(), await remind()]).toEqual([1, 0])
  expect(await world.server.db(tx => tx.one(q.selectFrom('waybills').select('version').where('id', '=', id)))).toEqual(
    before,
  )
})

test('three hundred late receipts are reminded of in one run', async () => {
  const { id } = await one(...wholeJourney)
  await signedDaysAgo(id, 30)
  await world.server.db(async tx => {
    await tx.run(q.updateTable('waybills').set({ receipt_reminded_at: 1 }))
    const row = await tx.one(q.selectFrom('waybills').selectAll().where('id', '=', id))
    await tx.run(
      q.insertInto('waybills').values(
        Array.from({ length: 300 }, (_, n) => ({
          ...row,
          id: `${id.slice(0, 30)}${String(100_000 + n)}`,
          waybill_no: `LATE${n}`,
          receipt_reminded_at: null,
          body: JSON.stringify(row.body),
          receipt: '{}',
        })),
      ),
    )
  })
  expect(await remindOfReceipts(world.server.server.deps)).toBe(300)
})
