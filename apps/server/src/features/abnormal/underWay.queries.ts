// Vehicles under way with what is known of them: last position, planned times, terminals.
import { plainText, readGbk } from '@yunshu/jt808/gbk'
import { params } from '@yunshu/jt808/params'
import { reportedAlarms, toldAlarms } from '@yunshu/jt808/safety'
import { formatDateTime, MINUTE_MS } from '@yunshu/domain/figures/time'
import {
  abnormalKinds,
  dueUnderWay,
  isDrivingSpeed,
  isSilenceOurs,
  redLightMs,
  standingMs,
  type Finding,
  type UnderWay,
} from '@yunshu/domain/track/abnormal'
import type { DrivingKind } from '@yunshu/domain/track/drivingAlarms'
import { isTrusted, liveStates, type LiveState, type Point } from '@yunshu/track/point'
import { hourOf, readSegment } from '@yunshu/track/segment'
import { sql } from 'kysely'
import { q, type Tx } from '../../db/tx.ts'
import { carriedAt } from '../../work/carried.ts'
import type { Ctx } from '../../work/ctx.ts'

/** A waybill under way with its vehicle. */
export interface Watched {
  readonly id: string
  readonly state: string
  readonly plate: string
  readonly vehicle_id: string
  readonly carrier_id: string
  readonly shipper_id: string
  readonly branch_id: string
  readonly track_no: number
  readonly planned_load_at: number | null
  readonly loaded_at: number | null
  readonly distance_km: number | null
  readonly window_end: number | null
  readonly is_proven: boolean
  readonly at: number | null
  readonly received_at: number | null
  readonly speed: number | null
  readonly live_state: number | null
  readonly state_at: number | null
  readonly lon_e6: number | null
  readonly lat_e6: number | null
  readonly datum: number | null
  /** The reason its terminal is not its own: another device wants the number, or another carrier has it. */
  readonly wrong_terminal: string | null
  /** The plate its main terminal has in it (0x0083), as it was read or set last: bytes, two digits each. */
  readonly told_plate: string | null
  readonly accepted_at: number | null
  /** Of a vehicle without a place: since when it has a terminal, and when a terminal of it spoke last. */
  readonly bound_at: number | null
  readonly heard_at: number | null
}

/** The columns of `Watched`, of the tables below. */
export const watchedColumns = sql`w.id, w.state, w.plate, w.vehicle_id, w.carrier_id, w.shipper_id,
  w.branch_id, v.track_no,
  w.planned_load_at, w.loaded_at, (g.body ->> 'distanceKm')::float8 as distance_km,
  (case w.state when 'toLoad' then w.body -> 'loadPoints' -> 0 when 'inTransit'
    then w.body -> 'unloadPoints' -> -1 end ->> 'windowEnd')::bigint as window_end,
  exists (select from fence_visits x join fences f on f.id = x.fence_id where x.waybill_id = w.id
    and x.track_no = v.track_no
    and f.kind = case w.state when 'toLoad' then 'load' when 'inTransit' then 'unload' end
    and x.counted_at is not null and x.stay in ('open', 'closed')
    and (x.left_at is null or x.left_at >= greatest(coalesce(w.loaded_at, w.accepted_at), ${carriedAt}))
    and not exists (select from waybill_proposals p where p.visit_id = x.id and p.state = 'refused')) as is_proven,
  l.at, l.received_at, l.speed, l.state as live_state, l.state_at, l.lon_e6, l.lat_e6, l.datum,
  (select case when t.state = 'conflict' then 'conflict' else 'carrier' end from terminals t where t.vehicle_id = v.id
    and t.state <> 'retired' and (t.state = 'conflict' or t.carrier_id <> v.carrier_id) order by t.id limit 1) as wrong_terminal,
  p.told_plate,
  w.accepted_at, n.bound_at, n.heard_at`
/** The plate among the parameters of order `c`: those a terminal answered, or those it took. */
const plateItem = sql`jsonb_path_query_first(case c.kind when 'params' then c.answer else c.body end,
  ${sql.lit(`$.items[*] ? (@.id == ${params.plate.id}).hex`)}::jsonpath) #>> '{}'`
export const watchedTables = sql`from waybills w join vehicles v on v.id = w.vehicle_id
  join goods g on g.id = w.goods_id
  left join vehicle_live l on l.track_no = v.track_no
  left join lateral (select min(b.from_at) as bound_at, max(greatest(t.seen_at, p.seen_at)) as heard_at
    from terminal_bindings b join terminals t on t.id = b.terminal_id
      left join terminal_presence p on p.terminal_no = b.terminal_no
    where b.vehicle_id = v.id and b.to_at is null and l.track_no is null) n on true
  left join lateral (select ${plateItem} as told_plate
    from terminals t join terminal_bindings b on b.terminal_id = t.id and b.to_at is null
      join terminal_commands c on c.terminal_id = t.id and c.state = 'done' and c.kind in ('params', 'setParams')
    where t.vehicle_id = v.id and t.role = 'main' and c.updated_at >= b.from_at and ${plateItem} is not null
    order by c.id desc limit 1) p on true`

/**
 * Waybills whose vehicle is under way. A vehicle with several is watched for the one accepted first.
 */
export async function findUnderWay(ctx: Ctx): Promise<Watched[]> {
  return ctx.tx.rows(
    sql<Watched>`
    select distinct on (v.track_no) ${watchedColumns} ${watchedTables}
    where w.state in ('toLoad', 'loading', 'inTransit', 'interrupted', 'arrived')
    order by v.track_no, w.accepted_at nulls last, w.id`.compile(q),
  )
}

/** A gateway beats every five seconds; a reader is behind at most by this. */
const aliveMs = MINUTE_MS
/** Whether silence is the vehicles' own: writers of the log live, and no great part of all fell silent together. */
export async function isLogAlive(ctx: Ctx, watched: readonly Watched[]): Promise<boolean> {
  const { beat } = await ctx.tx.one(
    sql<{ beat: number | null }>`select max(beat_at)::float8 as beat from track_lanes`.compile(q),
  )
  if (beat === null || ctx.now - beat > aliveMs) return false
  const words = watched.flatMap(({ received_at, live_state }) =>
    received_at === null ? [] : [{ receivedAt: received_at, isAwake: live_state !== liveStates.indexOf('parked') }],
  )
  return !isSilenceOurs(words, ctx.now)
}

/** The facts of a vehicle as the rules take them. */
export async function factsOf(
  ctx: Ctx,
  one: Watched,
  { isAlive, odd, alarms }: { readonly isAlive: boolean } & Pick<UnderWay, 'odd' | 'alarms'>,
): Promise<UnderWay> {
  const { at, received_at: receivedAt, speed } = one
  return {
    state: one.state,
    live:
      at === null || receivedAt === null || speed === null
        ? undefined
        : { at, receivedAt, speed, noFix: await noFixOf(ctx, one), stoodMs: await stoodOf(ctx, one) },
    unplaced: await unplacedOf(ctx, one),
    isSilenceTheirs: isAlive,
    plannedLoadAt: one.planned_load_at ?? undefined,
    loadedAt: one.loaded_at ?? undefined,
    distanceKm: one.distance_km ?? undefined,
    windowEnd: one.window_end ?? undefined,
    isProven: one.is_proven,
    isWrongTerminal: one.wrong_terminal !== null || otherPlate(one) !== undefined,
    odd,
    alarms,
  }
}

/** No rule calls less than this too long without a fix. */
const shortestMs = abnormalKinds.noFix.least * MINUTE_MS

/**
 * Reports without a fix behind the last place, as the first two hours with any and the last two have them: a vehicle may
 * report without one for weeks.
 */
async function noFixOf({ tx }: Ctx, { track_no, at, received_at, live_state }: Watched) {
  if (live_state !== liveStates.indexOf('noFix') || at === null || (received_at ?? 0) - at < shortestMs)
    return undefined
  return blindOf(await readEnds(tx, track_no, at, received_at ?? at), at)
}

/** Points of the first two hours with any and of the last two, between two moments. */
async function readEnds(tx: Tx, trackNo: number, from: number, to: number): Promise<Point[]> {
  const some = sql`select hour_at from track_segments where track_no = ${trackNo}
    and hour_at between ${hourOf(from)} and ${to}`
  const ends = await tx.rows(
    sql<Hour>`select hour_at, payload from track_segments where track_no = ${trackNo}
      and hour_at in ((${some} order by hour_at limit 2) union (${some} order by hour_at desc limit 2))
        order by hour_at`.compile(q),
  )
  return pointsOf(ends)
}

const isBlind = ({ cls }: Point): boolean => cls === 'noFix' || cls === 'zero'

/** The first report without a fix behind a moment, and the most speed such reports tell. */
function blindOf(points: readonly Point[], after: number): { since: number; mostSpeed: number } | undefined {
  const blind = points.filter(point => point.at > after && isBlind(point))
  const [first] = blind
  return first && { since: first.at, mostSpeed: Math.max(...blind.map(({ speed }) => speed)) }
}

/** States in which a vehicle may stand on its way: one that crawls at a gate counts as moving, and drives not yet. */
const askedStates = ['moving', 'idle', 'noFix'] as const satisfies readonly LiveState[]

/**
 * The time a vehicle had stood at its last position with its engine on; undefined where that is told by its speed, where
 * it is heard of, and where nobody asks: it drove, it is parked, or it is silent for longer than any rule waits.
 */
async function stoodOf({ tx, now }: Ctx, { track_no, at, received_at, speed, live_state }: Watched) {
  if (at === null || received_at === null || speed === null || isDrivingSpeed(speed)) return undefined
  const isAsked = askedStates.some(state => live_state === liveStates.indexOf(state))
  if (!isAsked || now - at < shortestStandMs || now - at > 2 * standingMs) return undefined
  const points = await readEnds(tx, track_no, at - redLightMs, received_at)
  const fixes = points.filter(point => isTrusted(point) && point.at <= at && point.at >= at - redLightMs)
  const words = points.filter(point => isTrusted(point) || isBlind(point))
  const drove = fixes.findLast(point => isDrivingSpeed(point.speed))
  const isOn = [fixes, words].every(some => some.at(-1)?.hasIgnition === true)
  return isOn && drove ? at - drove.at : undefined
}

/** No rule calls less than this too long. */
const shortestStandMs = Math.min(abnormalKinds.offline.least, abnormalKinds.noFix.least) * MINUTE_MS

/** The facts of a vehicle that has a terminal and never told a place. */
async function unplacedOf({ tx, now }: Ctx, one: Watched): Promise<UnderWay['unplaced']> {
  const { track_no, at, accepted_at, bound_at, heard_at } = one
  if (at !== null || bound_at === null) return undefined
  const awaitedAt = Math.max(bound_at, accepted_at ?? bound_at)
  const points = await readEnds(tx, track_no, awaitedAt, now)
  const spoke = Math.max(heard_at ?? 0, Math.min(now, points.at(-1)?.at ?? 0))
  return { awaitedAt, heardAt: spoke > awaitedAt ? spoke : undefined, noFix: blindOf(points, awaitedAt) }
}

interface Hour {
  readonly hour_at: number
  readonly payload: Buffer
}

const pointsOf = (hours: readonly Hour[]): Point[] =>
  hours.flatMap(({ hour_at, payload }) => readSegment(hour_at, payload))

/** The plate a terminal has in it, where that is another than its vehicle's; one that has none says nothing. */
function otherPlate({ told_plate: hex, plate }: Watched): string | undefined {
  const told = hex === null ? '' : plainText(readGbk(Buffer.from(hex, 'hex')))
  return told === '' || told === plate ? undefined : told
}

/** The reason a terminal is not that of its vehicle. */
function mismatchText(one: Watched): string {
  if (one.wrong_terminal === 'conflict') return '两台终端争用同一个手机号'
  if (one.wrong_terminal !== null) return '终端登记在另一家承运商名下'
  return `终端里设置的车牌是 ${otherPlate(one) ?? '--'}，与车辆 ${one.plate} 不符`
}

/** The evidence as people read it: what was found, and what the vehicle told last. */
export interface Evidence {
  readonly text: string
  readonly heard: string | undefined
}

/** The evidence of a finding. */
export function evidenceOn(one: Watched, { kind, since, toldAt, said }: Finding): Evidence {
  const told = lastWords(one)
  const heard = [told.text, told.heard].filter(part => part !== undefined).join('，')
  switch (kind) {
    case 'overdue':
      return { text: overdueText(one), heard }
    case 'placeMismatch':
      return { text: '登记到达时车辆不在围栏内', heard: `最近的位置 ${placedText(one)}` }
    case 'mismatch':
      return { text: mismatchText(one), heard }
    case 'jump':
    case 'frozen':
    case 'abroad':
    case 'clock':
      return { text: abnormalKinds[kind].hint, heard }
    case 'sos':
    case 'crash':
    case 'fatigue':
    case 'overspeed':
    case 'powerCut':
    case 'driver':
    case 'road':
    case 'tyre':
      return { text: alarmText(alarmLabel(kind, said), since, toldAt ?? since), heard }
    default:
      return told
  }
}

/** 不安全驾驶（接打电话报警）. */
function alarmLabel(kind: DrivingKind, said: string | undefined): string {
  const { label } = abnormalKinds[kind]
  const key = reportedAlarms.find(one => one === said)
  return key === undefined ? label : `${label}（${toldAlarms[key].label}）`
}

/** An alarm in words: told once, or since when and until when. */
function alarmText(label: string, since: number, at: number): string {
  return at === since
    ? `${label}，终端 ${formatDateTime(since)} 报`
    : `${label}，终端 ${formatDateTime(since)} 起报，最后 ${formatDateTime(at)}`
}

/** The time a waybill is late by, in words. */
function overdueText({ state, planned_load_at, loaded_at, distance_km, window_end }: Watched): string {
  const due = dueUnderWay({
    state,
    plannedLoadAt: planned_load_at ?? undefined,
    loadedAt: loaded_at ?? undefined,
    distanceKm: distance_km ?? undefined,
    windowEnd: window_end ?? undefined,
  })
  const place = state === 'toLoad' ? '装货地' : '卸货地'
  switch (due?.by) {
    case 'planned':
      return `计划装货 ${formatDateTime(due.at)}，仍未到${place}`
    case 'window':
      return `约定最晚 ${formatDateTime(due.at)} 到，仍未到${place}`
    default:
      return `${formatDateTime(loaded_at ?? 0)} 发车，运距 ${distance_km ?? 0} 公里，仍未到${place}`
  }
}

const placedText = ({ at, speed }: Watched): string =>
  `${formatDateTime(at ?? 0)}，速度 ${Math.round((speed ?? 0) / 10)} km/h`

/** The last message of a vehicle, and where it was then. */
function lastWords(one: Watched): Evidence {
  const { received_at, bound_at, heard_at } = one
  if (received_at !== null)
    return { text: `最后消息 ${formatDateTime(received_at)}`, heard: `最后位置 ${placedText(one)}` }
  if (bound_at === null) return { text: '没有收到过位置', heard: undefined }
  const heard = (heard_at ?? 0) > bound_at ? `最后消息 ${formatDateTime(heard_at ?? 0)}` : '没有收到过消息'
  return { text: `${formatDateTime(bound_at)} 绑定终端，从未上报位置`, heard }
}
