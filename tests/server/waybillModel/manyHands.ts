// Many people at one waybill at the same moment, each with another intention, all having seen the same version.
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { stepBackWaybill } from '@yunshu/contract/waybill/life'
import { grams } from '@yunshu/domain/figures/weight'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { q } from '../../../apps/server/src/db/tx.ts'
import type { FreightWorld, MadeWaybill } from '../freightWorld.ts'
import { untilServed } from '../untilServed.ts'

export interface Hands {
  waybills: number
  /** The number of steps of each waybill. */
  transitions: number[]
  /** The number of times each refusal was given. */
  refusals: Record<string, number>
}

type Try = (
  world: FreightWorld,
  at: { id: string; version: number },
  again: { key: string },
) => Promise<{ http: number; envelope: { code: number } }>

/** Calls that conflict on a loading waybill: the first to arrive wins, the others saw an older version. */
const tries: readonly Try[] = [
  (world, at, again) =>
    world.as('carrier').ask(moveWaybill, { ...at, move: 'depart', loadWeightG: grams(32_400_000) }, again),
  (world, at, again) =>
    world.as('branch').ask(moveWaybill, { ...at, move: 'depart', loadWeightG: grams(32_000_000) }, again),
  (world, at, again) => world.as('admin').ask(moveWaybill, { ...at, move: 'cancel', reason: '停发' }, again),
  (world, at, again) => world.as('admin').ask(moveWaybill, { ...at, move: 'void', reason: '录错' }, again),
  (world, at, again) => world.as('admin').ask(stepBackWaybill, { ...at, reason: '误操作' }, again),
  (world, at, again) =>
    world.as('platform-ops').ask(moveWaybill, { ...at, move: 'depart', loadWeightG: grams(31_000_000) }, again),
]

/** `hands` conflicting tries at each of `count` waybills, a few waybills at a time. */
export async function manyHands(world: FreightWorld, count: number, hands: number): Promise<Hands> {
  const made: MadeWaybill[] = []
  while (made.length < count) made.push(...(await world.waybills(Math.min(20, count - made.length))))
  const ready: MadeWaybill[] = []
  for (const waybill of made) ready.push(await world.walk(waybill, ['accept', 'arriveLoad']))
  const before = await steps(world, ready)
  const refusals: Record<string, number> = {}
  for (let from = 0; from < ready.length; from += 4)
    await Promise.all(
      ready.slice(from, from + 4).flatMap(({ id, version }) =>
        Array.from({ length: hands }, async (_, n) => {
          const attempt = tries[n % tries.length]
          const key = v7()
          if (!attempt) return
          const answer = await untilServed(() => attempt(world, { id, version }, { key }))
          if (answer.envelope.code === 0) return
          const word = answer.http === 409 ? 'stale' : `${answer.http} ${answer.envelope.code}`
          refusals[word] = (refusals[word] ?? 0) + 1
        }),
      ),
    )
  const after = await steps(world, ready)
  return {
    waybills: ready.length,
    transitions: ready.map(({ id }) => (after.get(id) ?? 0) - (before.get(id) ?? 0)),
    refusals,
  }
}

/** The number of changes of state in the history of each waybill. */
async function steps(world: FreightWorld, waybills: readonly MadeWaybill[]): Promise<Map<string, number>> {
  const rows = await world.server.db(tx =>
    tx.rows<{ id: string; n: number }>(
      sql<{
        id: string
        n: number
      }>`select entity_id as id, count(*)::bigint as n from events where entity = 'waybill' and to_state is not null
        and entity_id = any(${waybills.map(({ id }) => id)}::uuid[]) group by 1`.compile(q),
    ),
  )
  return new Map(rows.map(({ id, n }) => [id, n]))
}
