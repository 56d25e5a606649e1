// Setting a shipper's credit, and holding new waybills to it.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/credit/credit'
import { creditModes, creditMost } from '@yunshu/domain/credit'
import { fen, printMoney, printYuan, type Fen } from '@yunshu/domain/figures/money'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { Problem } from '@yunshu/domain/problems/problems'
import { v7 } from 'uuid'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent, stale } from '../../work/history.ts'
import { lockCredit, servedShippers } from './credit.queries.ts'

/** Writes the limit; two who set it at once do not overwrite each other. */
export async function setCredit(
  ctx: Ctx,
  { id, seen, creditLimit: limit, blocks, reason }: Input<typeof calls.setCredit>,
): Promise<Output<typeof calls.setCredit>> {
  if (limit > creditMost) throw wrongField('creditLimit', `不能超过 ${printMoney(creditMost)} 元`)
  const shipper = await ctx.tx.one(
    q
      .selectFrom('companies as c')
      .select(['c.id', 'c.name', 'c.branch_id'])
      .where('c.id', '=', id)
      .where(servedShippers(ctx.actor)),
  )
  const branchId = shipper.branch_id ?? id
  const set = {
    limit_fen: limit,
    blocks,
    reason,
    set_by: ctx.actor.userId,
    set_name: writtenName(ctx.actor),
    updated_at: ctx.now,
  }
  const old = await ctx.tx.first(
    q.selectFrom('credits').selectAll().where('shipper_id', '=', id).where('branch_id', '=', branchId).forUpdate(),
  )
  if ((old?.version ?? 0) !== seen) throw await stale(ctx, old?.id ?? id)
  const kept = old?.id ?? v7()
  const version = seen + 1
  const written =
    old === undefined
      ? await ctx.tx.run(
          q
            .insertInto('credits')
            .values({ id: kept, shipper_id: id, branch_id: branchId, version, created_at: ctx.now, ...set })
            .onConflict(c => c.doNothing()),
        )
      : await ctx.tx.run(
          q
            .updateTable('credits')
            .set({ ...set, version })
            .where('id', '=', old.id),
        )
  if (written !== 1) throw await stale(ctx, kept)
  const words = (of: { limit_fen: number; blocks: boolean }) =>
    `${printMoney(fen(of.limit_fen))} 元，${creditModes[of.blocks ? 'block' : 'warn']}`
  await logEvent(ctx, {
    entity: 'credit',
    entityId: kept,
    action: '设置信用额度',
    reason,
    diff: [{ field: '信用额度', old: old === undefined ? '--' : words(old), new: words(set) }],
  })
  ctx.touched('credit', kept, { shipper: shipper.name, limit: printYuan(limit), blocks: String(blocks) })
  return { id, version }
}

/**
 * Holds new waybills of a shipper to its credit, the caller's until the transaction ends; refuses with `credit.short`
 * where the shipper is refused beyond it. Carriers are not told the figures: they are the shipper's with the house.
 */
export async function reserveCredit(
  ctx: Ctx,
  { shipperId, branchId, need }: { shipperId: string; branchId: string; need: Fen },
): Promise<void> {
  const left = await lockCredit(ctx, shipperId, branchId)
  if (left === undefined || left >= need) return
  const { actor } = ctx
  const mayKnow = (isHouseSide(actor.side) || actor.companyId === shipperId) && ctx.can('price.shipper')
  throw new Problem('credit.short', {
    available: mayKnow ? printMoney(fen(left)) : undefined,
    need: mayKnow ? printMoney(need) : undefined,
  })
}
