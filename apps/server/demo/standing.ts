// Abnormal positions of the demo that stand: a truck that fell silent on its way, one that is overdue, and one whose terminal has the
// plate of another vehicle in it. Their facts are what the product finds them by, so that its looks leave them as they are.
import { formatDateTime, HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { abnormalKinds, episodeStates, type AbnormalKind, type AbnormalLevel } from '@yunshu/domain/track/abnormal'
import { writeGbk } from '@yunshu/jt808/gbk'
import { params } from '@yunshu/jt808/params'
import { datums, liveStates, type Point } from '@yunshu/track/point'
import { hourOf } from '@yunshu/track/segment'
import { sql } from 'kysely'
import { q, type Tx } from '../src/db/tx.ts'
import { placeNamed } from './drive/places.ts'
import { spotAt, turnOf, type Tour } from './drive/tour.ts'
import { idMaker } from './ids.ts'
import { demoCompanyId, demoUserId } from './people.ts'
import { writeHour } from './trails.ts'

interface OnRoad {
  readonly id: string
  readonly state: string
  readonly vehicle_id: string
  readonly plate: string
  readonly carrier_id: string
  readonly shipper_id: string
  readonly branch_id: string
  readonly track_no: number
  readonly load_place: string
  readonly unload_place: string
  readonly loaded_at: number | null
  /** No circle that counts at any hour sees it arrive. */
  readonly is_unseen: boolean
  readonly terminal_id: string
  readonly terminal_no: number
}

/** Vehicles with a terminal and the waybill they are watched for; those of the named carrier first. */
const onRoad = sql<OnRoad>`
  select * from (select distinct on (v.track_no) w.id, w.state, w.vehicle_id, w.plate, w.carrier_id, w.shipper_id,
      w.branch_id, v.track_no, w.load_place, w.unload_place, w.loaded_at, t.id as terminal_id, t.terminal_no,
      not exists (select from fences f where f.goods_id = w.goods_id and f.kind = 'unload' and f.is_on
        and f.slots = '[]'::jsonb and f.radius_m >= 200) as is_unseen
    from terminals t join vehicles v on v.id = t.vehicle_id join waybills w on w.vehicle_id = v.id
    where t.state = 'active' and w.state in ('toLoad', 'loading', 'inTransit', 'interrupted', 'arrived')
    order by v.track_no, w.accepted_at nulls last, w.id) as x
  order by carrier_id = ${demoCompanyId('carrier')}::uuid desc, track_no desc`

/** The last word of the silent truck. */
const silentMs = 80 * MINUTE_MS
/** The appointed arrival of the overdue one lies so far back. */
const overdueMs = 3 * HOUR_MS
/** Hours of trail the silent one left. */
const trailMs = 2 * HOUR_MS
const otherPlate = '陕A8L362'

/** Writes them; answers how many rows. */
export async function seedStanding(tx: Tx, now: number): Promise<number> {
  const trucks = await tx.rows(onRoad.compile(q))
  const isDriving = ({ state, loaded_at: loadedAt }: OnRoad): boolean =>
    state === 'inTransit' && loadedAt !== null && loadedAt < now - overdueMs - HOUR_MS
  const overdue = trucks.find(truck => isDriving(truck) && truck.is_unseen) ?? trucks.find(isDriving)
  const silent = trucks.find(truck => isDriving(truck) && truck !== overdue)
  const other = trucks.find(truck => truck !== overdue && truck !== silent)
  const rows = [
    overdue && (await seedOverdue(tx, overdue, now)),
    silent && (await seedSilent(tx, silent, now)),
    other && (await seedOtherPlate(tx, other, now)),
  ].filter(row => row !== undefined)
  if (rows.length > 0) await tx.run(q.insertInto('episodes').values(rows))
  return rows.length
}

/** An episode that was found a moment ago. */
const foundOn = (
  { id, vehicle_id, plate, carrier_id, shipper_id, branch_id, track_no }: OnRoad,
  now: number,
  found: { id: string; kind: AbnormalKind; level: AbnormalLevel; since: number; text: string; heard?: string },
) => ({
  id: found.id,
  vehicle_id,
  plate,
  carrier_id,
  shipper_id,
  branch_id,
  track_no,
  waybill_id: id,
  grp: abnormalKinds[found.kind].group,
  kind: found.kind,
  level: found.level,
  state: episodeStates.start,
  from_at: found.since,
  last_at: now,
  evidence: JSON.stringify({ text: found.text, heard: found.heard }),
  created_at: now,
  updated_at: now,
})

/** Its goods had an appointed time of arrival, which is over. */
async function seedOverdue(tx: Tx, truck: OnRoad, now: number) {
  const due = Math.floor((now - overdueMs) / HOUR_MS) * HOUR_MS
  for (const [field, at] of [
    ['windowStart', due - HOUR_MS],
    ['windowEnd', due],
  ] as const)
    await tx.run(
      sql`update waybills set body = jsonb_set(body, ${`{unloadPoints,-1,${field}}`}::text[], to_jsonb(${at}::bigint))
        where id = ${truck.id}::uuid`.compile(q),
    )
  const text = `约定最晚 ${formatDateTime(due)} 到，仍未到卸货地`
  return foundOn(truck, now, { id: idMaker(198)(now), kind: 'overdue', level: 1, since: due, text })
}

/** Its terminal is of a maker whose trucks nobody drives, and has said nothing since it was half-way. */
async function seedSilent(tx: Tx, truck: OnRoad, now: number) {
  const [load, unload] = [placeNamed(truck.load_place), placeNamed(truck.unload_place)]
  if (!load || !unload) return undefined
  const last = Math.floor((now - silentMs) / 1000) * 1000
  await tx.run(
    q
      .updateTable('terminals')
      .set({ maker: 'HKVIS', model: 'GT-06', seen_at: last })
      .where('id', '=', truck.terminal_id),
  )
  const still: Tour = { n: 1, load, unload, since: last, turn: 0 }
  const tour = { ...still, turn: turnOf(still, { share: 0.5, isBack: false }) }
  const points = Array.from({ length: trailMs / MINUTE_MS }, (_, n) => pointAt(tour, last - n * MINUTE_MS)).toReversed()
  for (const [hourAt, own] of Map.groupBy(points, ({ at }) => hourOf(at)))
    await writeHour(tx, truck.track_no, hourAt, own)
  const { lonE6, latE6, speed, heading } = pointAt(tour, last)
  await tx.run(
    q.insertInto('vehicle_live').values({
      track_no: truck.track_no,
      vehicle_id: truck.vehicle_id,
      lon_e6: lonE6,
      lat_e6: latE6,
      datum: datums.indexOf('gcj02'),
      speed,
      heading,
      at: last,
      received_at: last,
      state: liveStates.indexOf('moving'),
      state_at: last,
      source: 0,
      rev: 1,
    }),
  )
  const heard = `最后位置 ${formatDateTime(last)}，速度 ${Math.round(speed / 10)} km/h`
  const text = `最后消息 ${formatDateTime(last)}`
  return foundOn(truck, now, { id: idMaker(200)(now), kind: 'offline', level: 2, since: last, text, heard })
}

function pointAt(tour: Tour, at: number): Point {
  const { place, speed, heading, hasIgnition } = spotAt(tour, at)
  return {
    ...place,
    at,
    speed,
    heading,
    hasIgnition,
    cls: 'good',
    source: '808',
    datum: 'gcj02',
    odometer: undefined,
    alarms: 0,
  }
}

/** Its terminal was asked for its parameters, and has the plate of the truck it sat in before. */
async function seedOtherPlate(tx: Tx, truck: OnRoad, now: number) {
  const at = now - 2 * HOUR_MS
  const hex = Buffer.from(writeGbk(otherPlate) ?? []).toString('hex')
  await tx.run(
    q.insertInto('terminal_commands').values({
      id: idMaker(199)(at),
      terminal_id: truck.terminal_id,
      terminal_no: truck.terminal_no,
      carrier_id: truck.carrier_id,
      kind: 'params',
      body: '{}',
      state: 'done',
      tries: 1,
      answer: JSON.stringify({ items: [{ id: params.plate.id, hex }] }),
      sent_at: at + 1000,
      expires_at: at + HOUR_MS,
      created_by: demoUserId('admin'),
      created_name: '平台管理员',
      created_at: at,
      updated_at: at + 2000,
    }),
  )
  const text = `终端里设置的车牌是 ${otherPlate}，与车辆 ${truck.plate} 不符`
  return foundOn(truck, now, { id: idMaker(201)(now), kind: 'mismatch', level: 1, since: at, text })
}
