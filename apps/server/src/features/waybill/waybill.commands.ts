// Moving a waybill along its journey: guards, weights, times, what each move brings about, and who is told.
import type { Input, Output } from '@yunshu/contract/call'
import type { Topic } from '@yunshu/contract/topics'
import type { moveWaybill } from '@yunshu/contract/waybill'
import type { RoleSide } from '@yunshu/domain/permits'
import { Problem } from '@yunshu/domain/problems'
import { receiptStates, waybillMoveSides, waybillStates, type WaybillPeopleMove, type WaybillState } from '@yunshu/domain/waybill'
import { grams, printTons, type Grams } from '@yunshu/domain/weight'
import { formatDateTime } from '@yunshu/domain/time'
import { move, stale, type Change } from '../../db/move.ts'
import { policiesOfCompany } from '../../db/policies.ts'
import { companyRows } from '../../db/scope.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../http/ctx.ts'
import { fieldFault } from '../../http/fieldFault.ts'
import { finishGoodsIfDone } from '../goods/goods.commands.ts'
import { giveBackToTask } from '../task/task.commands.ts'
import { postSigned } from '../voucher/books.commands.ts'
import { confirmCharges } from './charge.commands.ts'
import { overweight } from './overweight.ts'
import { dueAfterSign, fixAmounts, wantsReceipt } from './sign.ts'
import { readWaybillBody } from './waybillBody.queries.ts'
import { lockWaybills, type LockedWaybill } from './waybill.queries.ts'

type Step = Input<typeof moveWaybill>

/** What a move writes beside the state, and what follows it under the same lock (answers the row's version in the end). */
interface Effect { set?: Record<string, unknown>; diff?: Change[]; follow?: (moved: LockedWaybill) => Promise<number> }

/** The column that keeps when a state was reached. */
const timeColumns: Partial<Record<WaybillPeopleMove, 'accepted_at' | 'arrived_load_at' | 'loaded_at' | 'arrived_unload_at' | 'unloaded_at' | 'signed_at'>> = {
  accept: 'accepted_at', arriveLoad: 'arrived_load_at', depart: 'loaded_at', arriveUnload: 'arrived_unload_at', unload: 'unloaded_at', sign: 'signed_at',
}

/** One waybill under lock, in the actor's reach. */
export async function lockWaybill(ctx: Ctx, id: string): Promise<LockedWaybill> {
  const [waybill] = await lockWaybills(ctx, [id])
  if (!waybill) throw new Problem('row.none')
  return waybill
}

/** Moves a waybill by one step of its journey. */
export async function step(ctx: Ctx, input: Step): Promise<Output<typeof moveWaybill>> {
  const waybill = await lockWaybill(ctx, input.id)
  if (input.version !== waybill.version) throw await stale(ctx, waybill.id)
  if (!waybillMoveSides[input.move].includes(sideOn(ctx, waybill))) throw new Problem('permit.missing')
  assertPossible(waybill, input.move)
  assertWeightsBelong(input)
  const at = timeOf(ctx, waybill, input.at)
  const timeColumn = timeColumns[input.move]
  const { set, diff, follow } = await effectOf(ctx, waybill, input, at)
  const moved = await move(ctx, waybillStates, waybill, input.move, { reason: input.reason || undefined, diff, set: { ...set, ...(timeColumn ? { [timeColumn]: at } : {}) } })
  const version = follow ? await follow(moved) : moved.version
  await tell(ctx, waybill, input.move, input.reason)
  ctx.touched('waybill', waybill.id, diff)
  return { id: waybill.id, version }
}

/** The side an actor stands on for this waybill: a company that ships and carries stands where the row puts it. */
export function sideOn({ actor }: Ctx, waybill: LockedWaybill): RoleSide {
  if (actor.side === 'platform' || actor.side === 'branch') return actor.side
  return actor.companyId === waybill.carrier_id ? 'carrier' : 'shipper'
}

/** Refuses before any effect is worked out, so that the person reads the state and not a missing weight. */
function assertPossible(waybill: LockedWaybill, name: WaybillPeopleMove): void {
  const { from, label } = waybillStates.moves[name]
  const isFrom = (state: WaybillState): boolean => from.some((one) => one === state)
  if (!isFrom(waybill.state)) throw new Problem('state.wrong', { state: waybillStates.states[waybill.state].label, move: label })
  // the books hold its revenue and cost: only a reversal may take them back
  if (name === 'void' && waybill.state === 'signed') throw new Problem('waybill.posted')
}

function assertWeightsBelong({ move: name, loadWeightG, unloadWeightG }: Step): void {
  const stray = loadWeightG !== undefined && name !== 'depart' ? 'loadWeightG' : unloadWeightG !== undefined && name !== 'unload' && name !== 'settleDispute' ? 'unloadWeightG' : undefined
  const fault = stray && fieldFault({ [stray]: '不能在这一步填写' })
  if (fault) throw fault
}

/** When it happened: not in the future and not before what came before. */
function timeOf(ctx: Ctx, waybill: LockedWaybill, at: number | undefined): number {
  if (at === undefined) return ctx.now
  const before = Math.max(waybill.accepted_at ?? 0, waybill.arrived_load_at ?? 0, waybill.loaded_at ?? 0, waybill.arrived_unload_at ?? 0, waybill.unloaded_at ?? 0)
  const fault = at > ctx.now ? '不能晚于当前时间' : at < before ? `不能早于上一步的时间 ${formatDateTime(before)}` : undefined
  const problem = fault && fieldFault({ at: fault })
  if (problem) throw problem
  return at
}

const tons = (weight: Grams | number | null): string => (weight === null ? '--' : `${printTons(grams(weight))} 吨`)

async function effectOf(ctx: Ctx, waybill: LockedWaybill, input: Step, at: number): Promise<Effect> {
  switch (input.move) {
    case 'depart': return loaded(ctx, waybill, input.loadWeightG)
    case 'unload': return unloaded(waybill, input.unloadWeightG, true)
    case 'settleDispute': return unloaded(waybill, input.unloadWeightG, false)
    case 'sign': return signed(ctx, waybill, at)
    case 'cancel': case 'void': return { follow: async (moved) => { await giveBackToTask(ctx, moved); return moved.version } }
    default: return {}
  }
}

async function loaded(ctx: Ctx, waybill: LockedWaybill, weight: Grams | undefined): Promise<Effect> {
  if (!weight) throw new Problem('waybill.weight', { what: '装货重量' }, { fields: { loadWeightG: '请填写装货重量' } })
  const vehicle = await ctx.tx.one(q.selectFrom('vehicles').select('tonnage_g').where('id', '=', waybill.vehicle_id))
  const over = overweight(weight, vehicle.tonnage_g)
  if (over.length > 0 && (await policiesOfCompany(ctx.tx, waybill.shipper_id)).overweightBlocks) throw new Problem('vehicle.overload', { tons: printTons(grams(vehicle.tonnage_g)) }, { fields: { loadWeightG: '超过核定载质量' } })
  return { set: { load_weight_g: weight }, diff: [{ field: '装货重量', old: tons(waybill.load_weight_g), new: tons(weight) }, ...over] }
}

function unloaded(waybill: LockedWaybill, weight: Grams | undefined, isRequired: boolean): Effect {
  if (!weight && isRequired) throw new Problem('waybill.weight', { what: '卸货重量' }, { fields: { unloadWeightG: '请填写卸货重量' } })
  if (!weight) return {}
  return { set: { unload_weight_g: weight }, diff: [{ field: '卸货重量', old: tons(waybill.unload_weight_g), new: tons(weight) }] }
}

/** Fixes the amounts on the weights both sides have seen. */
async function signed(ctx: Ctx, waybill: LockedWaybill, at: number): Promise<Effect> {
  const body = readWaybillBody(waybill.body)
  if (waybill.load_weight_g === null || waybill.unload_weight_g === null) throw new Problem('waybill.weight', { what: '装货和卸货重量' })
  const fixed = fixAmounts(waybill, body, grams(waybill.load_weight_g), grams(waybill.unload_weight_g))
  await confirmCharges(ctx, waybill.id, fixed.charges)
  const waits = wantsReceipt(body) && waybill.receipt_state !== 'confirmed'
  return {
    set: {
      loss_g: fixed.lost, shipper_freight_fen: fixed.shipperFreight, payable_fen: fixed.carrierFreight, deducted_fen: fixed.deducted, oil_fen: fixed.oil,
      due_at: dueAfterSign(body, at, waits) ?? null,
    },
    // the two sides read one history: amounts stay out of it
    diff: [{ field: '亏吨', old: '--', new: tons(fixed.lost) }],
    follow: async (moved) => {
      const required = moved.receipt_state === 'none' && wantsReceipt(body)
        ? await move(ctx, receiptStates, { ...moved, state: moved.receipt_state }, 'require', { table: 'waybills', column: 'receipt_state' }) : moved
      await postSigned(ctx, {
        id: moved.id, waybillNo: moved.waybill_no, shipperId: moved.shipper_id, carrierId: moved.carrier_id, branchId: moved.branch_id,
        shipperFreight: fixed.shipperFreight, carrierFreight: fixed.carrierFreight,
      })
      return required.version
    },
  }
}

/** What a move changes beside the waybill: quantity that goes back to its task and goods, or the books. */
function changedBy(name: WaybillPeopleMove): Topic[] {
  if (name === 'cancel' || name === 'void') return ['waybill', 'task', 'goods']
  return name === 'sign' ? ['waybill', 'voucher'] : ['waybill']
}

/** Tells the other side; a waybill moved by the house is told to both. */
async function tell(ctx: Ctx, waybill: LockedWaybill, name: WaybillPeopleMove, reason: string | undefined): Promise<void> {
  const { label } = waybillStates.moves[name]
  const told = [waybill.shipper_id, waybill.carrier_id].filter((id) => id !== ctx.actor.companyId)
  for (const company of told) await ctx.push({
    to: { company, permit: 'waybill.view', by: company === waybill.carrier_id ? waybill.carrier_by : waybill.shipper_by }, code: '0', title: `运单${label}`, msg: `运单 ${waybill.waybill_no}（${waybill.plate}）${label}${reason ? `：${reason}` : ''}`,
    topics: changedBy(name), data: { waybillId: waybill.id }, message: { kind: 'waybill', path: `/waybill/details/${waybill.id}` },
  })
}

/**
 * Finishes a waybill once it is signed, its receipt is confirmed or not wanted, and its money is paid; then its goods,
 * if it was their last. Safe to call whenever one of the three has changed.
 */
export async function finishIfDone(ctx: Ctx, id: string): Promise<void> {
  // a sheet that is paid finishes the waybills of colleagues too
  const [waybill] = await lockWaybills(ctx, [id], companyRows)
  const isDone = waybill?.state === 'signed' && (waybill.receipt_state === 'none' || waybill.receipt_state === 'confirmed') && waybill.settle_state === 'settled'
  if (!isDone) return
  await move(ctx, waybillStates, waybill, 'finish', { set: { finished_at: ctx.now } })
  await finishGoodsIfDone(ctx, waybill.goods_id)
}
