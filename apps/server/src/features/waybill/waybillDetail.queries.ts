// One waybill with all that hangs on it: snapshot, times, vehicles, weighings, money, receipt, files, history, and what
// can be done now.
import { createHmac } from 'node:crypto'
import { type WaybillDetail } from '@yunshu/contract/waybill/details'
import { Express } from '@yunshu/contract/waybill/receipt'
import { openClaimsOf } from '@yunshu/domain/settlement/charges'
import { pricings, quantityModes } from '@yunshu/domain/goods/goods'
import { shownPoints, type PhonePlace } from '@yunshu/domain/phones'
import { fen } from '@yunshu/domain/figures/money'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { grams } from '@yunshu/domain/figures/weight'
import { claimableStates, type WaybillState } from '@yunshu/domain/waybill/waybill'
import * as z from 'zod/mini'
import { keyOf } from '../../db/keyOf.ts'
import { findLog } from '../../work/history.ts'
import { priceSight } from '../../work/scope.ts'
import { findFiles } from '../file/file.queries.ts'
import type { Ctx, Deps } from '../../work/ctx.ts'
import { showEta } from '../track/eta.queries.ts'
import { showArrival } from './arrival.queries.ts'
import { chargesOf, feesOf } from './charge.queries.ts'
import { showClaims } from './claim.queries.ts'
import { findWaybill, sideOn, toWaybillRow } from './waybill.queries.ts'
import { moneyOf } from './payments.queries.ts'
import { showTickets } from './pound.queries.ts'
import { showSegments, showSwap } from './swap.queries.ts'
import { actOn, actsOf, movesOf, receiptMovesOf } from './waybillActs.queries.ts'
import { readWaybillBody } from './waybillBody.queries.ts'
import { partiesOf } from './waybillParties.queries.ts'

/** People and times of the steps of a receipt; column `receipt` of a waybill. */
export const ReceiptNote = z.object({
  uploadedAt: z.optional(z.number()),
  uploadedBy: z.optional(z.string()),
  auditedAt: z.optional(z.number()),
  auditedBy: z.optional(z.string()),
  rejectReason: z.optional(z.string()),
  express: z.optional(Express),
})

/** The details page of a waybill. */
export async function findWaybillDetail(ctx: Ctx, id: string): Promise<WaybillDetail> {
  const row = await findWaybill(ctx, id)
  const { loadPoints, unloadPoints, items, payPlan, lossRule, receiptRule, poundRule, vehicle } = readWaybillBody(
    row.body,
  )
  const sees = priceSight(ctx, row.shipper_id)
  const shown = toWaybillRow(ctx, row)
  const side = sideOn(ctx, row)
  const swap = await showSwap(ctx, id, side)
  const arrival = await showArrival(ctx, { id, state: shown.state, carrier_id: row.carrier_id })
  const eta = await showEta(ctx, id)
  const claims = await showClaims(
    ctx,
    id,
    side,
    claimableStates.some(state => state === shown.state),
  )
  // people of loading and unloading are the shipper's
  const contacts: PhonePlace = side === 'shipper' ? { of: 'own' } : { of: 'waybill', state: shown.state }
  const on = {
    ...actOn(ctx, { state: shown.state, carrier_id: row.carrier_id }),
    receiptState: shown.receiptState,
    settleState: shown.settleState,
    segments: row.segments,
    hasOpenSwap: swap?.state === 'proposed',
    openClaims: openClaimsOf(claims, side),
    receiptRule,
  }
  return {
    ...shown,
    ...(row.task_no === null ? {} : { taskNo: row.task_no }),
    quantityMode: keyOf(quantityModes, row.quantity_mode),
    qty: row.qty,
    pricing: keyOf(pricings, row.pricing),
    ...(sees.shipper ? { shipperUnitPrice: unitPrice(row.shipper_unit_price) } : {}),
    ...(sees.carrier ? { carrierUnitPrice: unitPrice(row.carrier_unit_price) } : {}),
    loadPoints: shownPoints(loadPoints, contacts),
    unloadPoints: shownPoints(unloadPoints, contacts),
    items,
    payPlan,
    lossRule,
    receiptRule,
    ...(poundRule === undefined ? {} : { poundRule }),
    ...(vehicle === undefined ? {} : { vehicleTonnageG: vehicle.tonnageG }),
    ...(ctx.can('waybill.share') ? { checkCode: checkCodeOf(ctx, row.waybill_no) } : {}),
    ...(await partiesOf(ctx, row)),
    ...(row.disputed_weight_g === null ? {} : { disputedWeightG: grams(row.disputed_weight_g) }),
    ...(shown.state !== 'toAccept' || row.answer_by === null ? {} : { answerBy: row.answer_by }),
    ...(row.sign_by === null ? {} : { signBy: row.sign_by }),
    ...(row.planned_load_at === null ? {} : { plannedLoadAt: row.planned_load_at }),
    times: timesOf(row),
    charges: await chargesOf(ctx, row, sees, shown),
    ...(sees.shipper && row.compensated_fen > 0 ? { compensated: fen(row.compensated_fen) } : {}),
    ...(sees.margin && row.fees_fen > 0 ? { fees: await feesOf(ctx, id) } : {}),
    claims,
    segments: row.segments > 1 ? await showSegments(ctx, row) : [],
    ...(swap === undefined ? {} : { swap }),
    ...(arrival === undefined ? {} : { arrival }),
    ...(eta === undefined ? {} : { eta }),
    tickets: await showTickets(ctx, id),
    ...(await moneyOf(ctx, id)),
    receipt: z.parse(ReceiptNote, row.receipt),
    files: await findFiles(ctx, 'waybill', id),
    log: await findLog(ctx, id),
    ...(row.urged === null ? {} : { urged: row.urged }),
    moves: movesOf(on),
    receiptMoves: receiptMovesOf(on),
    acts: actsOf(on),
  }
}

/** Six digits on the paper that only this installation can make for this number. */
export function checkCodeOf({ deps }: { readonly deps: Pick<Deps, 'fileSecret'> }, waybillNo: string): string {
  return String(
    createHmac('sha256', deps.fileSecret).update(`waybill ${waybillNo}`).digest().readUInt32BE() % 1_000_000,
  ).padStart(6, '0')
}

type Times = Pick<
  Awaited<ReturnType<typeof findWaybill>>,
  | 'created_at'
  | 'accepted_at'
  | 'arrived_load_at'
  | 'loaded_at'
  | 'arrived_unload_at'
  | 'unloaded_at'
  | 'signed_at'
  | 'finished_at'
>

/** The moments of the steps a waybill has reached. */
export function timesOf(row: Times): WaybillDetail['times'] {
  const reached: [WaybillState, number | null][] = [
    ['toAccept', row.created_at],
    ['toLoad', row.accepted_at],
    ['loading', row.arrived_load_at],
    ['inTransit', row.loaded_at],
    ['arrived', row.arrived_unload_at],
    ['toSign', row.unloaded_at],
    ['signed', row.signed_at],
    ['finished', row.finished_at],
  ]
  return reached.flatMap(([state, at]) => (at === null ? [] : [{ state, at }]))
}
