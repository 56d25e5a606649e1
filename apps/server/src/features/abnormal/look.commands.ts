// Looking for abnormal positions: facts of every vehicle under way, judged by the rules of its branch, as episodes that
// open, go on, and end.
import { DAY_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import {
  abnormalKinds,
  enteredFinding,
  episodeStates,
  findingsOf,
  isOddKind,
  livingEpisodes,
  raiseFurtherMs,
  raiseMs,
  reopenMs,
  staysOpen,
  type AbnormalKind,
  type Finding,
} from '@yunshu/domain/track/abnormal'
import { isHelpKind } from '@yunshu/domain/track/drivingAlarms'
import { datums } from '@yunshu/track/point'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { move } from '../../work/move.ts'
import { tellEscalated } from './abnormal.commands.ts'
import { alarmsOn, findAlarms, tellHelp } from './alarms.commands.ts'
import { findEntered, findOutside, type Entered, type Outside } from './entered.queries.ts'
import { findRules, type Episode } from './abnormal.queries.ts'
import { findOdd } from './odd.queries.ts'
import { evidenceOn, factsOf, findUnderWay, isLogAlive, type Watched } from './underWay.queries.ts'
import { tellFewer, tellNumbers } from './told.commands.ts'

/** The clock of the database, ms: those of servers differ. */
const clock = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/**
 * Whether this look reads trails, which are many bytes: true for one look in a minute, of all servers together. With looks
 * that far apart that none falls on the minute, for the one nearest to it.
 */
export async function takeTrailsTurn({ tx }: Pick<Ctx, 'tx'>, lookMs: number): Promise<boolean> {
  const trailsEveryMs = MINUTE_MS - Math.round(lookMs / 2)
  const taken = await tx.run(
    q
      .insertInto('abnormal_looks')
      .values({ trails_at: clock })
      .onConflict(taken =>
        taken
          .column('id')
          .doUpdateSet({ trails_at: clock })
          // a clock that was set back ends no looks
          .where(sql<boolean>`abnormal_looks.trails_at not between ${clock} - ${trailsEveryMs}::bigint and ${clock}`),
      ),
  )
  return taken > 0
}

/**
 * Looks once: opens, goes on with, raises and ends episodes, and tells the numbers. Without trails kinds that positions show
 * by themselves stay as they are.
 */
export async function lookForAbnormal(ctx: Ctx, hasTrails = true): Promise<void> {
  const rules = await findRules(ctx.tx)
  const watched = await findUnderWay(ctx)
  const isAlive = await isLogAlive(ctx, watched)
  const odd = hasTrails ? await findOdd(ctx, watched, rules) : new Map<number, []>()
  const alarms = await findAlarms(ctx)
  const found = new Set<string>()
  for (const one of watched) {
    const own = rules(one.branch_id)
    const seen = { odd: odd.get(one.track_no) ?? [], alarms: alarmsOn(alarms, one) }
    const facts = await factsOf(ctx, one, { isAlive, ...seen })
    for (const finding of findingsOf(facts, own, ctx.now)) {
      found.add(`${one.id} ${finding.kind}`)
      await goOn(ctx, one, finding)
    }
  }
  const entered = await findOutside(
    ctx,
    await findEntered(ctx),
    ({ branch_id }) => rules(branch_id).placeMismatch.minutes,
  )
  for (const [one, outside] of entered) {
    const finding = enteredFinding(outside.metres, rules(one.branch_id), one.entered_at)
    if (finding) await goOn(ctx, placedAt(one, outside), finding)
  }
  const unseen = new Set(watched.flatMap(({ track_no: no }) => (odd.has(no) ? [] : [no])))
  await endOthers(ctx, { found, unheard: isAlive ? undefined : watched, unseen })
  await tellHelp(ctx, watched, alarms)
  await raiseUnclaimed(ctx)
  await tellNumbers(ctx)
}

/** The vehicle as it stood when the arrival was entered, wherever it is now. */
const placedAt = (one: Entered, { point }: Outside): Watched => ({
  ...one,
  at: point.at,
  lon_e6: point.lonE6,
  lat_e6: point.latE6,
  datum: datums.indexOf(point.datum),
  speed: point.speed,
})

const stated = (row: Omit<Episode, 'state'> & { state: string }): Episode => ({
  ...row,
  state: keyOf(episodeStates.states, row.state),
})

/**
 * Whether people have done with this already: with what began before they said so, or with facts that do not change
 * within a waybill.
 */
function isDone(before: Episode, one: Watched, since: number): boolean {
  if (before.state !== 'handled' && before.state !== 'falseAlarm') return false
  const kind = keyOf(abnormalKinds, before.kind)
  if (kind === 'mismatch') return before.waybill_id === one.id
  return since <= (before.handled_at ?? 0)
}

/** Episodes of a vehicle and kind, the last first. */
const episodesOf = ({ track_no }: Watched, kind: AbnormalKind) =>
  q
    .selectFrom('episodes')
    .selectAll()
    .where('track_no', '=', track_no)
    .where('kind', '=', kind)
    .orderBy('last_at', 'desc')
    .limit(1)
    .forUpdate()

/** The place of a finding, and its moment. */
const placeIn = ({ lon_e6, lat_e6, datum, at }: Watched) => ({ lon_e6, lat_e6, datum: datum ?? 0, place_at: at })

/** The episode of a waybill and kind goes on, comes back, or begins. */
async function goOn(ctx: Ctx, one: Watched, finding: Finding): Promise<void> {
  const { kind, level, since } = finding
  const last = await ctx.tx.first(episodesOf(one, kind).where('waybill_id', '=', one.id))
  const before = last && stated(last)
  const isLiving = before !== undefined && livingEpisodes.some(state => state === before.state)
  if (before && !isLiving && isDone(before, one, since)) return
  const isAgain = before?.state === 'recovered' && ctx.now - before.last_at <= reopenMs
  const evidence = JSON.stringify(evidenceOn(one, finding))
  if (before && (isLiving || isAgain)) {
    if (isAgain)
      await move(ctx, episodeStates, before, 'reopen', {
        entityId: before.waybill_id,
        set: { times: before.times + 1, recovered_at: null, to_at: null },
      })
    await ctx.tx.run(
      q
        .updateTable('episodes')
        .set({
          level,
          last_at: ctx.now,
          recovered_at: null,
          evidence,
          ...placeIn(one),
          // one that becomes urgent waits for somebody from then on
          ...(level === before.level ? {} : { updated_at: ctx.now }),
        })
        .where('id', '=', before.id),
    )
    return
  }
  await ctx.tx.run(
    q.insertInto('episodes').values({
      id: v7(),
      track_no: one.track_no,
      vehicle_id: one.vehicle_id,
      plate: one.plate,
      waybill_id: one.id,
      carrier_id: one.carrier_id,
      shipper_id: one.shipper_id,
      branch_id: one.branch_id,
      grp: abnormalKinds[kind].group,
      kind,
      level,
      state: episodeStates.start,
      from_at: since,
      last_at: ctx.now,
      ...placeIn(one),
      evidence,
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
}

/** Silence is found only when it is longer than this: a later word than so long before it was found is a new one. */
const leastSilentMs = abnormalKinds.offline.least * MINUTE_MS

/** Vehicles that are watched and have not said a word since their episodes were found last. */
function stillSilent(watched: readonly Watched[]): (row: Episode) => boolean {
  const heardAt = new Map(
    watched.map(({ track_no, received_at, heard_at }) => [track_no, Math.max(received_at ?? 0, heard_at ?? 0)]),
  )
  return ({ track_no, last_at }) => (heardAt.get(track_no) ?? Infinity) <= last_at - leastSilentMs
}

interface Looked {
  /** Waybill and kind of each finding. */
  readonly found: ReadonlySet<string>
  /** Vehicles that are watched while silence is ours, which finds nobody silent and so proves nobody back. */
  readonly unheard: readonly Watched[] | undefined
  /** Vehicles that are watched and whose trail was not looked at. */
  readonly unseen: ReadonlySet<number>
}

/**
 * Episodes that were not found again, of the waybill the vehicle is on now: open ones recover, the others wait for their
 * note with a mark.
 */
async function endOthers(ctx: Ctx, { found, unheard, unseen }: Looked): Promise<void> {
  const isSilent = unheard ? stillSilent(unheard) : () => false
  const living = await ctx.tx.rows(
    q
      .selectFrom('episodes as e')
      .innerJoin('waybills as w', 'w.id', 'e.waybill_id')
      .selectAll('e')
      .select(
        sql<boolean>`w.state not in ('cancelled', 'void')
        and e.from_at in (coalesce(w.arrived_load_at, 0), coalesce(w.arrived_unload_at, 0))`.as('is_entered'),
      )
      .where('e.state', 'in', [...livingEpisodes])
      .where('e.recovered_at', 'is', null)
      .orderBy('e.id')
      .forUpdate('e'),
  )
  for (const { is_entered: isEntered, ...each } of living) {
    const row = stated(each)
    const kind = keyOf(abnormalKinds, row.kind)
    // a call for help waits for people, whatever the terminal says next
    if (isHelpKind(kind)) continue
    // an entry stays where it was made until it is corrected, taken back or void
    if (found.has(`${row.waybill_id} ${kind}`) || (staysOpen(kind) && isEntered)) continue
    if (kind === 'offline' && isSilent(row)) continue
    if (isOddKind(kind) && unseen.has(row.track_no)) continue
    const set = { recovered_at: ctx.now, to_at: ctx.now, last_at: ctx.now }
    if (row.state === 'open') await move(ctx, episodeStates, row, 'recover', { entityId: row.waybill_id, set })
    else await ctx.tx.run(q.updateTable('episodes').set(set).where('id', '=', row.id))
  }
}

/** Urgent ones nobody claimed in time are the branch's, and the platform's where the branch has not dealt with them in time. */
async function raiseUnclaimed(ctx: Ctx): Promise<void> {
  const waiting = await ctx.tx.rows(
    q
      .selectFrom('episodes')
      .selectAll()
      .where('state', '=', 'open')
      .where('level', '=', 1)
      .where('created_at', '>=', ctx.now - DAY_MS)
      .where('updated_at', '<=', ctx.now - raiseMs)
      .orderBy('id')
      .limit(100)
      .forUpdate(),
  )
  const raised = waiting.map(stated)
  for (const row of raised) {
    await move(ctx, episodeStates, row, 'raise', { entityId: row.waybill_id, set: { raised_at: ctx.now } })
    await tellEscalated(ctx, row, `${raiseMs / MINUTE_MS} 分钟内无人认领`, ['branch'])
  }
  const left = await ctx.tx.rows(
    q
      .updateTable('episodes')
      .set({ raised_at: null })
      .where('raised_at', '<=', ctx.now - (raiseFurtherMs - raiseMs))
      .returningAll(),
  )
  for (const row of left.map(stated))
    if (row.state === 'escalated' && row.recovered_at === null)
      await tellEscalated(ctx, row, `${raiseFurtherMs / MINUTE_MS} 分钟内无人处理`, ['platform'])
  // their number is the same, and their lists show another state
  await tellFewer(ctx, raised)
}
