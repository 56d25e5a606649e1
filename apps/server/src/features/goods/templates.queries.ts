// Reads of the templates of goods.
import type { Input, Output } from '@yunshu/contract/call'
import type { GoodsTemplate, getTemplate, listTemplates } from '@yunshu/contract/goods/book'
import { bookLimits } from '@yunshu/domain/goods/book'
import { goodsKinds } from '@yunshu/domain/goods/goods'
import type { Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import type { GoodsTemplates } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { priceSight } from '../../work/scope.ts'
import { bookOwner } from './shipper.queries.ts'

const live = (companyId: string) =>
  q.selectFrom('goods_templates').where('company_id', '=', companyId).where('deleted_at', 'is', null)

export async function findTemplates(
  ctx: Ctx,
  { shipperId }: Input<typeof listTemplates>,
): Promise<Output<typeof listTemplates>> {
  const rows = await ctx.tx.rows(
    live(await bookOwner(ctx, shipperId))
      .select(['id', 'name', 'kind', 'maker_name', 'updated_at', 'version'])
      .orderBy('id', 'desc')
      .limit(bookLimits.templates),
  )
  return { rows: rows.map(templateOf) }
}

export async function findTemplate(
  ctx: Ctx,
  { id, shipperId }: Input<typeof getTemplate>,
): Promise<Output<typeof getTemplate>> {
  const companyId = await bookOwner(ctx, shipperId)
  const row = await ctx.tx.one(live(companyId).selectAll().where('id', '=', id))
  return { ...templateOf(row), body: priceSight(ctx, companyId).shipper ? row.body : withoutPrices(row.body) }
}

const pricesOfForm = new Set(['unitPrice', 'priceSteps'])

/** The body for who may not see the shipper's prices; one that is no JSON fills no form and is told as nothing. */
function withoutPrices(body: string): string {
  try {
    return JSON.stringify(
      JSON.parse(body, (name: string, value: unknown) => (pricesOfForm.has(name) ? undefined : value)),
    )
  } catch {
    return ''
  }
}

type Row = Pick<Selectable<GoodsTemplates>, 'id' | 'name' | 'kind' | 'maker_name' | 'updated_at' | 'version'>
const templateOf = (row: Row): GoodsTemplate => ({
  id: row.id,
  name: row.name,
  kind: keyOf(goodsKinds, row.kind),
  makerName: row.maker_name,
  updatedAt: row.updated_at,
  version: row.version,
})
