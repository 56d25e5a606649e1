// Payable parts of waybills under lock, as their one writer and the sheets take them.
import type { PartHold } from '@yunshu/contract/settlement/partHold'
import { fen, sumFen, type Fen } from '@yunshu/domain/figures/money'
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

/** The parts of waybills the caller holds, but for fees, which have a life of their own. */
export const lockPartsOf = (ctx: Ctx, waybillIds: readonly string[]): Promise<LockedPart[]> =>
  lockWhere(ctx, sql<boolean>`p.waybill_id = any(${[...waybillIds]}::uuid[]) and p.part <> 'fee'`)

/** The fees of a waybill the caller holds. */
export const lockFeesOf = (ctx: Ctx, waybillId: string): Promise<LockedPart[]> =>
  lockWhere(ctx, sql<boolean>`p.waybill_id = ${waybillId}::uuid and p.part = 'fee'`)

/** Cash parts, and the parts handed out before that ride on them; the caller holds their waybills. */
export const lockWithRiders = (ctx: Ctx, partIds: readonly string[]): Promise<LockedPart[]> =>
  lockWhere(ctx, sql<boolean>`(p.id = any(${[...partIds]}::uuid[]) or p.rides_on = any(${[...partIds]}::uuid[]))`)

/** Fuel or tolls that were handed out before the signature. */
export const isOutOfStock = ({ from_stock, state }: Pick<LockedPart, 'from_stock' | 'state'>): boolean =>
  from_stock && state !== 'dropped'

/** The hold of a part as rows tell it; nothing while there is none. */
export const holdOf = ({
  hold_reason: reason,
  hold_name: by,
  hold_at: at,
}: Pick<LockedPart, 'hold_reason' | 'hold_name' | 'hold_at'>): { readonly hold?: PartHold } =>
  reason === null || by === null || at === null ? {} : { hold: { reason, by, at } }

/** Fuel and tolls a waybill the caller holds has had before its signature. */
export async function handedOut(ctx: Ctx, waybillId: string): Promise<Record<'oil' | 'etc', Fen>> {
  const parts = (await lockPartsOf(ctx, [waybillId])).filter(isOutOfStock)
  const of = (kind: 'oil' | 'etc'): Fen => fen(parts.find(({ part }) => part === kind)?.issued_fen ?? 0)
  return { oil: of('oil'), etc: of('etc') }
}

/** Fuel and tolls from the stock that ride on cash parts, by those. */
export async function stockRiders(
  ctx: Ctx,
  partIds: readonly string[],
): Promise<ReadonlyMap<string, Record<'oil' | 'etc', Fen>>> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('waybill_parts')
      .select(['rides_on', 'part', 'issued_fen'])
      .where(sql<boolean>`rides_on = any(${[...partIds]}::uuid[])`)
      .where('from_stock', '=', true),
  )
  const sum = (part: string, on: readonly (typeof rows)[number][]): Fen =>
    sumFen(on.filter(row => row.part === part).map(row => fen(row.issued_fen)))
  return new Map(
    [...Map.groupBy(rows, row => row.rides_on ?? '')].map(([id, on]) => [
      id,
      { oil: sum('oil', on), etc: sum('etc', on) },
    ]),
  )
}
