// Reads of weighings (磅单): those kept of a waybill with their photos, newest first.
import type { PoundTicket } from '@yunshu/contract/waybill/details'
import { poundParties, poundPlaces, type PoundTicket as Weighing } from '@yunshu/domain/waybill/pound'
import { grams } from '@yunshu/domain/figures/weight'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import { findFilesOf } from '../file/file.queries.ts'
import type { Ctx } from '../../work/ctx.ts'

const kept = q.selectFrom('pound_tickets as t').where('t.removed_at', 'is', null).orderBy('t.id', 'desc')

/** The tickets kept of a waybill with how many photos each has; the caller holds the waybill's lock. */
export async function countTickets(ctx: Ctx, waybillId: string): Promise<Weighing[]> {
  const rows = await ctx.tx.rows(
    kept
      .select([
        't.place',
        't.party',
        't.net_g',
        sql<number>`(select count(*) from files f where f.owner = 'poundTicket' and f.owner_id = t.id)`.as('photos'),
      ])
      .where('t.waybill_id', '=', waybillId),
  )
  return rows.map(row => ({
    place: keyOf(poundPlaces, row.place),
    party: keyOf(poundParties, row.party),
    net: grams(row.net_g),
    photos: row.photos,
  }))
}

/** The tickets of a waybill as its page shows them. */
export async function showTickets(ctx: Ctx, waybillId: string): Promise<PoundTicket[]> {
  const rows = await ctx.tx.rows(kept.selectAll('t').where('t.waybill_id', '=', waybillId))
  const files = await findFilesOf(
    ctx,
    'poundTicket',
    rows.map(({ id }) => id),
  )
  return rows.map(row => ({
    id: row.id,
    place: keyOf(poundPlaces, row.place),
    party: keyOf(poundParties, row.party),
    ticketNo: row.ticket_no,
    grossG: grams(row.gross_g),
    tareG: grams(row.tare_g),
    netG: grams(row.net_g),
    station: row.station,
    weighedAt: row.weighed_at,
    by: row.created_name,
    files: files.get(row.id) ?? [],
  }))
}
