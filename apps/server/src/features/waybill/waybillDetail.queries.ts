// One waybill with all that hangs on it: snapshot, times, charges, receipt, files, history, and what can be done now.
import type { WaybillDetail } from '@yunshu/contract/waybill'
import { pricings, quantityModes } from '@yunshu/domain/goods'
import { fen } from '@yunshu/domain/money'
import { chargeCodes } from '@yunshu/domain/settlement'
import { unitPrice } from '@yunshu/domain/unitPrice'
import { receiptAuditSides, receiptStates, takesReceipt, waybillMoveSides, waybillPeopleMoves, waybillStates, type ReceiptState, type WaybillState } from '@yunshu/domain/waybill'
import { movesFrom } from '@yunshu/domain/states'
import * as z from 'zod/mini'
import { keyOf } from '../../db/keyOf.ts'
import { findLog } from '../../db/log.ts'
import { mayMove } from '../../db/move.ts'
import { priceSight } from '../../db/scope.ts'
import { q } from '../../db/tx.ts'
import { findFiles } from '../../files/files.queries.ts'
import type { Ctx } from '../../http/ctx.ts'
import { readWaybillBody } from './waybillBody.queries.ts'
import { findWaybill, toWaybillRow } from './waybill.queries.ts'

/** Who did what with the receipt; `receipt` of a waybill. */
export const ReceiptNote = z.object({
  uploadedAt: z.optional(z.number()), uploadedBy: z.optional(z.string()), auditedAt: z.optional(z.number()), auditedBy: z.optional(z.string()), rejectReason: z.optional(z.string()),
})

const chargeStates: Readonly<Record<string, string>> = { estimated: '预估', confirmed: '已确认', locked: '结算中' }

/** What the details page shows. */
export async function findWaybillDetail(ctx: Ctx, id: string): Promise<WaybillDetail> {
  const row = await findWaybill(ctx, id)
  const { loadPoints, unloadPoints, items, payPlan, lossRule, receiptRule } = readWaybillBody(row.body)
  const sees = priceSight(ctx, row.shipper_id)
  const shown = toWaybillRow(ctx, row)
  return {
    ...shown, ...(row.task_no === null ? {} : { taskNo: row.task_no }), quantityMode: keyOf(quantityModes, row.quantity_mode), qty: row.qty, pricing: keyOf(pricings, row.pricing),
    ...(sees.shipper ? { shipperUnitPrice: unitPrice(row.shipper_unit_price) } : {}), ...(sees.carrier ? { carrierUnitPrice: unitPrice(row.carrier_unit_price) } : {}),
    loadPoints, unloadPoints, items, payPlan, lossRule, receiptRule,
    times: timesOf(row), charges: await chargesOf(ctx, id, sees), receipt: z.parse(ReceiptNote, row.receipt),
    files: await findFiles(ctx, 'waybill', id), log: await findLog(ctx, id),
    moves: movesOf(ctx, shown.state), receiptMoves: takesReceipt(shown.state) ? receiptMovesOf(ctx, shown.receiptState) : [],
  }
}

type Times = Pick<Awaited<ReturnType<typeof findWaybill>>, 'created_at' | 'accepted_at' | 'arrived_load_at' | 'loaded_at' | 'arrived_unload_at' | 'unloaded_at' | 'signed_at' | 'finished_at'>

function timesOf(row: Times): WaybillDetail['times'] {
  const reached: [WaybillState, number | null][] = [
    ['toAccept', row.created_at], ['toLoad', row.accepted_at], ['loading', row.arrived_load_at], ['inTransit', row.loaded_at],
    ['arrived', row.arrived_unload_at], ['toSign', row.unloaded_at], ['signed', row.signed_at], ['finished', row.finished_at],
  ]
  return reached.flatMap(([state, at]) => (at === null ? [] : [{ state, at }]))
}

async function chargesOf(ctx: Ctx, id: string, sees: { shipper: boolean; carrier: boolean }): Promise<WaybillDetail['charges']> {
  const rows = await ctx.tx.rows(q.selectFrom('charges').select(['code', 'side', 'amount_fen', 'state', 'remark']).where('waybill_id', '=', id).orderBy('id'))
  return rows.flatMap((row) => {
    const side = row.side === 'SHIPPER' ? 'SHIPPER' : 'CARRIER'
    if (!(side === 'SHIPPER' ? sees.shipper : sees.carrier)) return []
    const code = keyOf(chargeCodes, row.code)
    return [{ code, label: chargeCodes[code].label, side, amount: fen(row.amount_fen), state: chargeStates[row.state] ?? row.state, ...(row.remark === null ? {} : { remark: row.remark }) }]
  })
}

/** Moves the caller can make now: by state, permit and side of the market. A signed waybill is in the books and is not voided by a button. */
function movesOf(ctx: Ctx, state: WaybillState): string[] {
  const open = movesFrom(waybillStates, state)
  return waybillPeopleMoves.filter((name) => open.includes(name) && mayMove(ctx, waybillStates.moves[name].permit) && waybillMoveSides[name].includes(ctx.actor.side) && !(name === 'void' && state === 'signed'))
}

function receiptMovesOf(ctx: Ctx, state: ReceiptState): string[] {
  return movesFrom(receiptStates, state).filter((name) => {
    if (name === 'upload') return mayMove(ctx, receiptStates.moves.upload.permit)
    return (name === 'confirm' || name === 'reject') && mayMove(ctx, receiptStates.moves[name].permit) && receiptAuditSides.includes(ctx.actor.side)
  })
}
