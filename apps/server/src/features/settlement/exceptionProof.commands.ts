// Papers of proof kept with a payment exception while it waits: the bank's slip, a letter, a screen of its portal.
import type { Input, Output } from '@yunshu/contract/call'
import type { uploadExceptionProof } from '@yunshu/contract/settlement/moneyException'
import { Problem } from '@yunshu/domain/problems/problems'
import { moneyExceptionStates, takesProof } from '@yunshu/domain/settlement/channelFacts'
import { keyOf } from '../../db/keyOf.ts'
import { nilId } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { keepUploads, type StoredUploads } from '../file/file.commands.ts'
import { exceptionsInReach } from './moneyException.queries.ts'

/** Keeps files with an exception that waits; its payer and the house see them, the carrier does not. */
export async function keepProof(
  ctx: Ctx,
  { id }: Input<typeof uploadExceptionProof>,
  stored: StoredUploads,
): Promise<Output<typeof uploadExceptionProof>> {
  const found = await ctx.tx.one(
    exceptionsInReach(ctx).select(['x.state', 'x.shipper_id', 'x.branch_id']).where('x.id', '=', id).forUpdate('x'),
  )
  const state = keyOf(moneyExceptionStates.states, found.state)
  if (!takesProof(state))
    throw new Problem('state.wrong', { state: moneyExceptionStates.states[state].label, move: '上传依据' })
  const files = await keepUploads(ctx, stored, {
    entity: 'moneyException',
    id,
    category: 'PROOF',
    shipperId: found.shipper_id ?? nilId,
    carrierId: nilId,
    branchId: found.branch_id ?? nilId,
  })
  ctx.touched('moneyException', id, { files: String(files.length) })
  return { files }
}
