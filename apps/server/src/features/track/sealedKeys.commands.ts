// Keys of sealed objects: listed before the first byte is written and taken out by the row that names the object, so that one
// whose process died between the two is found and removed.
import { DAY_MS, HOUR_MS } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { q, type Tx } from '../../db/tx.ts'

import type { Ctx, Deps } from '../../work/ctx.ts'
import { asSystem } from '../../work/system.ts'

/** The time a process has for an object of its own, from listing its key to the row. */
const writingMs = HOUR_MS
/** After which an object that was given up is removed once more: its writer may have stood still before the last byte. */
const againMs = DAY_MS
/** Keys of one look. */
const batch = 100

/** Lists the key of an object that is about to be written. */
export const listKey = ({ tx, now }: Pick<Ctx, 'tx' | 'now'>, key: string): Promise<number> =>
  tx.run(q.insertInto('waybill_track_keys').values({ key, until_at: now + writingMs }))

/** Takes a key out of the list, in the transaction of the row that names it; throws when the object was given up. */
export async function takeKey(tx: Tx, key: string): Promise<void> {
  const taken = await tx.run(q.deleteFrom('waybill_track_keys').where('key', '=', key).where('is_given_up', '=', false))
  if (taken !== 1) throw new Error(`the object ${key} was given up`)
}

interface Stray {
  readonly key: string
  readonly was_given_up: boolean
}

/** Gives up objects that no row has named in time: from here on none can. */
const giveUp = ({ tx, now }: Ctx): Promise<Stray[]> =>
  tx.rows(
    sql<Stray>`with due as (
        select k.key, k.is_given_up from waybill_track_keys k
        where k.until_at <= ${now}::bigint and not exists (select from waybill_tracks t where t.key = k.key)
        order by k.until_at, k.key limit ${batch} for update skip locked)
      update waybill_track_keys k set is_given_up = true, until_at = ${now + againMs}::bigint
      from due where k.key = due.key returning k.key, due.is_given_up as was_given_up`.compile(q),
  )

/** Removes objects of sealed trails that no row names and nobody writes any more; answers how many were looked at. */
export async function removeStrays(deps: Deps, signal?: AbortSignal): Promise<number> {
  let removed = 0
  const faults: unknown[] = []
  for (;;) {
    const strays = await asSystem(deps, giveUp)
    for (const { key, was_given_up } of strays) {
      if (signal?.aborted === true) return removed
      try {
        await deps.store.remove(key)
      } catch (error) {
        // tried again a day later; the others of the batch go now
        faults.push(error)
        continue
      }
      if (was_given_up)
        await asSystem(deps, ({ tx }) => tx.run(q.deleteFrom('waybill_track_keys').where('key', '=', key)))
      else removed += 1
    }
    if (strays.length < batch) break
  }
  if (faults.length > 0) throw new AggregateError(faults, 'objects that nobody names were not removed')
  return removed
}
