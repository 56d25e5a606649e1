// Records a person may print: those whose history they see, and of some entities those within their data scope.
import type { PrintedEntity } from '@yunshu/domain/print'
import { sql, type RawBuilder } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { ownRows, ownSheets, ownVouchers } from '../../work/scope.ts'
import { ownTrades } from '../trade/trade.queries.ts'

type Reach = (actor: Actor) => RawBuilder<boolean>
const ofWaybill: Reach = actor =>
  sql<boolean>`exists (select from waybills r where r.id = asked.id and ${ownRows(actor, 'r')})`
const ofTrade: Reach = actor =>
  sql<boolean>`exists (select from trades r where r.id = asked.id and ${ownTrades(actor, 'r')})`

/** The reach of entities that a person sees less of than their company does. */
const reaches: Readonly<Partial<Record<PrintedEntity, Reach>>> = {
  waybill: ofWaybill,
  specialLine: ofWaybill,
  settlement: actor =>
    sql<boolean>`exists (select from settlements r where r.id = asked.id and ${ownSheets(actor, 'r')})`,
  payment: actor =>
    sql<boolean>`exists (select from payments p join settlements r on r.id = p.settlement_id
      where p.id = asked.id and ${ownSheets(actor, 'r')})`,
  trade: ofTrade,
  tradeList: ofTrade,
  voucher: actor => sql<boolean>`exists (select from vouchers r where r.id = asked.id and ${ownVouchers(actor, 'r')})`,
}

/** The records among these that the actor may print, by id. */
export async function findPrintable(ctx: Ctx, entity: PrintedEntity, ids: readonly string[]): Promise<string[]> {
  const within = reaches[entity]?.(ctx.actor) ?? sql<boolean>`true`
  const rows = await ctx.tx.rows(
    sql<{ id: string }>`select asked.id from unnest(${ids}::uuid[]) as asked (id)
      where sees_record(${entity}, asked.id) and ${within}`.compile(q),
  )
  return rows.map(({ id }) => id)
}
