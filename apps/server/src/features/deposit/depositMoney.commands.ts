// The remittance a deposit came as: one of the branch, claimed for the deposit while it is held.
import { fen } from '@yunshu/domain/figures/money'
import { remittanceStates } from '@yunshu/domain/remittance'
import { Problem } from '@yunshu/domain/problems/problems'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { standingClaims, undoClaim, writeClaim } from '../remittance/claimRows.commands.ts'
import { ownRemittances } from '../remittance/remittance.queries.ts'
import { tellTradeOwner } from '../trade/trade.commands.ts'
import type { Deposit } from './deposit.queries.ts'

/** One remittance of the branch under lock; of another branch there is none. */
export async function lockRemittance(ctx: Ctx, branchId: string, id: string) {
  const row = await ctx.tx.one(
    q
      .selectFrom('remittances as r')
      .selectAll('r')
      .where('r.id', '=', id)
      .where('r.branch_id', '=', branchId)
      .where(ownRemittances(ctx.actor, 'r'))
      .forUpdate(),
  )
  return { ...row, state: keyOf(remittanceStates.states, row.state) }
}

/** The remittance a deposit came as is claimed for it, whole, or nobody's again. */
export async function moveRemittance(ctx: Ctx, deposit: Deposit, name: 'hold' | 'release'): Promise<void> {
  if (deposit.remittance_id === null) return
  const row = await lockRemittance(ctx, deposit.branch_id, deposit.remittance_id)
  const held = (await standingClaims(ctx, row.id)).find(claim => claim.deposit_id === deposit.id)
  const isThere =
    name === 'hold' ? row.state === 'unclaimed' && row.claimed_fen === 0 && row.refunded_fen === 0 : held !== undefined
  if (!isThere || row.amount_fen !== deposit.amount_fen)
    throw new Problem('deposit.gone', { remittanceNo: row.remittance_no })
  if (held === undefined)
    await writeClaim(
      ctx,
      row,
      { id: v7(), amount: fen(row.amount_fen), carrierId: deposit.carrier_id, depositId: deposit.id },
      { diff: [{ field: '押金', old: '--', new: deposit.deposit_no }] },
    )
  else await undoClaim(ctx, row, held, { reason: `冲销押金 ${deposit.deposit_no}`, name: 'release' })
  await tellTradeOwner(ctx, row.id)
}
