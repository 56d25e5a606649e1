// A remittance entered by hand, with the bank's slip that tells of it.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/remittance/remittance'
import { nilId } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { keepUploads, type StoredUploads } from '../file/file.commands.ts'
import { enterRemittance } from './remittance.commands.ts'

/** Records money of the branch the person works for by its slip; refused without one. */
export async function recordRemittance(
  ctx: Ctx,
  said: Input<typeof calls.recordRemittance>,
  stored: StoredUploads,
): Promise<Output<typeof calls.recordRemittance>> {
  const made = await enterRemittance(ctx, said)
  const owner = { entity: 'remittance', id: made.id, category: 'SLIP', shipperId: nilId, carrierId: nilId } as const
  await keepUploads(ctx, stored, { ...owner, branchId: ctx.actor.branchId ?? nilId })
  return made
}
