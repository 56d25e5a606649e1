// The read of waybills whose stays are folded anew: by the index that was made for it, however many the truck has behind it.
import { DAY_MS } from '@yunshu/domain/figures/time'
import { segmentMs } from '@yunshu/track/segment'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptedWaybill } from '../../../../tests/server/acceptedWaybill.ts'
import { startTrackWorld, type TrackWorld } from '../../../../tests/server/trackWorld.ts'
import { q } from '../db/tx.ts'
import { KeptFolds } from './kept.ts'
import { writeVisits } from './visits.ts'

let world: TrackWorld
beforeAll(async () => {
  world = await startTrackWorld()
})
afterAll(() => world.stop())

test('waybills whose stays are folded are found by the index of those not unloaded long ago, and not among all the truck ever had', async () => {
  const { id, trackNo } = await acceptedWaybill(world)
  const now = Date.now()
  await world.server.db(tx =>
    tx.run(
      sql`insert into waybills select (jsonb_populate_record(w, jsonb_build_object('id', gen_random_uuid(),
          'waybill_no', 'X' || n, 'state', 'finished', 'unloaded_at', ${now - 40 * DAY_MS}::bigint))).*
        from waybills w, generate_series(1, 400) n where w.id = ${id}::uuid`.compile(q),
    ),
  )
  const client = await world.pool.connect()
  try {
    const sent: { text: string; values: unknown[] }[] = []
    // the statement as the role sends it
    const noting = Object.create(client, {
      query: {
        value: (text: string, values: unknown[]) => {
          sent.push({ text, values })
          return client.query(text, values)
        },
      },
    })
    const hourAt = Math.floor(now / segmentMs) * segmentMs
    await writeVisits(noting, [{ trackNo, hourAt, added: undefined }], now, new KeptFolds())
    const [read] = sent
    const planned = await client.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, timing off) ${read?.text}`,
      read?.values,
    )
    const plan = planned.rows.map(row => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/Index Scan using waybills_vehicle_unloaded on waybills w /)
    expect(plan).not.toContain('Seq Scan on waybills')
    // of 400 that are over none is read, also where the next waybill of the truck is asked for
    for (const [, rows = ''] of plan.matchAll(/Rows Removed by Filter: (\d+)/g))
      expect(Number(rows), plan).toBeLessThan(100)
  } finally {
    client.release()
  }
})
