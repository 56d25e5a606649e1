// Moves of waybills by time: unanswered ones lapse, undisputed ones sign themselves, and silence agrees to claims.
import { Problem } from '@yunshu/domain/problems/problems'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { inForce } from '../../work/policies.ts'
import { q } from '../../db/tx.ts'
import type { Ctx, Deps } from '../../work/ctx.ts'
import type { Job } from '../../jobs/runner.ts'
import { asSystem } from '../../work/system.ts'
import { assumeClaimAnswers } from './claim.commands.ts'
import { claimsOf } from './claim.queries.ts'
import { moveByItself } from './waybill.commands.ts'
import { lockWaybills, type LockedWaybill } from './waybill.queries.ts'

/**
 * Waybills one look finds; each is then moved in a transaction of its own, so that one that refuses holds up no other.
 */
const batch = 100

type Find = (now: number) => ReturnType<typeof sql<{ id: string }>>

// the literals are those of the partial indexes
const unanswered: Find = now =>
  sql<{
    id: string
  }>`select id from waybills where state = 'toAccept' and answer_by is not null and answer_by < ${now}
    order by answer_by limit ${batch}`
const undisputed: Find = now => sql<{ id: string }>`
  select w.id from waybills w join companies s on s.id = w.shipper_id
  where w.state = 'toSign' and w.sign_by is not null and w.sign_by < ${now} and ${inForce('s', 'autoSign')}
    and not exists (select from waybill_claims c where c.waybill_id = w.id and c.state = 'proposed')
    and not exists (select from waybill_parts p where p.waybill_id = w.id and p.part = 'pre' and p.state = 'onSheet')
      order by w.sign_by limit ${batch}`
const silent: Find = now =>
  sql<{
    id: string
  }>`select waybill_id as id from waybill_claims where state = 'proposed' and answer_by < ${now} group by 1
    order by min(answer_by) limit ${batch}`

/**
 * Does `work` for each waybill found, under its lock; waybills that changed since are left alone. Answers how many were
 * done.
 */
async function each(
  deps: Deps,
  find: Find,
  work: (ctx: Ctx, waybill: LockedWaybill) => Promise<boolean>,
  signal?: AbortSignal,
): Promise<number> {
  let done = 0
  for (;;) {
    const found = await asSystem(deps, ctx => ctx.tx.rows(find(ctx.now).compile(q)))
    const before = done
    for (const { id } of found) {
      if (signal?.aborted) return done
      const isDone = await asSystem(deps, async ctx => {
        const [waybill] = await lockWaybills(ctx, [id])
        return waybill !== undefined && work(ctx, waybill)
      })
      if (isDone) done++
    }
    if (found.length < batch || done === before) return done
  }
}

/** Cancels new waybills nobody accepted in time; their quantity goes back. */
export const lapseUnanswered = (deps: Deps, signal?: AbortSignal): Promise<number> =>
  each(
    deps,
    unanswered,
    async (ctx, waybill) => {
      if (waybill.state !== 'toAccept' || waybill.answer_by === null || waybill.answer_by >= ctx.now) return false
      await moveByItself(ctx, waybill, 'lapse')
      return true
    },
    signal,
  )

/**
 * Signs waybills unloaded a week ago that nobody disputed. One that cannot be signed (deductions above its freight) is
 * looked at again a day later.
 */
export async function signUndisputed(deps: Deps, signal?: AbortSignal): Promise<number> {
  return each(
    deps,
    undisputed,
    async (ctx, waybill) => {
      if (waybill.state !== 'toSign' || waybill.sign_by === null || waybill.sign_by >= ctx.now) return false
      // a refusal comes before anything is written
      const refusal = await moveByItself(ctx, waybill, 'autoSign').then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof Problem) return error
          throw error
        },
      )
      if (refusal)
        await ctx.tx.run(
          q
            .updateTable('waybills')
            .set({ sign_by: ctx.now + DAY_MS })
            .where('id', '=', waybill.id),
        )
      return refusal === undefined
    },
    signal,
  )
}

/** Agrees to claims nobody answered for three days. */
export const agreeBySilence = (deps: Deps, signal?: AbortSignal): Promise<number> =>
  each(
    deps,
    silent,
    async (ctx, waybill) => {
      const late = (await claimsOf(ctx, waybill.id)).filter(
        claim => claim.state === 'proposed' && claim.answer_by !== null && claim.answer_by < ctx.now,
      )
      if (late.length > 0) await assumeClaimAnswers(ctx, waybill, late)
      return late.length > 0
    },
    signal,
  )

export const waybillJobs: readonly Job[] = [
  {
    name: 'waybill.lapse',
    everyMs: MINUTE_MS,
    run: async (deps, signal) => {
      await lapseUnanswered(deps, signal)
    },
  },
  {
    name: 'waybill.claims',
    everyMs: 10 * MINUTE_MS,
    run: async (deps, signal) => {
      await agreeBySilence(deps, signal)
    },
  },
  {
    name: 'waybill.sign',
    everyMs: HOUR_MS,
    run: async (deps, signal) => {
      await signUndisputed(deps, signal)
    },
  },
]
