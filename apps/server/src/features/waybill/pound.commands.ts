// Weighings (磅单): entered with their photos, and taken out again with a reason.
import type { Input, Output } from '@yunshu/contract/call'
import type { addPoundTicket, removePoundTicket } from '@yunshu/contract/waybill/life'
import { partyOf } from '@yunshu/domain/settlement/charges'
import { netOf, poundParties, poundPlaces } from '@yunshu/domain/waybill/pound'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { grams } from '@yunshu/domain/figures/weight'
import { v7 } from 'uuid'
import { logEvent } from '../../work/history.ts'
import { q } from '../../db/tx.ts'
import { keepUploads, type StoredUploads } from '../file/file.commands.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { fieldFault } from '../../http/fieldFault.ts'
import { lockSeen, passOn, touchWaybill, wordsOfWaybill } from './writing.commands.ts'
import { sideOn } from './waybill.queries.ts'
import { assertAct } from './waybillActs.queries.ts'
import { tonsText } from './moveEffects.ts'

/** The most tickets one waybill keeps. */
const ticketsMax = 20

/** Keeps a ticket with its photos; the newest of a place proposes the weight. */
export async function addTicket(
  ctx: Ctx,
  { id, version, place, party, ticketNo, grossWeightG, tareWeightG, station, weighedAt }: Input<typeof addPoundTicket>,
  stored: StoredUploads,
): Promise<Output<typeof addPoundTicket>> {
  const waybill = await lockSeen(ctx, id, version)
  assertAct(ctx, 'addTicket', waybill, { weighing: { place, party } })
  const net = netOf(grossWeightG, tareWeightG)
  const fault = fieldFault({
    ...(net === undefined ? { tareWeightG: '须小于毛重' } : {}),
    ...(weighedAt > ctx.now
      ? { weighedAt: '不能晚于当前时间' }
      : weighedAt < waybill.created_at - DAY_MS
        ? { weighedAt: '不能早于下单前一天' }
        : {}),
  })
  if (fault ?? net === undefined) throw fault
  const { length } = await ctx.tx.rows(
    q
      .selectFrom('pound_tickets')
      .select('id')
      .where('waybill_id', '=', id)
      .where('removed_at', 'is', null)
      .limit(ticketsMax),
  )
  const full = length >= ticketsMax ? fieldFault({ ticketNo: `一张运单最多 ${ticketsMax} 张磅单` }) : undefined
  if (full) throw full
  const ticketId = v7()
  await ctx.tx.run(
    q.insertInto('pound_tickets').values({
      id: ticketId,
      waybill_id: id,
      place,
      party,
      side: partyOf(sideOn(ctx, waybill)),
      ticket_no: ticketNo,
      gross_g: grossWeightG,
      tare_g: tareWeightG,
      net_g: net,
      station: station ?? '',
      weighed_at: weighedAt,
      created_by: ctx.actor.userId,
      created_name: writtenName(ctx.actor),
      created_at: ctx.now,
    }),
  )
  if (ctx.files.length > 0)
    await keepUploads(ctx, stored, {
      entity: 'poundTicket',
      id: ticketId,
      category: 'pound',
      shipperId: waybill.shipper_id,
      carrierId: waybill.carrier_id,
      branchId: waybill.branch_id,
    })
  const next = await touchWaybill(ctx, waybill)
  const diff = [
    {
      field: `${poundPlaces[place]}磅单 ${ticketNo}（${poundParties[party]}）`,
      old: '--',
      new: `净重 ${tonsText(net)}`,
    },
  ]
  await logEvent(ctx, { entity: 'pound', entityId: id, action: '登记磅单', diff })
  await passOn(ctx, waybill, {}, 'pound.added', {
    ...wordsOfWaybill(waybill),
    place: poundPlaces[place],
    ticketNo,
    net: tonsText(net),
  })
  ctx.touched('waybill', id)
  return { id, version: next, ticketId }
}

/** Takes a ticket out; the row and its photos are kept. Each side takes out its own, the house any. */
export async function removeTicket(
  ctx: Ctx,
  { id, version, ticketId, reason }: Input<typeof removePoundTicket>,
): Promise<Output<typeof removePoundTicket>> {
  const waybill = await lockSeen(ctx, id, version)
  const ticket = await ctx.tx.one(
    q
      .selectFrom('pound_tickets')
      .selectAll()
      .where('id', '=', ticketId)
      .where('waybill_id', '=', id)
      .where('removed_at', 'is', null),
  )
  assertAct(ctx, 'removeTicket', waybill, { ticketOf: ticket.side })
  await ctx.tx.run(
    q.updateTable('pound_tickets').set({ removed_at: ctx.now, remove_reason: reason }).where('id', '=', ticketId),
  )
  const next = await touchWaybill(ctx, waybill)
  await logEvent(ctx, {
    entity: 'pound',
    entityId: id,
    action: '移除磅单',
    reason,
    diff: [{ field: `磅单 ${ticket.ticket_no}`, old: `净重 ${tonsText(grams(ticket.net_g))}`, new: '--' }],
  })
  const said = { ...wordsOfWaybill(waybill), ticketNo: ticket.ticket_no, reason }
  await passOn(ctx, waybill, {}, 'pound.removed', said)
  ctx.touched('waybill', id)
  return { id, version: next }
}
