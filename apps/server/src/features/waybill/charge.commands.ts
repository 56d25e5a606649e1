// The charge lines of a waybill: estimated when it is made, confirmed when it is signed.
import { v7 } from 'uuid'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import type { FixedCharge } from './sign.ts'

/** Fixes the estimated freight lines at their amounts and adds what the signature and agreed claims brought. */
export async function confirmCharges(ctx: Ctx, waybillId: string, charges: readonly FixedCharge[]): Promise<void> {
  for (const { side, amount } of charges.filter(charge => charge.code === 'FREIGHT'))
    await ctx.tx.run(
      q
        .updateTable('charges')
        .set({ amount_fen: amount, state: 'confirmed' })
        .where('waybill_id', '=', waybillId)
        .where('side', '=', side)
        .where('code', '=', 'FREIGHT')
        .where('state', '=', 'estimated'),
    )
  const added = charges.filter(charge => charge.code !== 'FREIGHT').map(charge => ({ ...charge, id: v7() }))
  if (added.length > 0)
    await ctx.tx.run(
      q.insertInto('charges').values(
        added.map(({ id, side, code, amount, remark }) => ({
          id,
          waybill_id: waybillId,
          side,
          code,
          amount_fen: amount,
          state: 'confirmed',
          remark: remark ?? null,
          created_at: ctx.now,
        })),
      ),
    )
  for (const { id, claimId } of added)
    if (claimId !== undefined)
      await ctx.tx.run(q.updateTable('waybill_claims').set({ charge_id: id }).where('id', '=', claimId))
}
