// Reads of sealed trails: the parts of a waybill's evidence as their rows tell, and the objects as the store has them.
import { createHash } from 'node:crypto'
import type { Input, Output } from '@yunshu/contract/call'
import { SealedTrail, type getEvidence } from '@yunshu/contract/track/evidence'
import { waybillStates } from '@yunshu/domain/waybill/waybill'
import { sealDueAt } from '@yunshu/domain/track/evidence'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { keyOf } from '../../db/keyOf.ts'
import { q, type Tx } from '../../db/tx.ts'
import type { Ctx, Deps } from '../../work/ctx.ts'
import { ownRows } from '../../work/scope.ts'

/** A part of sealed evidence as its row has it. */
export type SealedPart = Awaited<ReturnType<typeof findParts>>[number]

/** The parts of a waybill, in order. */
export const findParts = (tx: Tx, waybillId: string) =>
  tx.rows(q.selectFrom('waybill_tracks').selectAll().where('waybill_id', '=', waybillId).orderBy('part'))

/** A waybill of the actor's as far as its evidence needs it; another company's is not found. */
export const findOwnWaybill = ({ tx, actor }: Pick<Ctx, 'tx' | 'actor'>, id: string) =>
  tx.one(
    sql<{ id: string; waybill_no: string; state: string }>`
      select w.id, w.waybill_no, w.state from waybills w where w.id = ${id}::uuid and ${ownRows(actor, 'w')}`.compile(
      q,
    ),
  )

/** The span of the shipper, whose trail is sealed, with its vehicles, by the plates they had then. */
export const findSealSpans = (tx: Tx, waybillId: string) =>
  tx.rows(
    sql<{ track_no: number; vehicle_id: string; plate: string; from_at: number; to_at: number | null }>`
      select a.track_no, a.vehicle_id, coalesce((select s.plate from waybill_segments s where s.waybill_id = w.id
          and s.vehicle_id = a.vehicle_id order by s.serial desc limit 1),
        case when w.vehicle_id = a.vehicle_id then w.plate else v.plate end) as plate, a.from_at, a.to_at
      from track_access a join waybills w on w.id = a.waybill_id join vehicles v on v.id = a.vehicle_id
      where a.waybill_id = ${waybillId}::uuid and a.why = 'waybill' order by a.from_at, a.id`.compile(q),
  )

/** Sealed parts of a waybill's trail, or the moment it will be sealed. */
export async function findEvidence(ctx: Ctx, { id }: Input<typeof getEvidence>): Promise<Output<typeof getEvidence>> {
  const waybill = await findOwnWaybill(ctx, id)
  const parts = await findParts(ctx.tx, id)
  const last = parts.at(-1)
  const due = last ? undefined : await findDueAt(ctx, id, waybill.state)
  return {
    state: last ? 'sealed' : due === undefined ? 'waiting' : 'due',
    waybillNo: waybill.waybill_no,
    ...(due === undefined ? {} : { dueAt: due }),
    ...(last ? { fromAt: last.from_at, toAt: last.to_at } : {}),
    parts: parts.map(part => ({
      part: part.part,
      sealedAt: part.sealed_at,
      sha256: part.sha256,
      bytes: part.bytes,
      points: part.points,
      latePoints: part.late_points,
      ...(part.first_at === null ? {} : { firstAt: part.first_at }),
      ...(part.last_at === null ? {} : { lastAt: part.last_at }),
      distanceM: part.distance_m,
      gaps: part.gaps,
      gapM: part.gap_m,
    })),
  }
}

async function findDueAt(ctx: Ctx, id: string, state: string): Promise<number | undefined> {
  const spans = await ctx.tx.elevated(() => findSealSpans(ctx.tx, id))
  const ends = spans.flatMap(({ to_at }) => to_at ?? [])
  const end = spans.length > 0 && ends.length === spans.length ? Math.max(...ends) : undefined
  return sealDueAt(keyOf(waybillStates.states, state), end, 0)
}

/** The object of a part as the store has it, undefined where it is gone; its trail only where the bytes are those sealed. */
export async function readSealed({ store }: Pick<Deps, 'store'>, { key, sha256 }: Pick<SealedPart, 'key' | 'sha256'>) {
  const bytes = await store.get(key)
  if (bytes === undefined) return undefined
  const isSealed = createHash('sha256').update(bytes).digest('hex') === sha256
  const read = isSealed ? z.safeParse(z.pipe(z.string(), jsonTrail), bytes.toString()) : undefined
  return { bytes, isSealed, trail: read?.success === true ? read.data : undefined }
}

const jsonTrail = z.pipe(
  z.transform((text: string, ctx): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      ctx.issues.push({ code: 'custom', input: text, message: 'no JSON' })
      return z.NEVER
    }
  }),
  SealedTrail,
)
