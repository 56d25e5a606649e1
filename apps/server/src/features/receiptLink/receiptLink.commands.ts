// Links that hand in one waybill's receipt from a phone: made and ended at the desk, used by whoever scanned the code.
import { randomBytes } from 'node:crypto'
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/waybill/receiptLink'
import { Problem } from '@yunshu/domain/problems/problems'
import { publicCodeBytes } from '@yunshu/domain/share'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { numberTail, receiptLinkLimits } from '@yunshu/domain/waybill/receiptLink'
import { lookupArea } from '@yunshu/regions/areaLookup'
import { loadRegions } from '@yunshu/regions/load'
import { provinceOf } from '@yunshu/regions/tree'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { nilId, q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import type { StoredUploads } from '../file/file.commands.ts'
import { hashOf } from '../session/tokens.queries.ts'
import { handReceiptIn } from '../waybill/receipt.commands.ts'
import { assertAct } from '../waybill/waybillActs.queries.ts'
import { lockWaybill } from '../waybill/writing.commands.ts'

/** Makes a link; the person's earlier ones of the waybill end, and those of yesterday are forgotten. */
export async function openReceiptLink(
  ctx: Ctx,
  { id }: Input<typeof calls.openReceiptLink>,
): Promise<Output<typeof calls.openReceiptLink>> {
  const { actor, now } = ctx
  const waybill = await lockWaybill(ctx, id)
  assertAct(ctx, 'uploadReceipt', waybill, { receiptState: waybill.receipt_state })
  const own = q.updateTable('receipt_links').set({ closed_at: now }).where('user_id', '=', actor.userId)
  await ctx.tx.run(own.where('waybill_id', '=', id).where('closed_at', 'is', null))
  await ctx.tx.run(
    q
      .deleteFrom('receipt_links')
      .where('user_id', '=', actor.userId)
      .where('until_at', '<', now - DAY_MS),
  )
  const code = randomBytes(publicCodeBytes).toString('base64url')
  const link = { id: v7(), until_at: now + receiptLinkLimits.lifeMs }
  await ctx.tx.run(
    q.insertInto('receipt_links').values({
      ...link,
      code_hash: hashOf(code),
      user_id: actor.userId,
      acting_for: actor.actingFor?.userId ?? null,
      session_id: actor.sessionId,
      waybill_id: id,
      created_at: now,
    }),
  )
  ctx.touched('waybill', id)
  return { linkId: link.id, code, until: link.until_at }
}

/** Ends a link of one's own. */
export async function closeReceiptLink(
  ctx: Ctx,
  { linkId }: Input<typeof calls.closeReceiptLink>,
): Promise<Output<typeof calls.closeReceiptLink>> {
  const link = await ctx.tx.one(
    q.selectFrom('receipt_links').select('waybill_id').where('id', '=', linkId).where('user_id', '=', ctx.actor.userId),
  )
  await ctx.tx.run(
    q.updateTable('receipt_links').set({ closed_at: ctx.now }).where('id', '=', linkId).where('closed_at', 'is', null),
  )
  ctx.touched('waybill', link.waybill_id)
  return {}
}

/** The link its caller came by; refuses `receipt.link` when it is over by now. */
async function linkOf(ctx: Ctx) {
  const link = await ctx.tx.first(
    q
      .selectFrom('receipt_links')
      .select(['id', 'waybill_id', 'photos', 'until_at'])
      .where('id', '=', ctx.actor.linkId ?? nilId)
      .where('closed_at', 'is', null)
      .where('until_at', '>', ctx.now),
  )
  if (!link) throw new Problem('receipt.link')
  return link
}

const cityOf = (code: string): string => {
  const { province, city } = lookupArea(loadRegions().tree, provinceOf(code), code, code)
  return city || province
}

/** The facts a phone sees. */
export async function findLinkedReceipt(ctx: Ctx): Promise<Output<typeof calls.getReceiptLink>> {
  const link = await linkOf(ctx)
  const waybill = await ctx.tx.one(
    q.selectFrom('waybills').select(['waybill_no', 'load_region', 'unload_region']).where('id', '=', link.waybill_id),
  )
  return {
    waybillNum: numberTail(waybill.waybill_no),
    route: `${cityOf(waybill.load_region)} → ${cityOf(waybill.unload_region)}`,
    left: Math.max(0, receiptLinkLimits.photos - link.photos),
    until: link.until_at,
  }
}

/** Hands in what the phone sent; two at once never send more than the link takes. */
export async function sendLinkedReceipt(
  ctx: Ctx,
  _: Input<typeof calls.sendLinkedReceipt>,
  stored: StoredUploads,
): Promise<Output<typeof calls.sendLinkedReceipt>> {
  const { waybill_id: id, ...link } = await linkOf(ctx)
  const waybill = await lockWaybill(ctx, id)
  const most = receiptLinkLimits.photos
  const taken = await ctx.tx.first<{ photos: number }>(
    sql<{ photos: number }>`update receipt_links set photos = photos + ${ctx.files.length}::int
    where id = ${link.id} and closed_at is null and photos + ${ctx.files.length}::int <= ${most}
      returning photos`.compile(q),
  )
  if (!taken)
    throw new Problem('receipt.linkFull', { most }, { fields: { files: `最多还能上传 ${most - link.photos} 个` } })
  await handReceiptIn(ctx, waybill, stored, [{ field: '来源', old: '--', new: '手机扫码' }])
  await tellHappening(ctx, 'receipt.linked', { company: waybill.carrier_id, permit: 'receipt.upload' })
  return { left: most - taken.photos }
}
