// Sealed trails shown, handed out and checked: the bytes against their hashes, each part against the one before it.
import { Readable } from 'node:stream'
import type { Input, Output } from '@yunshu/contract/call'
import type { downloadEvidence, openEvidence, SealedTrail, verifyEvidence } from '@yunshu/contract/track/evidence'
import { Problem } from '@yunshu/domain/problems/problems'
import { sortedPoints, type Point } from '@yunshu/track/point'
import { hourOf, readSegment, writeSegment } from '@yunshu/track/segment'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { FileAnswer } from '../../http/serve.ts'
import type { Ctx } from '../../work/ctx.ts'
import { findOwnWaybill, findParts, readSealed, type SealedPart } from './evidence.queries.ts'
import { noteLook } from './look.commands.ts'
import { figuresOf, pointsOf, type SealedPoint } from './sealedFigures.ts'

/** The action of the audit row a seal leaves. */
export const sealAction = 'track.seal'

/** Holds each part against its hash, the one before it, and the line the audit log got when it was sealed. */
export async function verifyTrail(
  ctx: Ctx,
  { id }: Input<typeof verifyEvidence>,
): Promise<Output<typeof verifyEvidence>> {
  const waybill = await findOwnWaybill(ctx, id)
  const rows = await findParts(ctx.tx, id)
  const lines = await ctx.tx.elevated(() =>
    ctx.tx.rows(
      sql<{ diff: string }>`select diff::text as diff from audit_log
        where entity_id = ${id}::uuid and entity = 'waybill' and action = ${sealAction}`.compile(q),
    ),
  )
  if (rows.length === 0 && lines.length === 0) throw new Problem('row.none')
  const parts: Output<typeof verifyEvidence>['parts'] = []
  const isLogged = (sha256: string) => lines.some(({ diff }) => diff.includes(sha256))
  let points: SealedPoint[] | undefined = []
  for (const [n, row] of rows.entries()) {
    const { fault, upTo }: Judged = isLogged(row.sha256)
      ? await judgePart(ctx, row, { before: rows[n - 1]?.sha256 ?? null, points, isLogged })
      : { fault: '审计日志中没有这次封存' }
    parts.push({ part: row.part, ...(fault === undefined ? {} : { fault }) })
    points = upTo
  }
  // a part whose row was taken out is known by the log alone
  for (const { diff } of lines)
    if (!rows.some(({ sha256 }) => diff.includes(sha256)))
      parts.push({ part: Number(/第 (\d+) 份/.exec(diff)?.[1] ?? 0), fault: '审计日志中有这次封存，证据记录不存在' })
  const isWhole = parts.every(({ fault }) => fault === undefined)
  ctx.touched('waybill', id, [{ field: '校验轨迹证据', old: waybill.waybill_no, new: isWhole ? '一致' : '不一致' }])
  return { isWhole, checkedAt: ctx.now, parts }
}

interface Earlier {
  /** The hash of the row before. */
  readonly before: string | null
  /** A part with this hash was sealed once: where its row is gone or changed, that one is told by itself. */
  readonly isLogged: (sha256: string) => boolean
  /** Positions of the parts before this one; undefined where one of them cannot be believed. */
  readonly points: readonly SealedPoint[] | undefined
}

interface Judged {
  readonly fault?: string
  /** Positions up to this part, for the figures of the next; a part at fault leaves none. */
  readonly upTo?: SealedPoint[]
}

/** The fault of one part alone: what an earlier part spoiled is not held against it. */
async function judgePart({ deps }: Ctx, row: SealedPart, { before, points, isLogged }: Earlier): Promise<Judged> {
  const sealed = await readSealed(deps, row)
  if (!sealed) return { fault: '证据文件不存在' }
  if (!sealed.isSealed) return { fault: '内容与封存时的哈希不一致' }
  if (sealed.trail?.part !== row.part || sealed.trail.waybillId !== row.waybill_id)
    return { fault: '不是这张运单的这一份证据' }
  const isNext = sealed.trail.before === before
  if (!isNext && !(sealed.trail.before && isLogged(sealed.trail.before))) return { fault: '与上一份证据不衔接' }
  const own = pointsOf(sealed.trail)
  if (row.points !== own.length) return { fault: `定位点数记为 ${row.points}，封存的是 ${own.length}` }
  if (!points || !isNext) return {}
  const upTo = [...points, ...own]
  const fault = otherFigure(row, upTo, sealed.trail)
  return { upTo, ...(fault === undefined ? {} : { fault }) }
}

/** A figure of a row that does not follow from the positions that were sealed. */
function otherFigure(row: SealedPart, points: readonly SealedPoint[], trail: SealedTrail): string | undefined {
  const figures = figuresOf(points, trail)
  if (row.distance_m !== figures.distance_m)
    return `里程记为 ${row.distance_m} 米，按封存的定位重算是 ${figures.distance_m} 米`
  const isOther = (['first_at', 'last_at', 'gaps', 'gap_m'] as const).some(name => row[name] !== figures[name])
  return isOther ? '起止时间或缺口与封存的定位不一致' : undefined
}

/** The sealed positions, parts together; the look is written down for each vehicle. */
export async function showSealedTrail(
  ctx: Ctx,
  { id }: Input<typeof openEvidence>,
): Promise<Output<typeof openEvidence>> {
  const waybill = await findOwnWaybill(ctx, id)
  const trails: SealedTrail[] = []
  for (const row of await findParts(ctx.tx, id)) {
    const sealed = await readSealed(ctx.deps, row)
    if (!sealed?.trail) throw new Problem('evidence.gone', { part: String(row.part) })
    trails.push(sealed.trail)
  }
  const last = trails.at(-1)
  if (!last) throw new Problem('row.none')
  const carriages = mergedCarriages(trails)
  for (const { vehicleId, fromAt, toAt } of carriages)
    await noteLook(ctx, 'evidence', { vehicleId, fromAt, toAt, waybillId: id })
  ctx.touched('waybill', id, [{ field: '查看轨迹证据', old: '--', new: waybill.waybill_no }])
  const sealed = { waybillNo: waybill.waybill_no, carriages, visits: last.visits, episodes: last.episodes }
  return ctx.can('abnormal.view') ? sealed : withoutAbnormal(sealed)
}

/** A sealed trail for those who see no abnormal positions: neither these nor the alarms of the terminal. */
const withoutAbnormal = (sealed: Output<typeof openEvidence>): Output<typeof openEvidence> => ({
  ...sealed,
  carriages: sealed.carriages.map(carriage => ({
    ...carriage,
    hours: segmentsOf(positionsOf(carriage).map(point => ({ ...point, alarms: 0 }))),
  })),
  episodes: [],
})

const positionsOf = ({ hours }: SealedTrail['carriages'][number]): Point[] =>
  hours.flatMap(({ hourAt, body }) => readSegment(hourAt, Buffer.from(body, 'base64')))

/** Vehicles of all parts, each once for a span, with the positions of all of them in order. */
function mergedCarriages(trails: readonly SealedTrail[]): SealedTrail['carriages'] {
  const all = trails.flatMap(({ carriages }) => carriages)
  return [...Map.groupBy(all, ({ vehicleId, fromAt, toAt }) => `${vehicleId} ${fromAt} ${toAt}`).values()].flatMap(
    same => {
      const [first] = same
      if (!first) return []
      return [{ ...first, hours: segmentsOf(same.flatMap(positionsOf)) }]
    },
  )
}

/** Positions as segments of hours, in base64. */
export const segmentsOf = (points: Parameters<typeof sortedPoints>[0]): { hourAt: number; body: string }[] =>
  [...Map.groupBy(sortedPoints(points), ({ at }) => hourOf(at))].map(([hourAt, inHour]) => ({
    hourAt,
    body: Buffer.from(writeSegment(hourAt, inHour)).toString('base64'),
  }))

/** The very bytes that were sealed. */
export async function handOutEvidence(
  ctx: Ctx,
  { id, sealedPart }: Input<typeof downloadEvidence>,
): Promise<FileAnswer> {
  const waybill = await findOwnWaybill(ctx, id)
  // the bytes are one whole: abnormal positions and alarms of the terminal are among them
  if (!ctx.can('abnormal.view')) throw new Problem('permit.missing')
  const row = (await findParts(ctx.tx, id)).find(({ part }) => part === sealedPart)
  if (!row) throw new Problem('row.none')
  const sealed = await readSealed(ctx.deps, row)
  if (!sealed?.trail) throw new Problem('evidence.gone', { part: String(sealedPart) })
  for (const { vehicleId, fromAt, toAt } of sealed.trail.carriages)
    await noteLook(ctx, 'evidence', { vehicleId, fromAt, toAt, waybillId: id })
  ctx.touched('waybill', id, [{ field: '下载轨迹证据', old: '--', new: row.sha256 }])
  return {
    name: `轨迹证据_${waybill.waybill_no}-${sealedPart}.json`,
    mime: 'application/json',
    body: Readable.from([sealed.bytes], { objectMode: false }),
  }
}
