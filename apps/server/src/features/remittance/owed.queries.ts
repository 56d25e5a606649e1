// Open receivables of a shipper at the branch of a remittance, for whoever lays the money on them by name.
import type { Input, Output } from '@yunshu/contract/call'
import type { listReceivables } from '@yunshu/contract/remittance/remittance'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { chargeableShippers } from '../fund/fund.queries.ts'
import { lossPolicyOfHouse } from '../voucher/lossPolicy.queries.ts'
import { findOpenItems } from './claimed.queries.ts'
import { ownRemittances } from './remittance.queries.ts'

/** Open receivables of a shipper at the branch of a remittance, oldest due first. */
export async function findReceivables(
  ctx: Ctx,
  { id, shipperId, text }: Input<typeof listReceivables>,
): Promise<Output<typeof listReceivables>> {
  const { branch_id: branchId } = await ctx.tx.one(
    q.selectFrom('remittances as r').select('r.branch_id').where('r.id', '=', id).where(ownRemittances(ctx.actor, 'r')),
  )
  const { name: shipperName } = await ctx.tx.one(chargeableShippers.where('c.id', '=', shipperId))
  return {
    shipperName,
    ...(await findOpenItems(ctx, { branchId, shipperId, text })),
    tailMost: (await lossPolicyOfHouse(ctx.tx)).tailMost,
  }
}
