// Putting a waybill right (纠错): the last step taken back, or weights and times entered wrongly; the platform's alone,
// and before the signature.
import type { Input, Output } from '@yunshu/contract/call'
import { fieldLabel } from '@yunshu/contract/labels'
import type * as calls from '@yunshu/contract/waybill/life'
import { vehicleFaults } from '@yunshu/domain/fleet/dispatch'
import { problemOf } from '@yunshu/domain/problems/problems'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { answerMs, backMoveOf, waybillStates } from '@yunshu/domain/waybill/waybill'
import { grams } from '@yunshu/domain/figures/weight'
import { beforeCarriageFault, findCarriedAt } from '../../work/carried.ts'
import { logEvent } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { q } from '../../db/tx.ts'
import type { Change, Ctx } from '../../work/ctx.ts'
import { fieldFault } from '../../http/fieldFault.ts'
import { asDispatchVehicle } from '../fleet/dispatch.queries.ts'
import { lockSeen, passOn, touchWaybill, wordsOfWaybill } from './writing.commands.ts'
import { type LockedWaybill } from './waybill.queries.ts'
import { assertAct } from './waybillActs.queries.ts'
import { assertCarries, assertNoGain, tonsText } from './moveEffects.ts'
import { findOpenTrips } from '../fleet/openWaybills.queries.ts'

/** Columns that the step into each state entered; stepping back clears them. */
const enteredBy = {
  backToAccept: { accepted_at: null },
  backToLoad: { arrived_load_at: null },
  backToLoading: { loaded_at: null, load_weight_g: null },
  backToTransit: { arrived_unload_at: null },
  backToArrived: { unloaded_at: null, unload_weight_g: null, sign_by: null },
} as const

/** Takes the last step back with its time and weight. */
export async function stepBack(
  ctx: Ctx,
  { id, version, reason }: Input<typeof calls.stepBackWaybill>,
): Promise<Output<typeof calls.stepBackWaybill>> {
  const waybill = await lockSeen(ctx, id, version)
  assertAct(ctx, 'stepBack', waybill, { segments: waybill.segments })
  const name = backMoveOf(waybill.state)
  if (name === 'backToArrived') await assertStillFree(ctx, waybill)
  const set = { ...enteredBy[name], ...(name === 'backToAccept' ? { answer_by: ctx.now + answerMs } : {}) }
  const diff = [
    ...lost(waybill, 'load_weight_g', '装货重量', set),
    ...lost(waybill, 'unload_weight_g', '卸货重量', set),
  ]
  const moved = await move(ctx, waybillStates, waybill, name, { reason, diff, set })
  const said = { ...wordsOfWaybill(waybill), move: waybillStates.moves[name].label, reason }
  await passOn(ctx, waybill, {}, 'waybill.steppedBack', said)
  ctx.touched('waybill', id)
  return { id, version: moved.version }
}

/**
 * Back with its load, the waybill holds its vehicle again: one that was sent on another route since cannot be had twice.
 */
async function assertStillFree(ctx: Ctx, waybill: LockedWaybill): Promise<void> {
  const vehicle = await ctx.tx.one(
    q.selectFrom('vehicles').selectAll().where('id', '=', waybill.vehicle_id).forUpdate(),
  )
  const others = ((await findOpenTrips(ctx, [vehicle.id])).get(vehicle.id) ?? []).filter(
    one => one.waybillNo !== waybill.waybill_no,
  )
  const trip = { loadAt: ctx.now, loadRegion: waybill.load_region, unloadRegion: waybill.unload_region }
  const fault = vehicleFaults(asDispatchVehicle(vehicle), others, trip, ctx.now).find(
    ({ problem }) => problem === 'vehicle.conflict',
  )
  if (fault) throw problemOf(fault)
}

function lost(
  waybill: LockedWaybill,
  column: 'load_weight_g' | 'unload_weight_g',
  field: string,
  set: object,
): Change[] {
  return column in set && waybill[column] !== null ? [{ field, old: tonsText(waybill[column]), new: '--' }] : []
}

const times = [
  ['acceptedAt', 'accepted_at'],
  ['arrivedLoadAt', 'arrived_load_at'],
  ['loadedAt', 'loaded_at'],
  ['arrivedUnloadAt', 'arrived_unload_at'],
  ['unloadedAt', 'unloaded_at'],
] as const
const weights = [
  ['loadWeightG', 'load_weight_g'],
  ['unloadWeightG', 'unload_weight_g'],
] as const

/** Writes other weights or times, old and new in the history; values that were never entered cannot be put right. */
export async function correctWaybill(
  ctx: Ctx,
  { id, version, reason, ...given }: Input<typeof calls.correctWaybill>,
): Promise<Output<typeof calls.correctWaybill>> {
  const waybill = await lockSeen(ctx, id, version)
  assertAct(ctx, 'correct', waybill)
  const set: Record<string, number> = {}
  const diff: Change[] = []
  for (const [field, column] of weights) {
    const [to, from] = [given[field], waybill[column]]
    if (to === undefined || to === from) continue
    refuse(field, from === null ? '尚未填写，不能纠正' : to === 0 ? '须大于0' : undefined)
    set[column] = to
    diff.push({ field: fieldLabel(field), old: tonsText(from), new: tonsText(to) })
  }
  const carried = await findCarriedAt(ctx, id)
  // the trips of returned papers are older than their waybills
  let before = waybill.source === 'BACKFILL' ? 0 : waybill.created_at
  for (const [field, column] of times) {
    const [to, from] = [given[field] ?? waybill[column], waybill[column]]
    if (to === null) continue
    refuse(
      field,
      from === null
        ? '尚未发生，不能纠正'
        : to > ctx.now
          ? '不能晚于当前时间'
          : to < before
            ? `不能早于上一步的时间 ${formatDateTime(before)}`
            : // a step of the vehicle that came later stays its own
              to < carried && from >= carried
              ? beforeCarriageFault(carried)
              : undefined,
    )
    before = to
    if (to === from) continue
    set[column] = to
    diff.push({ field: fieldLabel(field), old: from === null ? '--' : formatDateTime(from), new: formatDateTime(to) })
  }
  if (diff.length === 0) refuse('reason', '没有需要纠正的内容')
  const [load, unload] = [
    set['load_weight_g'] ?? waybill.load_weight_g,
    set['unload_weight_g'] ?? waybill.unload_weight_g,
  ]
  if (unload !== null) assertNoGain(load, unload)
  if (set['load_weight_g'] !== undefined) diff.push(...(await assertCarries(ctx, waybill, grams(set['load_weight_g']))))
  const next = await touchWaybill(ctx, waybill, set)
  await logEvent(ctx, { entity: 'waybill', entityId: id, action: '纠错', reason, diff })
  await passOn(ctx, waybill, {}, 'waybill.corrected', { ...wordsOfWaybill(waybill), reason })
  ctx.touched('waybill', id)
  return { id, version: next }
}

function refuse(field: string, fault: string | undefined): void {
  const problem = fault && fieldFault({ [field]: fault })
  if (problem) throw problem
}
