// The waybill machine against an independent oracle: random people, random moves, real PostgreSQL; and many hands on one waybill at a time.
import { moveWaybill } from '@yunshu/contract/waybill'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { q } from '../db/tx.ts'
import { startFreightWorld, type FreightWorld } from '../features/goods/freightWorld.testing.ts'
import { broken, openLane, type Lane } from './model.testing.ts'
import { steps } from './oracle.testing.ts'
import { manyHands } from './manyHands.testing.ts'

let world: FreightWorld
beforeAll(async () => { world = await startFreightWorld() })
afterAll(() => world.stop())

it('5,000 random moves end as the study says, and nothing of it breaks an invariant', { timeout: 240_000 }, async () => {
  const lanes: Lane[] = []
  for (const seed of [11, 22, 33, 44]) lanes.push(await openLane(world, seed))
  for (let round = 0; round < 5; round++) {
    await Promise.all(lanes.map((lane) => lane.walk(250)))
    expect(lanes.flatMap((lane) => lane.walked.mismatches)).toEqual([])
    expect(await broken(world, lanes), `round ${round}`).toEqual([])
  }
  const walked = lanes.map((lane) => lane.walked)
  expect(walked.reduce((all, { steps: n }) => all + n, 0)).toBeGreaterThanOrEqual(5000)
  // the walk met every verdict the oracle knows and saw waybills in every end
  const verdicts = new Set(walked.flatMap((each) => Object.keys(each.verdicts)))
  expect([...verdicts].toSorted()).toEqual(['booked', 'changedVehicle', 'claimsLate', 'claimsOpen', 'done', 'forbidden', 'noReason', 'noWeight', 'onSheet', 'stale', 'swapOpen', 'truckBusy', 'unknown', 'wrongState'])
  expect(new Set(lanes.flatMap((lane) => lane.waybills.map(({ code }) => code)))).toEqual(new Set([...[10, 20, 30, 40, 45, 50, 60, 65].filter((code) => lanes.some((lane) => lane.waybills.some((one) => one.code === code))), 70, 80, 90, 95]))
})

it('finds a wrong rule and a broken invariant (control)', { timeout: 60_000 }, async () => {
  // planted in the oracle: carriers may sign their own delivery
  const sign = steps[60]['sign']
  const wrong = await openLane(world, 5, { ...steps, 60: { ...steps[60], ...(sign ? { sign: { ...sign, who: ['P', 'B', 'S', 'C'], right: 'advance' } } : {}) } })
  await wrong.walk(1500)
  expect(wrong.walked.mismatches.join('\n')).toMatch(/carrier sign at 60 .*the study says done, the product forbidden/)
  const right = await openLane(world, 6)
  await right.walk(40)
  await world.server.db((tx) => tx.run(sql`update waybill_counts set n = n + 1 where owner_id = '00000000-0000-0000-0000-000000000000' and state = 'toAccept'`.compile(q)))
  expect((await broken(world, [right])).join()).toMatch(/^12 counters/)
  await world.server.db((tx) => tx.run(sql`update waybill_counts set n = n - 1 where owner_id = '00000000-0000-0000-0000-000000000000' and state = 'toAccept'`.compile(q)))
})

it('of many hands on one waybill at a time exactly one moves it', { timeout: 120_000 }, async () => {
  const { waybills, transitions, refusals } = await manyHands(world, 20, 32)
  expect(waybills).toBe(20)
  expect(transitions, 'each waybill took one step and no more').toEqual(Array.from({ length: 20 }, () => 1))
  expect(refusals).toEqual({ stale: 20 * 31 })
})

it('a move that is sent again with its key is one move', async () => {
  const [waybill] = await world.waybills(1)
  const answers = await Promise.all(Array.from({ length: 8 }, () => world.as('carrier').ask(moveWaybill, { id: waybill?.id ?? '', version: 1, move: 'accept' }, { key: `again-${waybill?.id}` })))
  expect(new Set(answers.map(({ envelope }) => JSON.stringify(envelope)))).toEqual(new Set([JSON.stringify({ code: 0, message: '操作成功', data: { id: waybill?.id, version: 2 } })]))
})
