// The work that is open on goods: tasks carriers hold and waybills on their way, locked before the goods change.
import { liveTaskStates } from '@yunshu/domain/task'
import { openWaybillStates } from '@yunshu/domain/waybill'
import { sql, type Selectable } from 'kysely'
import type { Tasks, Waybills } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../http/ctx.ts'

/** Waybills a change may still be applied to: nothing is loaded. */
export const unloadedStates = ['toAccept', 'toLoad', 'loading'] as const

export interface OpenWork { readonly waybills: readonly Selectable<Waybills>[]; readonly tasks: readonly Selectable<Tasks>[] }

/**
 * Locks the waybills that are not loaded and the live tasks of goods, in the order in which everybody takes them:
 * waybills, tasks, and then (by the caller) the goods. Of all carriers, whoever asks.
 */
export function lockOpenWork(ctx: Ctx, goodsId: string): Promise<OpenWork> {
  return ctx.tx.elevated(async () => ({
    waybills: await ctx.tx.rows(q.selectFrom('waybills').selectAll().where('goods_id', '=', goodsId).where('state', 'in', unloadedStates).orderBy('id').forUpdate()),
    tasks: await ctx.tx.rows(q.selectFrom('tasks').selectAll().where('goods_id', '=', goodsId).where('state', 'in', liveTaskStates).orderBy('id').forUpdate()),
  }))
}

/**
 * Waybills that were made while the tasks were waited for: they are held only if nobody else holds them, because
 * waybills come before tasks. Undefined when one is held elsewhere: the change has to be tried again.
 */
export function lockLate(ctx: Ctx, goodsId: string, { waybills }: OpenWork): Promise<Selectable<Waybills>[] | undefined> {
  const known = waybills.map((waybill) => waybill.id)
  const late = q.selectFrom('waybills').where('goods_id', '=', goodsId).where('state', 'in', unloadedStates).where(sql<boolean>`id <> all(${known}::uuid[])`).orderBy('id')
  return ctx.tx.elevated(async () => {
    const there = await ctx.tx.rows(late.select('id'))
    if (there.length === 0) return []
    const held = await ctx.tx.rows(late.selectAll().forUpdate().skipLocked())
    return held.length === there.length ? held : undefined
  })
}

/** Carriers that hold a live task or an open waybill of goods, by name. */
export function findHolders(ctx: Ctx, goodsId: string): Promise<{ id: string; name: string }[]> {
  return ctx.tx.elevated(() => ctx.tx.rows(sql<{ id: string; name: string }>`
    select c.id, c.name from companies c where c.id in (
      select carrier_id from tasks where goods_id = ${goodsId} and state = any(${[...liveTaskStates]}::text[])
      union select carrier_id from waybills where goods_id = ${goodsId} and state = any(${[...openWaybillStates]}::text[])) order by c.name`.compile(q)))
}
