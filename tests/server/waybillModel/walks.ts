// Test support: random walks of people over waybills, judged by the oracle, and the invariants looked at in between.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { q } from '../../../apps/server/src/db/tx.ts'
import { startFreightWorld, type FreightWorld } from '../freightWorld.ts'
import { broken } from './invariants.ts'
import { openLane, type Lane } from './model.ts'

/**
 * Half of the walks: two lanes in a world of their own, so that the halves go on beside each other. One of the halves
 * `meetsAll` there is: every verdict and every status.
 */
export function testWalks(seeds: readonly [number, number], meetsAll: boolean): void {
  let world: FreightWorld
  beforeAll(async () => {
    world = await startFreightWorld()
  })
  afterAll(() => world.stop())

  it('5,000 random moves end as the table says, and nothing of it breaks an invariant', async () => {
    const lanes: Lane[] = []
    for (const seed of seeds) lanes.push(await openLane(world, seed))
    for (let round = 0; round < 5; round++) {
      await Promise.all(lanes.map(lane => lane.walk(250)))
      expect(lanes.flatMap(lane => lane.walked.mismatches)).toEqual([])
      expect(
        await broken(
          world,
          lanes.flatMap(({ waybills }) => waybills),
        ),
        `round ${round}`,
      ).toEqual([])
    }
    const walked = lanes.map(lane => lane.walked)
    expect(walked.reduce((all, { steps: n }) => all + n, 0)).toBeGreaterThanOrEqual(2500)
    if (!meetsAll) return
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
}
