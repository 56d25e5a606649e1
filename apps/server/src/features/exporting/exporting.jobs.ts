// The jobs of exports: lanes that make files, and the end of files that were kept long enough.
import { exportLimits, exportStates } from '@yunshu/domain/exporting'
import { DAY_MS, HOUR_MS } from '@yunshu/domain/figures/time'
import { sql, type Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { move, moveAll } from '../../work/move.ts'
import type { Exports } from '../../db/tables.gen.ts'
import { nilId, q } from '../../db/tx.ts'
import type { Ctx, Deps } from '../../work/ctx.ts'
import type { Job } from '../../jobs/runner.ts'
import { asSystem } from '../../work/system.ts'
import { runExport, type Running } from './run.ts'

/** Time between looks of a lane for work, ms. */
const lookEveryMs = 2000
/** Rows of the download centre whose file is gone are forgotten after this, ms. */
const rowLifeMs = 30 * DAY_MS
const batch = 100

/** Runs that fell silent go back to the queue, or are given up when they fell silent too often. */
async function revive(ctx: Ctx): Promise<void> {
  const silent = await ctx.tx.rows(
    q
      .selectFrom('exports')
      .selectAll()
      .where('state', '=', 'running')
      .where(sql<boolean>`coalesce(heartbeat_at, updated_at) < ${ctx.now - exportLimits.silentMs}`)
      .limit(batch)
      .forUpdate()
      .skipLocked(),
  )
  const running = silent.map(row => ({ ...row, state: keyOf(exportStates.states, row.state) }))
  const isGivenUp = ({ attempts }: (typeof running)[number]): boolean => attempts >= exportLimits.attempts
  await moveAll(ctx, exportStates, running.filter(isGivenUp), 'fail', { set: { fault: '系统错误，请稍后重试' } })
  await moveAll(
    ctx,
    exportStates,
    running.filter(row => !isGivenUp(row)),
    'resume',
  )
}

/** The oldest waiting export whose person and company have not as many running as they may. */
async function claim(ctx: Ctx): Promise<Running | undefined> {
  // one lane at a time: two that look together would each see the share of the person or the company not yet used up
  await ctx.tx.run(sql`select pg_advisory_xact_lock(hashtextextended('export.claim', 0))`.compile(q))
  const row = await ctx.tx.first<Selectable<Exports>>(
    sql<Selectable<Exports>>`
    select e.* from exports e where e.state = 'waiting' and (select count(*) from exports r
      where r.user_id = e.user_id and r.state = 'running') < ${exportLimits.runningPerPerson}
      and (select count(*) from exports r where r.company_id is not distinct from e.company_id
        and r.state = 'running') < ${exportLimits.company.running}
    order by e.id limit 1 for update skip locked`.compile(q),
  )
  if (!row) return undefined
  const set = { attempts: row.attempts + 1, heartbeat_at: ctx.now, rows_done: 0 }
  const moved = await move(ctx, exportStates, { ...row, state: keyOf(exportStates.states, row.state) }, 'start', {
    set,
  })
  return { ...moved, ...set, state: 'running' }
}

/** Makes the files that wait, one after another, until none does; answers how many. */
export async function makeWaiting(deps: Deps, signal: AbortSignal): Promise<number> {
  for (let made = 0; ; made++) {
    if (signal.aborted) return made
    const row = await asSystem(deps, async ctx => {
      await revive(ctx)
      return claim(ctx)
    })
    if (!row) return made
    await runExport(deps, row, signal)
  }
}

/** Ends files that were kept long enough, some at a time, oldest first; from here on nobody is given their bytes. */
const expireSome = (deps: Deps, now: number): Promise<number> =>
  asSystem(deps, async ctx => {
    const old = await ctx.tx.rows(
      q
        .selectFrom('exports')
        .select(['id', 'state', 'version'])
        .where('state', '=', 'done')
        .where('done_at', '<', now - exportLimits.lifeMs)
        .orderBy('done_at')
        .limit(batch)
        .forUpdate()
        .skipLocked(),
    )
    await moveAll(
      ctx,
      exportStates,
      old.map(row => ({ ...row, state: keyOf(exportStates.states, row.state) })),
      'expire',
    )
    return old.length
  })

/** Removes the bytes of ended files, in no transaction; a row names its bytes until they are gone, and is forgotten later. */
async function removeExpired(deps: Deps, signal: AbortSignal | undefined): Promise<void> {
  const faults: unknown[] = []
  for (let after = nilId; ;) {
    const ended = await asSystem(deps, ({ tx }) =>
      tx.rows(
        q
          .selectFrom('exports')
          .select(['id', 'storage_key'])
          .where('state', '=', 'expired')
          .where('storage_key', 'is not', null)
          .where('id', '>', after)
          .orderBy('id')
          .limit(batch),
      ),
    )
    const gone: string[] = []
    for (const { id, storage_key: key } of ended) {
      if (key === null || signal?.aborted === true) continue
      try {
        await deps.store.remove(key)
        gone.push(id)
      } catch (error) {
        // tried again an hour later; the others go now
        faults.push(error)
      }
    }
    await asSystem(deps, ({ tx }) =>
      tx.run(
        q
          .updateTable('exports')
          .set({ storage_key: null })
          .where('id', '=', sql<string>`any(${gone}::uuid[])`),
      ),
    )
    after = ended.at(-1)?.id ?? after
    if (ended.length < batch || signal?.aborted === true) break
  }
  if (faults.length > 0) throw new AggregateError(faults, 'files that were kept long enough were not removed')
}

/**
 * Ends files that were kept long enough, throws their bytes away, and forgets rows that have had none for a month;
 * answers how many files ended.
 */
export async function expireExports(deps: Deps, now = Date.now(), signal?: AbortSignal): Promise<number> {
  let ended = 0
  for (;;) {
    const some = await expireSome(deps, now)
    ended += some
    if (some < batch || signal?.aborted === true) break
  }
  await asSystem(deps, ({ tx }) =>
    tx.run(
      q
        .deleteFrom('exports')
        .where('state', 'in', ['expired', 'failed', 'cancelled'])
        .where('storage_key', 'is', null)
        .where('updated_at', '<', now - rowLifeMs),
    ),
  )
  await removeExpired(deps, signal)
  return ended
}

/** Each lane makes one file at a time; its lock keeps it to one process. */
export const exportJobs: readonly Job[] = [
  ...Array.from({ length: exportLimits.lanes }, (_, lane): Job => ({
    name: `export.run.${lane + 1}`,
    everyMs: lookEveryMs,
    run: async (deps, signal) => {
      await makeWaiting(deps, signal)
    },
  })),
  {
    name: 'export.expire',
    everyMs: HOUR_MS,
    run: async (deps, signal) => {
      await expireExports(deps, Date.now(), signal)
    },
  },
]
