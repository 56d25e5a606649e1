// Alarms of terminals that began within a span of the actor: by vehicle, kind and time, as a list.
import type { Input, Output } from '@yunshu/contract/call'
import type { listTrackAlarms } from '@yunshu/contract/track/report'
import { printCentre } from '@yunshu/domain/fence'
import { episodeStates } from '@yunshu/domain/track/abnormal'
import { alarmsOfKind, slightLevel, type DrivingKind } from '@yunshu/domain/track/drivingAlarms'
import { divisionAt } from '@yunshu/regions/divisionAt'
import { toldAlarms } from '@yunshu/jt808/safety'
import { sql } from 'kysely'
import { contains } from '../../db/conditions.ts'
import { keyOf } from '../../db/keyOf.ts'
import { placeFault, rowsToAsk, toPage, type PageInput } from '../../db/page.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { allOf, ownRows } from '../../work/scope.ts'
import { besideSeen } from './access.queries.ts'
import { noteListLook } from './listLook.ts'
import { ownVehicles, spanOf, type Span } from './report.queries.ts'

interface AlarmRow {
  readonly id: string
  readonly track_no: number
  readonly kind: string
  readonly from_at: number
  readonly to_at: number
  readonly level: number
  readonly lon_e6: number | null
  readonly lat_e6: number | null
  readonly vehicle_id: string
  readonly plate: string
  readonly carrier_name: string | null
  readonly waybill_id: string | null
  readonly waybill_no: string | null
  /** The abnormal position people answer it by: its id and state. */
  readonly answered: { readonly id: string; readonly state: string } | null
}

/** Kinds of abnormal positions by the alarms that make them; slight ones of active safety make none. */
const answeredBy = sql`case ${sql.join(
  (Object.keys(alarmsOfKind) as DrivingKind[]).map(
    kind => sql`when s.kind = any(${[...alarmsOfKind[kind]]}::text[]) then ${kind}::text`,
  ),
  sql` `,
)} end`

/** The last abnormal position of the actor's waybills that an alarm `s` made, as it was found while the alarm was told. */
const answered = (actor: Actor) => sql`(select jsonb_build_object('id', e.id, 'state', e.state) from episodes e
    join waybills x on x.id = e.waybill_id and ${ownRows(actor, 'x')}
  where e.track_no = s.track_no and e.kind = ${answeredBy} and s.level <> ${slightLevel}
    and e.from_at <= s.to_at and e.last_at >= s.from_at
  order by e.from_at desc limit 1) as answered`

/** The condition that begins behind a row: times and vehicles down, kinds of one moment by name. */
function behind({ cursor }: PageInput) {
  if (cursor === undefined) return undefined
  const [, at, no, kind] = /^(\d{1,15})\.(\d{1,9})\.([a-zA-Z]{1,40})$/.exec(cursor) ?? []
  if (at === undefined || no === undefined || kind === undefined) throw placeFault()
  return sql<boolean>`(s.from_at, s.track_no, s.kind) < (${Number(at)}::bigint, ${Number(no)}::int, ${kind}::text)`
}

/** The days of a list of alarms; refuses too many, and a kind there is not. */
export function checkAlarms({ now }: Pick<Ctx, 'now'>, input: Input<typeof listTrackAlarms>): Span {
  const { kind } = input
  if (kind !== undefined && kind !== '' && !Object.hasOwn(toldAlarms, kind)) throw wrongField('kind', '没有这种报警')
  return spanOf(input, now)
}

/** Alarms whose beginning the actor could see, newest first; their ends are cut to the span. */
export async function findTrackAlarms(
  ctx: Ctx,
  input: Input<typeof listTrackAlarms>,
): Promise<Output<typeof listTrackAlarms>> {
  const { tx, actor } = ctx
  const { kind } = input
  const span = checkAlarms(ctx, input)
  await noteListLook(ctx, 'alarms', { ...span, text: input.text, cursor: input.cursor })
  const where = allOf([
    sql<boolean>`seen.until is not null and s.from_at >= ${span.from}::bigint and s.from_at < ${span.to}::bigint`,
    ownVehicles(actor, 's.track_no', span),
    contains(['s.plate', 'w.waybill_no'], input.text),
    kind ? sql<boolean>`s.kind = ${kind}` : undefined,
    behind(input),
  ])
  const rows = await tx.rows(
    sql<AlarmRow>`select s.track_no || '-' || s.kind || '-' || s.from_at as id, s.track_no, s.kind, s.from_at, seen.until as to_at, s.level, s.lon_e6, s.lat_e6,
        s.vehicle_id, s.plate, c.name as carrier_name, w.id as waybill_id, w.waybill_no, ${answered(actor)}
      from track_alarms s ${besideSeen(actor)}
      where ${where} order by s.from_at desc, s.track_no desc, s.kind desc limit ${rowsToAsk(input)}`.compile(q),
  )
  return toPage(
    rows,
    input,
    row => ({
      id: row.id,
      vehicleId: row.vehicle_id,
      plate: row.plate,
      carrierName: row.carrier_name ?? undefined,
      alarm: toldAlarms[keyOf(toldAlarms, row.kind)].label,
      ...(row.level === 0 ? {} : { level: row.level }),
      fromAt: row.from_at,
      toAt: row.to_at,
      ...placeOn(row),
      waybillId: row.waybill_id ?? undefined,
      waybillNo: row.waybill_no ?? undefined,
      ...(row.answered && {
        abnormal: { id: row.answered.id, state: keyOf(episodeStates.states, row.answered.state) },
      }),
    }),
    row => `${row.from_at}.${row.track_no}.${row.kind}`,
  )
}

/** The place an alarm began at, and its district; nothing where none is known. */
function placeOn({ lon_e6: lonE6, lat_e6: latE6 }: AlarmRow): { place?: string; district?: string | undefined } {
  if (lonE6 === null || latE6 === null) return {}
  return { place: printCentre({ lonE6, latE6 }), district: divisionAt({ lonE6, latE6 }) }
}
