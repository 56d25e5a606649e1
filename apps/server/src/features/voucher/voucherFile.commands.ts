// Papers kept with a voucher.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/voucher/voucherPages'
import { Problem } from '@yunshu/domain/problems/problems'
import { nilId, q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { keepUploads, type StoredUploads } from '../file/file.commands.ts'

/**
 * Keeps papers with a voucher of the branch the person works for. Those of a deduction are evidence the carrier reads;
 * all others are the house's own.
 */
export async function uploadVoucherFile(
  ctx: Ctx,
  { id }: Input<typeof calls.uploadVoucherFile>,
  stored: StoredUploads,
): Promise<Output<typeof calls.uploadVoucherFile>> {
  const { branchId } = ctx.actor
  if (branchId === undefined) throw new Problem('branch.only')
  const voucher = await ctx.tx.one(
    q
      .selectFrom('vouchers')
      .select(['voucher_no', 'kind', 'carrier_id', 'branch_id'])
      .where('id', '=', id)
      .where('branch_id', '=', branchId),
  )
  const files = await keepUploads(ctx, stored, {
    entity: 'voucher',
    id,
    category: 'VOUCHER',
    shipperId: nilId,
    carrierId: voucher.kind === 'DEDUCT' ? (voucher.carrier_id ?? nilId) : nilId,
    branchId: voucher.branch_id,
  })
  const names = files.map(file => file.name).join('、')
  await logEvent(ctx, {
    entity: 'voucher',
    entityId: id,
    action: '上传附件',
    diff: [{ field: '附件', old: '', new: names }],
  })
  ctx.touched('voucher', id, { voucherNo: voucher.voucher_no, files: String(files.length) })
  return { files }
}
