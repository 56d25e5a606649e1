// The charge lines of a waybill: estimated when it is made, confirmed when it is signed.
import { chargeStates, type ChargeState } from '@yunshu/domain/settlement/charges'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { moveAll } from '../../work/move.ts'
import type { FixedCharge } from './signedAmounts.queries.ts'

/** Fixes the estimated freight lines at their amounts and adds what the signature and agreed claims brought. */
export async function confirmCharges(ctx: Ctx, waybillId: string, charges: readonly FixedCharge[]): Promise<void> {
  const estimates = await ctx.tx.rows(
    q
      .selectFrom('charges')
      .select(['id', 'side', 'version'])
      .where('waybill_id', '=', waybillId)
      .where('code', '=', 'FREIGHT')
      .where('state', '=', chargeStates.start),
  )
  const freight = estimates.flatMap(({ side, ...row }) =>
    charges
      .filter(charge => charge.code === 'FREIGHT' && charge.side === side)
      .map(({ amount }) => ({ ...row, state: chargeStates.start, amount })),
  )
  await moveAll(ctx, chargeStates, freight, 'confirm', { each: ({ amount }) => ({ set: { amount_fen: amount } }) })
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
          state: 'confirmed' satisfies ChargeState,
          remark: remark ?? null,
          created_at: ctx.now,
        })),
      ),
    )
  const charged = added.flatMap(({ id, claimId }) => (claimId === undefined ? [] : [{ id, claimId }]))
  if (charged.length > 0)
    await ctx.tx.run(
      sql`
      update waybill_claims as c set charge_id = made.charge_id
      from unnest(${charged.map(({ claimId }) => claimId)}::uuid[],
        ${charged.map(({ id }) => id)}::uuid[]) as made (claim_id, charge_id)
      where c.id = made.claim_id`.compile(q),
    )
}
