// Moving a waybill along its journey: who may, in which state, when it happened, and who is told.
import type { Input, Output } from '@yunshu/contract/call'
import { waybillMoved } from '@yunshu/contract/happening/waybill'
import type * as calls from '@yunshu/contract/waybill/waybill'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { timeColumns, type WaybillMove, waybillStates } from '@yunshu/domain/waybill/waybill'
import { move, moveAll } from '../../work/move.ts'
import { companyRows } from '../../work/scope.ts'
import { beforeCarriageFault, findCarriedAt } from '../../work/carried.ts'
import type { Change, Ctx } from '../../work/ctx.ts'
import { fieldFault } from '../../http/fieldFault.ts'
import { finishGoodsWhereDone } from '../goods/goods.commands.ts'
import { lastStepAt } from './arrival.queries.ts'
import { endedEffect } from './ended.ts'
import { lockSeen, passOn, wordsOfWaybill } from './writing.commands.ts'
import { type LockedWaybill, lockWaybills } from './waybill.queries.ts'
import { assertMove } from './waybillActs.queries.ts'
import { effectOf } from './moveEffects.ts'
import { signedEffect } from './signing.commands.ts'

type Step = Input<typeof calls.moveWaybill>

/** Moves a waybill by one step of its journey. */
export async function moveWaybill(ctx: Ctx, input: Step): Promise<Output<typeof calls.moveWaybill>> {
  const waybill = await lockSeen(ctx, input.id, input.version)
  // refused before any effect is worked out, so that the person reads the state and not a missing weight
  assertMove(ctx, input.move, waybill)
  assertWeightsBelong(input)
  const at = await timeOf(ctx, waybill, input.at)
  const { set, diff, follow } = await effectOf(ctx, waybill, input, at)
  const moved = await move(ctx, waybillStates, waybill, input.move, {
    reason: input.reason || undefined,
    diff,
    set: { ...set, ...timed(input.move, at) },
  })
  const version = follow ? await follow(moved) : moved.version
  await tellMove(ctx, waybill, input.move, input.reason, diff)
  ctx.touched('waybill', waybill.id, diff)
  return { id: waybill.id, version }
}

/** A move the product makes when a time has come: nobody answered, or nobody disputed. */
export async function moveByItself(ctx: Ctx, waybill: LockedWaybill, name: 'lapse' | 'autoSign'): Promise<void> {
  const { set, diff, follow } = name === 'lapse' ? endedEffect(ctx) : await signedEffect(ctx, waybill, ctx.now)
  const moved = await move(ctx, waybillStates, waybill, name, { diff, set: { ...set, ...timed(name, ctx.now) } })
  if (follow) await follow(moved)
  await tellMove(ctx, waybill, name, undefined, [])
}

const timed = (name: WaybillMove, at: number): Record<string, number> => {
  const column = timeColumns[name]
  return column ? { [column]: at } : {}
}

function assertWeightsBelong({ move: name, loadWeightG, unloadWeightG }: Step): void {
  const stray =
    loadWeightG !== undefined && name !== 'depart'
      ? 'loadWeightG'
      : unloadWeightG !== undefined && !['unload', 'dispute', 'settleDispute'].includes(name)
        ? 'unloadWeightG'
        : undefined
  const fault = stray && fieldFault({ [stray]: '不能在这一步填写' })
  if (fault) throw fault
}

/** When it happened: not in the future, not before what came before, and not before the vehicle carried the waybill. */
async function timeOf(ctx: Ctx, waybill: LockedWaybill, at: number | undefined): Promise<number> {
  if (at === undefined) return ctx.now
  const before = lastStepAt(waybill)
  const carried = await findCarriedAt(ctx, waybill.id)
  const fault =
    at > ctx.now
      ? '不能晚于当前时间'
      : at < before
        ? `不能早于上一步的时间 ${formatDateTime(before)}`
        : at < carried
          ? beforeCarriageFault(carried)
          : undefined
  const problem = fault && fieldFault({ at: fault })
  if (problem) throw problem
  return at
}

/** Moves of a dispute say what weight stands against which: it is what the sides differ about. */
async function tellMove(
  ctx: Ctx,
  waybill: LockedWaybill,
  name: keyof typeof waybillMoved,
  reason: string | undefined,
  diff: readonly Change[] = [],
): Promise<void> {
  const weights =
    name === 'dispute' || name === 'concede' || name === 'settleDispute'
      ? diff.map(({ field, old, new: next }) => `，${field} ${old} → ${next}`).join('')
      : undefined
  const said = { ...wordsOfWaybill(waybill), move: waybillStates.moves[name].label, weights, reason }
  await passOn(ctx, waybill, {}, waybillMoved[name], said)
}

/** True once a waybill is signed, its receipt is confirmed or not wanted, and its money is paid. */
const isDone = ({ state, receipt_state: receipt, settle_state: settle }: LockedWaybill): boolean =>
  state === 'signed' && (receipt === 'none' || receipt === 'confirmed') && settle === 'settled'

/**
 * Finishes those of these waybills that are done; then their goods, if they were their last. Safe to call whenever
 * something of them has changed.
 */
export async function finishDone(ctx: Ctx, ids: readonly string[]): Promise<void> {
  // a sheet that is paid finishes the waybills of colleagues too
  const done = (await lockWaybills(ctx, ids, companyRows)).filter(isDone)
  await moveAll(ctx, waybillStates, done, 'finish', { set: { finished_at: ctx.now } })
  if (done.length > 0) await finishGoodsWhereDone(ctx, [...new Set(done.map(waybill => waybill.goods_id))])
}

/** Opens finished ones of these waybills again, whose money came back; their goods stay finished. */
export async function reopenFinished(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const finished = (await lockWaybills(ctx, ids, companyRows)).filter(({ state }) => state === 'finished')
  await moveAll(ctx, waybillStates, finished, 'reopenMoney', { set: { finished_at: null } })
}

/** The same as `finishDone` for one waybill. */
export const finishIfDone = (ctx: Ctx, id: string): Promise<void> => finishDone(ctx, [id])
