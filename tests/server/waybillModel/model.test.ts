// The waybill machine against an independent oracle: random people, random moves, real PostgreSQL; and many hands on one
// waybill at a time.
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { q } from '../../../apps/server/src/db/tx.ts'
import { startFreightWorld, type FreightWorld } from '../freightWorld.ts'
import { broken } from './invariants.ts'
import { manyHands } from './manyHands.ts'
import { openLane, type Lane } from './model.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

const held = (lanes: readonly Lane[]) => lanes.flatMap(({ waybills }) => waybills)
const lanes: Lane[] = []

it('5,000 random moves end as the study says, and nothing of it breaks an invariant', async () => {
  for (const seed of [11, 22, 33, 44]) lanes.push(await openLane(world, seed))
  for (let round = 0; round < 5; round++) {
    await Promise.all(lanes.map(lane => lane.walk(250)))
    expect(lanes.flatMap(lane => lane.walked.mismatches)).toEqual([])
    expect(await broken(world, held(lanes)), `round ${round}`).toEqual([])
  }
  const walked = lanes.map(lane => lane.walked)
  expect(walked.reduce((all, { steps: n }) => all + n, 0)).toBeGreaterThanOrEqual(5000)
  // the walk met every verdict the oracle knows
  const verdicts = new Set(walked.flatMap(each => Object.keys(each.verdicts)))
  expect([...verdicts].toSorted()).toEqual([
    'booked',
    'changedVehicle',
    'claimsLate',
    'claimsOpen',
    'done',
    'forbidden',
    'noReason',
    'noWeight',
    'onSheet',
    'stale',
    'swapOpen',
    'truckBusy',
    'unknown',
    'wrongState',
  ])
  const reached = await world.server.db(tx =>
    tx.rows(
      q
        .selectFrom('events')
        .select('to_state')
        .distinct()
        .where('entity', '=', 'waybill')
        .where('to_state', 'is not', null),
    ),
  )
  expect(reached.length, 'and every status').toBe(12)
})

it('of many hands on one waybill at a time exactly one moves it', async () => {
  const { waybills, transitions, refusals } = await manyHands(world, 20, 32)
  expect(waybills).toBe(20)
  expect(transitions, 'each waybill took one step and no more').toEqual(Array.from({ length: 20 }, () => 1))
  expect(refusals).toEqual({ stale: 20 * 31 })
})

it('a move that is sent again with its key is one move', async () => {
  const [waybill] = await world.waybills(1)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      world
        .as('carrier')
        .ask(moveWaybill, { id: waybill?.id ?? '', version: 1, move: 'accept' }, { key: `again-${waybill?.id}` }),
    ),
  )
  expect(new Set(answers.map(({ envelope }) => JSON.stringify(envelope)))).toEqual(
    new Set([JSON.stringify({ code: 0, message: '操作成功', data: { id: waybill?.id, version: 2 } })]),
  )
})
