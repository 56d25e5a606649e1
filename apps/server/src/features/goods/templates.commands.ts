// Changes of the templates of goods: kept, renamed, deleted, and taken back.
import type { Input, Output } from '@yunshu/contract/call'
import type { addTemplate, deleteTemplate, renameTemplate } from '@yunshu/contract/goods/book'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { bookLimits } from '@yunshu/domain/goods/book'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { personOf } from '../../work/scope.ts'
import { changedMeanwhile, lockKept } from './book.commands.ts'
import { bookOwner } from './shipper.queries.ts'

/** A deleted template can be taken back this long, ms; the next one deleted after that takes it away. */
const backMs = DAY_MS

export async function keepTemplate(ctx: Ctx, input: Input<typeof addTemplate>): Promise<Output<typeof addTemplate>> {
  const companyId = await bookOwner(ctx, input.shipperId)
  await assertRoom(ctx, companyId)
  await assertFreeName(ctx, companyId, input.name)
  const id = v7()
  await ctx.tx.run(
    q.insertInto('goods_templates').values({
      id,
      company_id: companyId,
      name: input.name,
      kind: input.kind,
      body: input.body,
      maker_name: writtenName(ctx.actor),
      created_by: personOf(ctx.actor),
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  return { id, version: 1 }
}

export async function nameTemplate(
  ctx: Ctx,
  { shipperId, id, version, name }: Input<typeof renameTemplate>,
): Promise<Output<typeof renameTemplate>> {
  const companyId = await bookOwner(ctx, shipperId)
  await lockKept(ctx, companyId)
  await assertFreeName(ctx, companyId, name, id)
  return change(ctx, companyId, { id, version, isDeleted: false }, { name })
}

/** Deletes a template, or takes that back. */
export async function removeTemplate(
  ctx: Ctx,
  { shipperId, id, version, isBack = false }: Input<typeof deleteTemplate>,
): Promise<Output<typeof deleteTemplate>> {
  const companyId = await bookOwner(ctx, shipperId)
  if (!isBack) {
    await ctx.tx.run(
      q
        .deleteFrom('goods_templates')
        .where('company_id', '=', companyId)
        .where('deleted_at', '<', ctx.now - backMs),
    )
    return change(ctx, companyId, { id, version, isDeleted: false }, { deleted_at: ctx.now })
  }
  await assertRoom(ctx, companyId)
  const { name } = await ctx.tx.one(
    q.selectFrom('goods_templates').select('name').where('company_id', '=', companyId).where('id', '=', id),
  )
  await assertFreeName(ctx, companyId, name, id)
  return change(ctx, companyId, { id, version, isDeleted: true }, { deleted_at: null })
}

async function change(
  ctx: Ctx,
  companyId: string,
  { id, version, isDeleted }: { id: string; version: number; isDeleted: boolean },
  set: { name?: string; deleted_at?: number | null },
): Promise<{ id: string; version: number }> {
  const own = q
    .updateTable('goods_templates')
    .set({ ...set, updated_at: ctx.now, version: sql`version + 1` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', isDeleted ? 'is not' : 'is', null)
  if ((await ctx.tx.run(own.where('version', '=', version))) > 0) return { id, version: version + 1 }
  // one of another company, or gone, is not found
  await ctx.tx.one(
    q.selectFrom('goods_templates').select('id').where('company_id', '=', companyId).where('id', '=', id),
  )
  throw changedMeanwhile()
}

/** Refuses when the company keeps as many as it may. */
async function assertRoom(ctx: Ctx, companyId: string): Promise<void> {
  await lockKept(ctx, companyId)
  const { count } = await ctx.tx.one(live(companyId).select(sql<number>`count(*)::int`.as('count')))
  if (count >= bookLimits.templates) throw new Problem('goods.keptFull', { what: '模板', most: bookLimits.templates })
}

async function assertFreeName(ctx: Ctx, companyId: string, name: string, own?: string): Promise<void> {
  const same = await ctx.tx.first(live(companyId).select('id').where('name', '=', name))
  if (same && same.id !== own) throw wrongField('name', '已有同名模板')
}

const live = (companyId: string) =>
  q.selectFrom('goods_templates').where('company_id', '=', companyId).where('deleted_at', 'is', null)
