// Demands and effects of each move of a waybill beside its state: weights and weighings, frozen money, quantity that
// goes back, reversals.
import type { Input } from '@yunshu/contract/call'
import type { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { gainFault, missingPound, poundPlaces, type PoundPlace } from '@yunshu/domain/waybill/pound'
import { Problem, problemOf } from '@yunshu/domain/problems/problems'
import { autoSignMs, waybillSettleStates, waybillStates } from '@yunshu/domain/waybill/waybill'
import { grams, printTons, type Grams } from '@yunshu/domain/figures/weight'
import { move } from '../../work/move.ts'
import { policiesOfCompany } from '../../work/policies.ts'
import { q } from '../../db/tx.ts'
import type { Change, Ctx } from '../../work/ctx.ts'
import { fieldFault } from '../../http/fieldFault.ts'
import { assertCarriageSigned, draftCarriage } from '../agreement/carriage.commands.ts'
import { assertNoAdvanceOpen } from '../part/advance.commands.ts'
import { openAdvance } from '../part/parts.commands.ts'
import { endDispute } from './claim.commands.ts'
import type { Effect } from './effect.ts'
import { endedEffect } from './ended.ts'
import { overweightChange } from './overweight.ts'
import { countTickets } from './pound.queries.ts'
import { signedEffect } from './signing.commands.ts'
import { credentialFault, openSwap } from './swap.queries.ts'
import { readWaybillBody } from './waybillBody.queries.ts'
import { type LockedWaybill, sideOn } from './waybill.queries.ts'
import { takeSignatureBack } from './void.commands.ts'

type Step = Pick<Input<typeof moveWaybill>, 'move' | 'loadWeightG' | 'unloadWeightG'>

/** A weight as histories write it. */
export const tonsText = (weight: Grams | number | null): string =>
  weight === null ? '--' : `${printTons(grams(weight))} 吨`

/** Works out a move before it is made; refuses what is missing. */
export async function effectOf(ctx: Ctx, waybill: LockedWaybill, input: Step, at: number): Promise<Effect> {
  switch (input.move) {
    case 'accept':
      return accepted(ctx, waybill)
    case 'depart':
      return loaded(ctx, waybill, input.loadWeightG)
    case 'unload':
      return unloaded(ctx, waybill, input.unloadWeightG)
    case 'resume':
      return resumed(ctx, waybill)
    case 'dispute':
      return disputed(ctx, waybill, input.unloadWeightG)
    case 'concede':
      return conceded(ctx, waybill)
    case 'settleDispute':
      return settled(ctx, waybill, input.unloadWeightG)
    case 'sign':
      return signedEffect(ctx, waybill, at)
    case 'void':
      if (waybill.state === 'signed') return takeSignatureBack(ctx, waybill)
      await assertNoAdvanceOpen(ctx, waybill)
      return endedEffect(ctx)
    case 'cancel':
      await assertNoAdvanceOpen(ctx, waybill)
      return endedEffect(ctx)
    default:
      return {}
  }
}

/** Above what the vehicle is approved for: refused where the shipper's policy says so, else noted. */
export async function assertCarries(
  ctx: Ctx,
  waybill: Pick<LockedWaybill, 'vehicle_id' | 'shipper_id'>,
  weight: Grams,
): Promise<Change[]> {
  const vehicle = await ctx.tx.one(q.selectFrom('vehicles').select('tonnage_g').where('id', '=', waybill.vehicle_id))
  const over = overweightChange(weight, vehicle.tonnage_g)
  if (over.length > 0 && (await policiesOfCompany(ctx.tx, waybill.shipper_id)).overweightBlocks)
    throw new Problem(
      'vehicle.overload',
      { tons: printTons(grams(vehicle.tonnage_g)) },
      { fields: { loadWeightG: '超过核定载质量' } },
    )
  return over
}

/** Refuses an unloaded weight that cannot be: freight may be billed on it. */
export function assertNoGain(load: number | null, unload: number): void {
  const fault = load === null ? undefined : gainFault(grams(load), grams(unload))
  const problem = fault && fieldFault({ unloadWeightG: fault })
  if (problem) throw problem
}

/** Refuses to leave a place whose weighing or photo the goods want and nobody entered. */
async function assertWeighed(ctx: Ctx, waybill: LockedWaybill, place: PoundPlace): Promise<void> {
  const { poundRule } = readWaybillBody(waybill.body)
  const missing = poundRule && missingPound(poundRule, place, await countTickets(ctx, waybill.id))
  if (missing)
    throw new Problem('waybill.pound', { place: poundPlaces[place], what: missing === 'photo' ? '照片' : '重量' })
}

/** Papers can run out and people be blacklisted between the appointment and its answer. */
async function accepted(ctx: Ctx, waybill: LockedWaybill): Promise<Effect> {
  const fault = await credentialFault(ctx, waybill)
  if (fault) throw problemOf(fault)
  return {
    follow: async moved => {
      await openAdvance(ctx, moved.id)
      const { receiptRule, payPlan } = readWaybillBody(moved.body)
      await draftCarriage(ctx, moved, { returnDays: receiptRule.returnDays, termDays: payPlan.termDays })
      return moved.version
    },
  }
}

async function loaded(ctx: Ctx, waybill: LockedWaybill, weight: Grams | undefined): Promise<Effect> {
  if (!weight) throw new Problem('waybill.weight', { what: '装货重量' }, { fields: { loadWeightG: '请填写装货重量' } })
  await assertWeighed(ctx, waybill, 'load')
  await assertCarriageSigned(ctx, waybill)
  const over = await assertCarries(ctx, waybill, weight)
  return {
    set: { load_weight_g: weight },
    diff: [{ field: '装货重量', old: tonsText(waybill.load_weight_g), new: tonsText(weight) }, ...over],
  }
}

async function unloaded(ctx: Ctx, waybill: LockedWaybill, weight: Grams | undefined): Promise<Effect> {
  if (!weight)
    throw new Problem('waybill.weight', { what: '卸货重量' }, { fields: { unloadWeightG: '请填写卸货重量' } })
  assertNoGain(waybill.load_weight_g, weight)
  await assertWeighed(ctx, waybill, 'unload')
  return {
    set: { unload_weight_g: weight, sign_by: ctx.now + autoSignMs },
    diff: [{ field: '卸货重量', old: tonsText(waybill.unload_weight_g), new: tonsText(weight) }],
  }
}

/** A change of vehicle that waits for its answer is decided before the journey goes on. */
async function resumed(ctx: Ctx, waybill: LockedWaybill): Promise<Effect> {
  if (await openSwap(ctx, waybill.id)) throw new Problem('waybill.swapOpen', { move: waybillStates.moves.resume.label })
  return {}
}

/**
 * Nothing is paid on a disputed waybill; the weight the receiver says stands beside the carrier's until the dispute
 * ends.
 */
async function disputed(ctx: Ctx, waybill: LockedWaybill, weight: Grams | undefined): Promise<Effect> {
  if (weight !== undefined) {
    assertNoGain(waybill.load_weight_g, weight)
    const fault = weight === 0 ? '须大于0' : weight === waybill.unload_weight_g ? '与承运方填报的重量相同' : undefined
    const problem = fault && fieldFault({ unloadWeightG: fault })
    if (problem) throw problem
  }
  return {
    set: { sign_by: null, disputed_weight_g: weight ?? null },
    ...(weight === undefined
      ? {}
      : { diff: [{ field: '卸货重量异议', old: tonsText(waybill.unload_weight_g), new: tonsText(weight) }] }),
    follow: async moved =>
      waybill.settle_state === 'unsettled'
        ? (await move(ctx, waybillSettleStates, { ...moved, state: moved.settle_state }, 'freeze')).version
        : moved.version,
  }
}

/** The carrier gives in: the receiver's weight and deductions stand. */
async function conceded(ctx: Ctx, waybill: LockedWaybill): Promise<Effect> {
  return disputeEnds(ctx, waybill, waybill.disputed_weight_g ?? undefined, 'agree')
}

/**
 * Each side can only give in to the other, and the house decides: the receiver ends its dispute on the carrier's weight
 * and without its deductions, the house on any weight.
 */
async function settled(ctx: Ctx, waybill: LockedWaybill, weight: Grams | undefined): Promise<Effect> {
  const isHouse = isHouseSide(sideOn(ctx, waybill))
  if (weight) assertNoGain(waybill.load_weight_g, weight)
  const fault =
    !isHouse && weight !== undefined && weight !== waybill.unload_weight_g
      ? fieldFault({ unloadWeightG: '变更卸货重量须由承运方同意异议，或由平台裁定' })
      : undefined
  if (fault) throw fault
  return disputeEnds(ctx, waybill, weight, isHouse ? undefined : 'giveUp')
}

/**
 * A dispute ends on a weight; then a week of silence signs again. If the house decides, deductions are left to the
 * carrier's answer.
 */
function disputeEnds(
  ctx: Ctx,
  waybill: LockedWaybill,
  weight: number | undefined,
  claims: 'agree' | 'giveUp' | undefined,
): Effect {
  const isOther = weight !== undefined && weight !== 0 && weight !== waybill.unload_weight_g
  return {
    set: { ...(isOther ? { unload_weight_g: weight } : {}), disputed_weight_g: null, sign_by: ctx.now + autoSignMs },
    ...(isOther
      ? { diff: [{ field: '卸货重量', old: tonsText(waybill.unload_weight_g), new: tonsText(weight) }] }
      : {}),
    follow: async moved => {
      if (claims) await endDispute(ctx, moved, claims)
      return moved.settle_state === 'frozen'
        ? (await move(ctx, waybillSettleStates, { ...moved, state: moved.settle_state }, 'unfreeze')).version
        : moved.version
    },
  }
}
