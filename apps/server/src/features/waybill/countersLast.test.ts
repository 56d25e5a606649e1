// Counters are rows that every waybill of a company shares: a transaction takes them last, so that two which meet there
// and at a task do not lock each other out.
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { nilId, q } from '../../db/tx.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

it('a cancelled waybill that waits for its task holds no counter that an appointment of the same task needs', async () => {
  const [waybill] = await world.waybills(1)
  if (!waybill) throw new Error('no waybill')
  const waiting = () =>
    world.server.db(tx =>
      tx.rows(
        sql`select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.compile(
          q,
        ),
      ),
    )
  let cancelled: Promise<number> | undefined
  await world.server.db(async tx => {
    // as an appointment does: the task first
    await tx.rows(
      sql`select 1 from tasks where id = (select task_id from waybills where id = ${waybill.id}) for update`.compile(q),
    )
    cancelled = world
      .as('carrier')
      .ask(moveWaybill, { id: waybill.id, version: 1, move: 'cancel', reason: '车坏了' })
      .then(({ envelope }) => envelope.code)
    await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0)
    // then the counters, whichever slot the other transaction counts in
    await tx.run(
      sql`insert into waybill_counts (owner_id, state, slot, n) select ${nilId}, 'toAccept', slot, 0
        from generate_series(0, 7) as slot
      on conflict (owner_id, state, slot) do update set n = waybill_counts.n`.compile(q),
    )
  })
  expect(await cancelled).toBe(0)
})
