// A dispute with what the receiver asks for: its own weight, and a deduction with its evidence, in one.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/waybill/waybill'
import { Problem } from '@yunshu/domain/problems/problems'
import { keepUploads, type StoredUploads } from '../file/file.commands.ts'
import type { Ctx } from '../../work/ctx.ts'
import { fieldFault } from '../../http/fieldFault.ts'
import { addClaim } from './claim.commands.ts'
import { moveWaybill } from './waybill.commands.ts'
import { lockWaybill } from './writing.commands.ts'

/** Makes the move, and asks for the deduction where one was typed; photos are its evidence, or those of the scene. */
export async function disputeWaybill(
  ctx: Ctx,
  { id, version, reason, unloadWeightG, claimCode, claimAmount }: Input<typeof calls.disputeWaybill>,
  stored: StoredUploads,
): Promise<Output<typeof calls.disputeWaybill>> {
  const fault = fieldFault({
    ...(claimCode && !claimAmount ? { claimAmount: '请填写扣款金额' } : {}),
    ...(claimAmount && !claimCode ? { claimCode: '请选择扣款类型' } : {}),
  })
  if (fault) throw fault
  const moved = await moveWaybill(ctx, {
    id,
    version,
    move: 'dispute',
    reason,
    ...(unloadWeightG === undefined ? {} : { unloadWeightG }),
  })
  if (claimCode && claimAmount) {
    if (!ctx.can('waybill.charge')) throw new Problem('permit.missing')
    const claim = { id, version: moved.version, claimSide: 'CARRIER', claimCode, claimAmount, reason } as const
    const asked = await addClaim(ctx, claim, stored)
    return { id, version: asked.version }
  }
  if (ctx.files.length === 0) return moved
  const waybill = await lockWaybill(ctx, id)
  await keepUploads(ctx, stored, {
    entity: 'waybill',
    id,
    category: 'scene',
    shipperId: waybill.shipper_id,
    carrierId: waybill.carrier_id,
    branchId: waybill.branch_id,
  })
  return moved
}
