// Vehicles that were in an area between two moments: candidates by the boxes of hours, then each by its positions.
import type { Input, Output } from '@yunshu/contract/call'
import type { listTrackArea, TrackAreaRow } from '@yunshu/contract/track/report'
import {
  cornersInLine,
  parseCentre,
  parseCorners,
  polygonFaultText,
  printCentre,
  type Centre,
} from '@yunshu/domain/fence'
import { DAY_MS, HOUR_MS } from '@yunshu/domain/figures/time'
import { areaMostMs, areaPolygonLimits } from '@yunshu/domain/track/report'
import { divisionAt } from '@yunshu/regions/divisionAt'
import { insideOf, passMs, type Area, type Box } from '@yunshu/track/area'
import { boxOf, placeFrom } from '@yunshu/track/geometry'
import { polygonFault } from '@yunshu/track/polygon'
import { classifiedPoints } from '@yunshu/track/quality'
import { hourOf, segmentMs } from '@yunshu/track/segment'
import { sql } from 'kysely'
import { contains } from '../../db/conditions.ts'
import { placeFault } from '../../db/page.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf } from '../../work/scope.ts'
import { usableSpans } from './access.queries.ts'
import { noteListLook } from './listLook.ts'
import { findPoints } from './map.queries.ts'
import { pageDefault } from '@yunshu/contract/fields'

/**
 * Boxes are kept as received: satellites and Chinese maps differ by up to 700 m. And each is of one hour: half of a
 * step from the last fix of an hour to the first of the next lies in neither, at 100 km/h.
 */
const slackM = 700 + (passMs / HOUR_MS) * 50_000
/** Vehicles whose hours are read for one page at most. */
const readMost = 400

type Asked = Input<typeof listTrackArea>

/** The whole of what is kept of positions on land. */
const wholeMap: Box = [73_000_000, 3_000_000, 136_000_000, 54_000_000]

const onlyOne = '圆、矩形和多边形只能选一种'

function areaOf({ centre = '', radius, box = '', corners = '' }: Asked): Area {
  if (corners !== '') {
    if (box !== '' || centre !== '' || radius !== undefined) throw wrongField('corners', onlyOne)
    return { corners: cornersIn(corners) }
  }
  if (box !== '' && centre !== '') throw wrongField('box', onlyOne)
  if (box !== '') return { box: boxIn(box) }
  if (centre === '') {
    if (radius !== undefined) throw wrongField('centre', '请填写圆心')
    return { box: wholeMap }
  }
  const read = parseCentre(centre)
  if ('fault' in read) throw wrongField('centre', read.fault)
  if (radius === undefined) throw wrongField('radius', '请填写半径')
  return { circle: { ...read, radiusM: radius } }
}

/** Four degrees in order, GCJ-02. */
function boxIn(text: string): Box {
  const parts = text.split(/[,，]/).map(part => part.trim())
  const [west, south, east, north] = parts.map(part => Math.round(Number(part) * 1e6))
  const isRead = parts.length === 4 && parts.every(part => /^-?\d{1,3}(?:\.\d{1,8})?$/.test(part))
  if (!isRead || west === undefined || south === undefined || east === undefined || north === undefined)
    throw wrongField('box', '应为西、南、东、北四个经纬度，用逗号分开')
  if (west >= east || south >= north) throw wrongField('box', '西应小于东，南应小于北')
  return [west, south, east, north]
}

/** Corners that make a polygon. */
function cornersIn(text: string): Centre[] {
  const read = parseCorners(text)
  if ('fault' in read) throw wrongField('corners', read.fault)
  const fault = polygonFault(read, areaPolygonLimits)
  if (fault) throw wrongField('corners', polygonFaultText(fault, areaPolygonLimits))
  return read
}

function boxAround(area: Area): Box {
  if ('box' in area) return area.box
  if ('corners' in area) return boxOf(area.corners)
  const { radiusM } = area.circle
  const [low, high] = [placeFrom(area.circle, -radiusM, -radiusM), placeFrom(area.circle, radiusM, radiusM)]
  return [low.lonE6, low.latE6, high.lonE6, high.latE6]
}

/** The times of a search; refuses too many. */
export function areaSpanOf(
  { fromAt, toAt }: Pick<Asked, 'fromAt' | 'toAt'>,
  now: number,
): { readonly from: number; readonly to: number } {
  const to = toAt ?? now
  const from = fromAt ?? to - DAY_MS
  if (from >= to) throw wrongField('toAt', '应晚于开始时间')
  if (to - from > areaMostMs) throw wrongField('toAt', '一次最多查询 7 天')
  return { from, to }
}

interface Candidate {
  readonly track_no: number
  readonly vehicle_id: string
  readonly plate: string
  readonly carrier_name: string | null
  readonly spans: readonly { readonly from_at: number; readonly to_at: number | null }[]
}

/** Vehicles with an hour whose box touches the area, within a span of the actor, by their numbers. */
function findCandidates(
  { tx, actor }: Ctx,
  { from, to, area, text, after }: { from: number; to: number; area: Area; text: string | undefined; after: number },
): Promise<Candidate[]> {
  const [west, south, east, north] = boxAround(area)
  const corner = placeFrom({ lonE6: west, latE6: north }, -slackM, slackM)
  const [wider, higher] = [west - corner.lonE6, corner.latE6 - north]
  const box = sql`box(point(${west - wider}, ${south - higher}), point(${east + wider}, ${north + higher}))`
  const inSpan = sql<boolean>`a.from_at < ${to}::bigint and (a.to_at is null or a.to_at >= ${from}::bigint)`
  return tx.rows(
    sql<Candidate>`select t.track_no, v.id as vehicle_id, v.plate, c.name as carrier_name, t.spans
      from (select a.track_no, jsonb_agg(jsonb_build_object('from_at', a.from_at, 'to_at', a.to_at)) as spans
        from track_access a where ${usableSpans(actor)} and ${inSpan} and a.track_no > ${after}
          group by a.track_no) as t
      join vehicles v on v.track_no = t.track_no left join companies c on c.id = v.carrier_id
      where ${allOf([contains(['v.plate', 'c.name'], text)])}
        and exists (select from track_segments s where s.track_no = t.track_no
          and s.hour_at between ${hourOf(from)}::bigint and ${to}::bigint
          and s.month between ${monthOf(from)}::date and ${monthOf(to)}::date
          and box(point(s.min_lon, s.min_lat), point(s.max_lon, s.max_lat)) && ${box})
      order by t.track_no limit ${readMost}`.compile(q),
  )
}

/** The first day of the month an hour lies in, in China. */
const monthOf = (at: number): string => `${new Date(at + 8 * segmentMs).toISOString().slice(0, 7)}-01`

/** Vehicles that were inside, by their numbers; each with the first and the last moment it was. */
export async function findTrackArea(ctx: Ctx, input: Asked): Promise<Output<typeof listTrackArea>> {
  const { from, to } = areaSpanOf(input, ctx.now)
  const area = areaOf(input)
  const drawn = 'corners' in area ? cornersInLine(area.corners) : input.box
  const text = [input.text, input.centre, input.radius, drawn].filter(Boolean).join(' ')
  await noteListLook(ctx, 'area', { from, to, text, cursor: input.cursor })
  if (input.cursor !== undefined && !/^\d{1,9}$/.test(input.cursor)) throw placeFault()
  const limit = input.limit ?? pageDefault
  const rows: TrackAreaRow[] = []
  const candidates = await ctx.tx.elevated(() =>
    findCandidates(ctx, { from, to, area, text: input.text, after: Number(input.cursor ?? 0) }),
  )
  for (const candidate of candidates) {
    const stretches = candidate.spans.map(({ from_at, to_at }) => ({
      fromAt: Math.max(from, from_at),
      toAt: Math.min(to, to_at ?? to),
    }))
    const inside = insideOf(classifiedPoints(await findPoints(ctx, candidate.track_no, stretches)), area)
    if (!inside) continue
    rows.push({
      id: String(candidate.track_no),
      vehicleId: candidate.vehicle_id,
      plate: candidate.plate,
      carrierName: candidate.carrier_name ?? undefined,
      firstAt: inside.firstAt,
      lastAt: inside.lastAt,
      insideS: inside.insideS,
      points: inside.points,
      place: printCentre(inside.place),
      district: divisionAt(inside.place),
    })
    if (rows.length === limit) return { rows, next: String(candidate.track_no) }
  }
  const last = candidates.at(-1)
  // candidates beyond these are read with the next page
  return candidates.length === readMost && last ? { rows, next: String(last.track_no) } : { rows }
}
