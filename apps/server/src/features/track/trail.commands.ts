// Showing the trail of a vehicle: cut to the spans its reader may see, and each look written down.
import type { Input, Output } from '@yunshu/contract/call'
import type { getTrail } from '@yunshu/contract/track/map'
import { Problem } from '@yunshu/domain/problems/problems'
import { trailMostMs } from '@yunshu/domain/track/live'
import type { Point } from '@yunshu/track/point'
import { hourOf, writeSegment } from '@yunshu/track/segment'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { findPlate, findPoints, findSpans, findTrip, type AccessSpan } from './map.queries.ts'
import { noteLook } from './look.commands.ts'
import { findMarks } from './marks.queries.ts'

/** A stretch of a trail that is shown, with the waybill that opens it. */
interface Stretch {
  readonly fromAt: number
  readonly toAt: number
  readonly waybillId: string | null
  readonly waybillNo: string | null
}

/** The trail; a vehicle that is none of the actor's is not found, and times outside its spans have no positions. */
export async function showTrail(
  ctx: Ctx,
  { vehicleId, fromAt, toAt }: Input<typeof getTrail>,
): Promise<Output<typeof getTrail>> {
  if (toAt < fromAt) throw wrongField('toAt', '结束时间不能早于开始时间')
  if (toAt - fromAt > trailMostMs) throw wrongField('toAt', '一次最多回放 31 天')
  const spans = await findSpans(ctx, vehicleId)
  const [first] = spans
  if (!first) throw new Problem('row.none')
  const stretches = cutTo(spans, { fromAt, toAt: Math.min(toAt, ctx.now) })
  const plate = await findPlate(ctx, vehicleId)
  const found = await findPoints(ctx, first.track_no, stretches)
  // alarms are for those who see abnormal positions, as their marks are
  const points = ctx.can('abnormal.view') ? found : found.map(point => ({ ...point, alarms: 0 }))
  await noteLook(ctx, 'playback', { vehicleId, fromAt, toAt, waybillId: stretches[0]?.waybillId ?? null })
  ctx.touched('vehicle', vehicleId, [{ field: '查看轨迹', old: '--', new: plate }])
  return {
    vehicleId,
    plate,
    spans: stretches.map(each => ({
      fromAt: each.fromAt,
      toAt: each.toAt,
      ...(each.waybillNo === null ? {} : { waybillNo: each.waybillNo }),
    })),
    ...(await tripOf(ctx, vehicleId, spans)),
    hours: hoursOf(points),
    ...(await findMarks(ctx, first.track_no, stretches)),
  }
}

/**
 * The span of the newest waybill: that which opens the trail, or for the carrier, whose vehicle it always is, that of its
 * shipper. One that is too long to be played at once ends where it ends.
 */
async function tripOf(
  ctx: Ctx,
  vehicleId: string,
  spans: readonly AccessSpan[],
): Promise<Pick<Output<typeof getTrail>, 'trip'>> {
  const own = spans.findLast(span => span.waybill_no !== null)
  const trip = own
    ? { waybillNo: own.waybill_no ?? '', fromAt: own.from_at, toAt: own.to_at ?? undefined }
    : await findTrip(ctx, vehicleId)
  if (!trip || trip.fromAt >= ctx.now) return {}
  const toAt = Math.min(trip.toAt ?? ctx.now, ctx.now)
  return { trip: { fromAt: Math.max(trip.fromAt, toAt - trailMostMs), toAt, waybillNo: trip.waybillNo } }
}

/** The parts of spans within what was asked for. */
function cutTo(spans: readonly AccessSpan[], asked: { fromAt: number; toAt: number }): Stretch[] {
  return spans
    .map(span => ({
      fromAt: Math.max(span.from_at, asked.fromAt),
      toAt: Math.min(span.to_at ?? asked.toAt, asked.toAt),
      waybillId: span.waybill_id,
      waybillNo: span.waybill_no,
    }))
    .filter(each => each.fromAt <= each.toAt)
}

function hoursOf(points: readonly Point[]): { hourAt: number; body: string }[] {
  const byHour = Map.groupBy(points, ({ at }) => hourOf(at))
  return [...byHour].map(([hourAt, inHour]) => ({
    hourAt,
    body: Buffer.from(writeSegment(hourAt, inHour)).toString('base64'),
  }))
}
