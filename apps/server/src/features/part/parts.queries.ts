// Payable parts of waybills under lock, as their one writer and the sheets take them.
import { partStates, waybillParts, type PartState, type WaybillPart } from '@yunshu/domain/settlement/parts'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import type { WaybillParts } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

/** A part of a waybill, under lock. */
export type LockedPart = Omit<Selectable<WaybillParts>, 'state' | 'part'> & { state: PartState; part: WaybillPart }

async function lockWhere(ctx: Ctx, where: RawBuilder<boolean>): Promise<LockedPart[]> {
  const rows = await ctx.tx.rows(
    q.selectFrom('waybill_parts as p').selectAll('p').where(where).orderBy('p.id').forUpdate(),
  )
  return rows.map(row => ({
    ...row,
    state: keyOf(partStates.states, row.state),
    part: keyOf(waybillParts, row.part),
  }))
}

/** All parts of waybills the caller holds. */
export const lockPartsOf = (ctx: Ctx, waybillIds: readonly string[]): Promise<LockedPart[]> =>
  lockWhere(ctx, sql<boolean>`p.waybill_id = any(${[...waybillIds]}::uuid[])`)

/** Cash parts, and the parts handed out before that ride on them; the caller holds their waybills. */
export const lockWithRiders = (ctx: Ctx, partIds: readonly string[]): Promise<LockedPart[]> =>
  lockWhere(ctx, sql<boolean>`(p.id = any(${[...partIds]}::uuid[]) or p.rides_on = any(${[...partIds]}::uuid[]))`)
