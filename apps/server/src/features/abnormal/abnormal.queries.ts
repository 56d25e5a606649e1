// Reads of abnormal positions: the list, its counts, and the rules of a branch.
import type { AbnormalRow, countAbnormal, listAbnormal, listAbnormalRules } from '@yunshu/contract/abnormal/abnormal'
import type { Input, Output } from '@yunshu/contract/call'
import { printCentre } from '@yunshu/domain/fence'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { uuidPattern } from '@yunshu/domain/identity/uuid'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import {
  abnormalKinds,
  abnormalLevels,
  countedLevel,
  episodePeopleMoves,
  episodeStates,
  levelKeyOf,
  livingEpisodes,
  type AbnormalKind,
  type AbnormalRules,
} from '@yunshu/domain/track/abnormal'
import { divisionAt } from '@yunshu/regions/divisionAt'
import { gcjOf } from '@yunshu/track/datum'
import { datums } from '@yunshu/track/point'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import * as z from 'zod/mini'
import { chosen, contains } from '../../db/conditions.ts'
import { countByState } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { placeFault, rowsToAsk, toPage } from '../../db/page.ts'
import type { AbnormalRules as RuleTable, Episodes } from '../../db/tables.gen.ts'
import { nilId, q, type Tx } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { mayMove } from '../../work/move.ts'
import { allOf, ownRows } from '../../work/scope.ts'
import { spanHolds, usableSpans } from '../track/access.queries.ts'

export type Episode = Omit<Selectable<Episodes>, 'state'> & { state: keyof typeof episodeStates.states }

/** Episodes whose waybill is the actor's: an episode has no people of its own. */
export const ownEpisodes = (ctx: Pick<Ctx, 'actor'>): RawBuilder<boolean> => ownRows(ctx.actor, 'w')

/** Whether an episode is the actor's to deal with: it is its carrier's and the house's; a shipper looks on. */
export const isHandOf = ({ actor }: Pick<Ctx, 'actor'>, { carrier_id }: Pick<Episode, 'carrier_id'>): boolean =>
  isHouseSide(actor.side) || actor.companyId === carrier_id

const episodeRows = q
  .selectFrom('episodes as e')
  .innerJoin('waybills as w', 'w.id', 'e.waybill_id')
  .innerJoin('companies as c', 'c.id', 'e.carrier_id')
  .selectAll('e')
  .select(['w.waybill_no', 'w.driver_name', 'c.name as carrier_name'])
type NamedEpisode = Selectable<Episodes> & {
  waybill_no: string
  driver_name: string
  carrier_name: string
  /** Whether the actor may see the vehicle at the moment of the place. */
  is_placed: boolean
}

/** The moment of the place lies in a span of the actor: of another time it is told neither place nor speed. */
const isPlaced = ({ actor }: Ctx): RawBuilder<boolean> => sql<boolean>`exists (select from track_access a
  where a.track_no = e.track_no and ${usableSpans(actor)}
    and ${spanHolds(sql<number>`coalesce(e.place_at, e.created_at)`)})`

const Evidence = z.object({ text: z.string(), heard: z.optional(z.string()) })

/** The last place of a vehicle in figures and in words, and its moment; nothing where none is known. */
function placeOf({
  lon_e6: lonE6,
  lat_e6: latE6,
  datum,
  place_at: at,
}: Selectable<Episodes>): Pick<AbnormalRow, 'place' | 'district' | 'placeAt'> {
  if (lonE6 === null || latE6 === null) return {}
  const place = gcjOf({ lonE6, latE6 }, datums[datum] ?? 'wgs84')
  return { place: printCentre(place), district: divisionAt(place), placeAt: at ?? undefined }
}

/** A row of the list as its reader sees it. */
export function showEpisode(ctx: Ctx, row: NamedEpisode): AbnormalRow {
  const state = keyOf(episodeStates.states, row.state)
  const { text, heard } = z.parse(Evidence, row.evidence)
  return {
    id: row.id,
    plate: row.plate,
    waybillId: row.waybill_id,
    waybillNo: row.waybill_no,
    vehicleId: row.vehicle_id,
    driverName: row.driver_name,
    carrierName: row.carrier_name,
    kind: keyOf(abnormalKinds, row.kind),
    level: levelKeyOf(row.level),
    state,
    fromAt: row.from_at,
    recoveredAt: row.recovered_at ?? undefined,
    times: row.times,
    ...(row.is_placed ? placeOf(row) : {}),
    evidence: text,
    heard: row.is_placed ? heard : undefined,
    claimer: row.claimed_name ?? undefined,
    note: row.handled_note ?? undefined,
    version: row.version,
    moves: episodePeopleMoves.filter(name => {
      const { from, permit } = episodeStates.moves[name]
      return isHandOf(ctx, row) && from.some(one => one === state) && mayMove(ctx, permit)
    }),
  }
}

type Filter = Omit<Input<typeof listAbnormal>, 'limit' | 'cursor'>

/** The list's condition without its state, which the counters run through. */
const filtered = (ctx: Ctx, { group, kind, level, text, ids }: Filter): RawBuilder<boolean> =>
  allOf([
    ownEpisodes(ctx),
    group && sql<boolean>`e.grp = ${group}`,
    kind && sql<boolean>`e.kind = ${kind}`,
    level && sql<boolean>`e.level = ${abnormalLevels[level].rank}`,
    contains(['e.plate', 'w.waybill_no', 'w.driver_name'], text),
    chosen('e.id', ids),
  ])

/** Episodes somebody has to take stand first, by level and the longest first; then those in hand, then the rest. */
const band = sql<number>`(case when e.state in ('open', 'escalated') then e.level when e.state = 'claimed' then 10 + e.level
  else 99 end)`
const since = sql<number>`(case when e.state in ('open', 'escalated', 'claimed') then e.from_at else 0 end)`
const placeForm = new RegExp(`^(\\d{1,2})\\.(\\d{1,16})\\.(${uuidPattern})$`)

function afterPlace({ cursor }: Pick<Input<typeof listAbnormal>, 'cursor'>): RawBuilder<boolean> | undefined {
  if (cursor === undefined) return undefined
  const [, atBand, atSince, id] = placeForm.exec(cursor) ?? []
  if (id === undefined) throw placeFault()
  const at = sql`(${Number(atBand)}::int, ${Number(atSince)}::bigint)`
  return sql<boolean>`(${band}, ${since}) >= ${at} and ((${band}, ${since}) > ${at} or e.id < ${id}::uuid)`
}

/** Abnormal positions in the actor's reach: those to be taken first, the rest newest first. */
export async function findAbnormalPage(
  ctx: Ctx,
  input: Input<typeof listAbnormal>,
): Promise<Output<typeof listAbnormal>> {
  const where = allOf([filtered(ctx, input), input.state && sql<boolean>`e.state = ${input.state}`, afterPlace(input)])
  const rows = await ctx.tx.rows(
    episodeRows
      .select([isPlaced(ctx).as('is_placed'), band.as('band'), since.as('since')])
      .where(where)
      .orderBy(band)
      .orderBy(since)
      .orderBy('e.id', 'desc')
      .limit(rowsToAsk(input)),
  )
  return toPage(
    rows,
    input,
    row => showEpisode(ctx, row),
    row => `${row.band}.${row.since}.${row.id}`,
  )
}

/** One abnormal position in the actor's reach, with the state of its waybill; of others there is none. */
export const findEpisode = (ctx: Ctx, id: string) =>
  ctx.tx.one(
    episodeRows
      .select([isPlaced(ctx).as('is_placed'), 'w.state as waybill_state', 'w.carrier_id as waybill_carrier'])
      .where('e.id', '=', id)
      .where(ownEpisodes(ctx)),
  )

/** An episode under lock; of others there is none. */
export async function lockEpisodes(ctx: Ctx, ids: readonly string[]): Promise<Episode[]> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('episodes as e')
      .innerJoin('waybills as w', 'w.id', 'e.waybill_id')
      .selectAll('e')
      .where(sql<boolean>`e.id = any(${ids}::uuid[])`)
      .where(ownEpisodes(ctx))
      .orderBy('e.id')
      .forUpdate('e'),
  )
  return rows.map(row => ({ ...row, state: keyOf(episodeStates.states, row.state) }))
}

/** Vehicles whose positions are wrong now, of the levels that are pressing; alarms of terminals are told by themselves. */
export const pressing = sql<boolean>`e.grp = 'position' and e.state = any(${livingEpisodes}::text[]) and e.recovered_at is null
  and e.level <= ${countedLevel}`

/** Counts by state under the list's filter, and the vehicles push 29 counts. */
export async function countAbnormalBy(
  ctx: Ctx,
  filter: Input<typeof countAbnormal>,
): Promise<Output<typeof countAbnormal>> {
  const where = sql<boolean>`exists (select from waybills w where w.id = e.waybill_id and ${filtered(ctx, filter)})`
  const state = await countByState(ctx.tx, episodeStates, { table: 'episodes', alias: 'e', where })
  const { n } = await ctx.tx.one(
    q
      .selectFrom('episodes as e')
      .innerJoin('waybills as w', 'w.id', 'e.waybill_id')
      .select(sql<number>`count(distinct e.track_no)::int`.as('n'))
      .where(allOf([ownEpisodes(ctx), pressing])),
  )
  return { state, vehicles: n }
}

const Params = z.object({ minutes: z.number() })

/** The rules of branches as they stand, by branch; a branch without any goes by the table of kinds. */
export async function findRules(tx: Tx): Promise<(branchId: string) => AbnormalRules> {
  const rows = await tx.rows(q.selectFrom('abnormal_rules').selectAll())
  const byBranch = Map.groupBy(rows, ({ company_id }) => company_id)
  return branchId => {
    const own = byBranch.get(branchId) ?? []
    const ruleOf = (kind: AbnormalKind) => {
      const row = own.find(one => one.kind === kind)
      return row ? { isOn: row.is_on, minutes: minutesOf(row) } : { isOn: true, minutes: abnormalKinds[kind].minutes }
    }
    return {
      offline: ruleOf('offline'),
      noFix: ruleOf('noFix'),
      overdue: ruleOf('overdue'),
      placeMismatch: ruleOf('placeMismatch'),
      mismatch: ruleOf('mismatch'),
      jump: ruleOf('jump'),
      frozen: ruleOf('frozen'),
      abroad: ruleOf('abroad'),
      clock: ruleOf('clock'),
      sos: ruleOf('sos'),
      crash: ruleOf('crash'),
      fatigue: ruleOf('fatigue'),
      overspeed: ruleOf('overspeed'),
      powerCut: ruleOf('powerCut'),
      driver: ruleOf('driver'),
      road: ruleOf('road'),
      tyre: ruleOf('tyre'),
    }
  }
}

const minutesOf = ({ params }: Selectable<RuleTable>): number => z.parse(Params, params).minutes

/** The rules of the actor's branch with how often they were right. */
export async function findAbnormalRules(ctx: Ctx): Promise<Output<typeof listAbnormalRules>> {
  const branchId = ctx.actor.branchId ?? nilId
  const rules = (await findRules(ctx.tx))(branchId)
  const versions = await ctx.tx.rows(
    q.selectFrom('abnormal_rules').select(['kind', 'version']).where('company_id', '=', branchId),
  )
  const counts = await ctx.tx.rows(
    sql<{ kind: string; found: number; wrong: number }>`
      select kind, count(*)::int as found, count(*) filter (where state = 'falseAlarm')::int as wrong
      from episodes where branch_id = ${branchId}::uuid and created_at >= ${ctx.now - 30 * DAY_MS} group by kind`.compile(
      q,
    ),
  )
  return {
    rows: (Object.keys(abnormalKinds) as AbnormalKind[]).map(kind => {
      const count = counts.find(one => one.kind === kind)
      return {
        kind,
        ...rules[kind],
        version: versions.find(one => one.kind === kind)?.version ?? 0,
        found: count?.found ?? 0,
        falseAlarms: count?.wrong ?? 0,
      }
    }),
  }
}
