// Reads of special lines (专线): the line of a waybill with its tickets, as the page shows them and under lock.
import type { Input, Output } from '@yunshu/contract/call'
import { SpecialLine, type listSpecialTickets, type SpecialTicket } from '@yunshu/contract/specialLine/specialLine'
import { isCarrier } from '@yunshu/domain/account/account'
import { shownPhone } from '@yunshu/domain/phones'
import { fen } from '@yunshu/domain/figures/money'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { specialPayModes, specialTicketStates } from '@yunshu/domain/specialLine'
import { endedWaybillStates, waybillStates } from '@yunshu/domain/waybill/waybill'
import { grams } from '@yunshu/domain/figures/weight'
import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import { keyOf } from '../../db/keyOf.ts'
import { findLog } from '../../work/history.ts'
import { offeredMoves } from '../../work/move.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import { allOf } from '../../work/scope.ts'
import type { SpecialTickets } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { findWaybill } from '../waybill/waybill.queries.ts'

const Transfers = SpecialLine.shape.transfers

const ofWaybill = (waybillId: string) =>
  q
    .selectFrom('special_tickets')
    .selectAll()
    .where('waybill_id', '=', waybillId)
    .where('removed_at', 'is', null)
    .orderBy('id')

/** The tickets of a waybill under lock, in the order they were entered; those taken out are left out. */
export async function lockTickets(ctx: Ctx, waybillId: string) {
  return (await ctx.tx.rows(ofWaybill(waybillId).forUpdate())).map(row => ({
    ...row,
    state: keyOf(specialTicketStates.states, row.state),
  }))
}
export type LockedTicket = Awaited<ReturnType<typeof lockTickets>>[number]

/** Whether the actor may edit the line of a waybill: its carrier and the house may, while the waybill lives. */
export const keepsLine = (
  { actor, can }: Pick<Ctx, 'actor' | 'can'>,
  waybill: { carrier_id: string; state: string },
): boolean =>
  can('special.edit') &&
  (isHouseSide(actor.side) || (isCarrier(actor.businessType) && actor.companyId === waybill.carrier_id)) &&
  !endedWaybillStates.some(state => state === waybill.state)

/** The line of a waybill in the actor's reach; blank while nobody has entered one. */
export async function findSpecialLine(ctx: Ctx, waybillId: string): Promise<SpecialLine> {
  const waybill = await findWaybill(ctx, waybillId)
  const line = await ctx.tx.first(q.selectFrom('special_lines').selectAll().where('waybill_id', '=', waybillId))
  const tickets = await ctx.tx.rows(ofWaybill(waybillId))
  const canEdit = keepsLine(ctx, waybill)
  const log = await findLog(ctx, waybillId)
  return {
    waybillId,
    waybillNo: waybill.waybill_no,
    plate: waybill.plate,
    driverName: waybill.driver_name,
    loadPlace: waybill.load_place,
    unloadPlace: waybill.unload_place,
    canEdit,
    ...(line === undefined
      ? { lineCompany: '', fromHub: '', toHub: '', shiftNo: '', transfers: [], remark: '' }
      : {
          version: line.version,
          lineCompany: line.line_company,
          fromHub: line.from_hub,
          toHub: line.to_hub,
          shiftNo: line.shift_no,
          ...(line.depart_at === null ? {} : { departAt: line.depart_at }),
          ...(line.arrive_at === null ? {} : { arriveAt: line.arrive_at }),
          transfers: z.parse(Transfers, line.transfers),
          remark: line.remark,
          updatedBy: line.updated_by,
          updatedAt: line.updated_at,
        }),
    tickets: tickets.map(row => toTicket(ctx, row, { canEdit, waybillState: waybill.state })),
    log: log.filter(({ action }) => action.includes('专线')),
  }
}

/** The tickets of a waybill in the actor's reach, as its line shows them. */
export async function findTicketPage(
  ctx: Ctx,
  { waybillId, ...page }: Input<typeof listSpecialTickets>,
): Promise<Output<typeof listSpecialTickets>> {
  const waybill = await findWaybill(ctx, waybillId)
  const seen = { canEdit: keepsLine(ctx, waybill), waybillState: waybill.state }
  const rows = await ctx.tx.rows(
    ofWaybill(waybillId)
      .where(allOf([afterCursor(page, 'id', 'up')]))
      .limit(rowsToAsk(page)),
  )
  return toPage(rows, page, row => toTicket(ctx, row, seen))
}

function toTicket(
  ctx: Ctx,
  row: Selectable<SpecialTickets>,
  { canEdit, waybillState }: { canEdit: boolean; waybillState: string },
): SpecialTicket {
  const state = keyOf(specialTicketStates.states, row.state)
  return {
    id: row.id,
    version: row.version,
    state,
    ticketNo: row.ticket_no,
    consignee: row.consignee,
    mobile: shownPhone(row.mobile, { of: 'waybill', state: keyOf(waybillStates.states, waybillState) }),
    address: row.address,
    itemName: row.item_name,
    pieces: row.pieces,
    weightG: grams(row.weight_g),
    volume: row.volume,
    pickupFee: fen(row.pickup_fen),
    freightFee: fen(row.freight_fen),
    deliverFee: fen(row.deliver_fen),
    codAmount: fen(row.cod_fen),
    payMode: keyOf(specialPayModes, row.pay_mode),
    ...(row.signer === null ? {} : { signer: row.signer }),
    ...(row.signed_at === null ? {} : { signedAt: row.signed_at }),
    moves: canEdit ? offeredMoves(ctx, specialTicketStates, state) : [],
  }
}
