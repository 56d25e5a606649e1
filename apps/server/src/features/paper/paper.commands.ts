// Links to papers of waybills: made with an end, printed and counted by anybody, revoked at once.
import { randomBytes } from 'node:crypto'
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/waybill/paper'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { Problem } from '@yunshu/domain/problems/problems'
import { publicCodeBytes, shareEnd } from '@yunshu/domain/share'
import { paperLinkLimits } from '@yunshu/domain/waybill/paper'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { inTransaction, q, systemReach } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx, type OpenCtx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { lockWaybill } from '../waybill/writing.commands.ts'
import { amountSideOf, findLiveLink, ownerIdOf, toPaperLink } from './paper.queries.ts'

/** Makes a link for the actor's side. Refuses `paper.many`, and to show a freight the actor does not see. */
export async function makePaperLink(
  ctx: Ctx,
  { id, days, showsAmount }: Input<typeof calls.makePaperLink>,
): Promise<Output<typeof calls.makePaperLink>> {
  const waybill = await lockWaybill(ctx, id)
  const owner = ownerIdOf(ctx)
  const side = amountSideOf(ctx, waybill.shipper_id)
  if (showsAmount && side === undefined) throw wrongField('showsAmount', '没有查看价格的权限，不能显示运费')
  const live = await ctx.tx.one(
    q
      .selectFrom('paper_links')
      .select(e => e.fn.countAll<number>().as('n'))
      .where('waybill_id', '=', id)
      .where('company_id', 'is not distinct from', owner)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', ctx.now),
  )
  if (live.n >= paperLinkLimits.live) throw new Problem('paper.many', { most: paperLinkLimits.live })
  const link = {
    id: v7(),
    token: randomBytes(publicCodeBytes).toString('base64url'),
    waybill_id: id,
    company_id: owner,
    branch_id: waybill.branch_id,
    amount_side: showsAmount ? (side ?? null) : null,
    prints: 0,
    expires_at: shareEnd(ctx.now, days),
    revoked_at: null,
    created_by: ctx.actor.userId,
    created_name: writtenName(ctx.actor),
    created_at: ctx.now,
  }
  await ctx.tx.run(q.insertInto('paper_links').values(link))
  await logEvent(ctx, {
    entity: 'waybill',
    entityId: id,
    action: '生成纸质运单链接',
    diff: [
      { field: '有效期至', old: '--', new: formatDateTime(link.expires_at) },
      { field: '显示运费', old: '--', new: showsAmount ? '是' : '否' },
    ],
  })
  ctx.touched('waybill', id)
  return toPaperLink(link)
}

/** Makes a link of the actor's side worthless; one revoked before stays as it was. */
export async function revokePaperLink(
  ctx: Ctx,
  { linkId }: Input<typeof calls.revokePaperLink>,
): Promise<Output<typeof calls.revokePaperLink>> {
  const link = await ctx.tx.one(
    q
      .selectFrom('paper_links')
      .select(['waybill_id', 'prints', 'created_at'])
      .where('id', '=', linkId)
      .where('company_id', 'is not distinct from', ownerIdOf(ctx)),
  )
  await lockWaybill(ctx, link.waybill_id)
  const ended = await ctx.tx.run(
    q.updateTable('paper_links').set({ revoked_at: ctx.now }).where('id', '=', linkId).where('revoked_at', 'is', null),
  )
  if (ended > 0)
    await logEvent(ctx, {
      entity: 'waybill',
      entityId: link.waybill_id,
      action: '作废纸质运单链接',
      diff: [
        { field: `${formatDateTime(link.created_at)} 生成的链接`, old: `已打印 ${link.prints} 次`, new: '已作废' },
      ],
    })
  ctx.touched('waybill', link.waybill_id)
  return {}
}

/** Counts one print of a live link; answers which it is. */
export async function countPrint(
  { deps, now }: OpenCtx,
  { linkCode }: Input<typeof calls.countPrint>,
): Promise<Output<typeof calls.countPrint>> {
  return inTransaction(deps.pool, systemReach, async tx => {
    const { id } = await findLiveLink(tx, linkCode, now)
    return tx.one<{ prints: number }>(
      sql<{ prints: number }>`update paper_links set prints = prints + 1 where id = ${id} returning prints`.compile(q),
    )
  })
}
