// The remittance a deposit came as: one of the branch, claimed for the deposit while it is held.
import { remittanceStates } from '@yunshu/domain/remittance'
import { Problem } from '@yunshu/domain/problems/problems'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { move } from '../../work/move.ts'
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

/** The remittance a deposit came as is claimed for it, or nobody's again. */
export async function moveRemittance(ctx: Ctx, deposit: Deposit, name: 'hold' | 'release'): Promise<void> {
  if (deposit.remittance_id === null) return
  const row = await lockRemittance(ctx, deposit.branch_id, deposit.remittance_id)
  const isThere = name === 'hold' ? row.state === 'unclaimed' : row.deposit_id === deposit.id
  if (!isThere || row.amount_fen !== deposit.amount_fen)
    throw new Problem('deposit.gone', { remittanceNo: row.remittance_no })
  const reason = `冲销押金 ${deposit.deposit_no}`
  await tellTradeOwner(ctx, row.id, name === 'hold' ? { carrierId: deposit.carrier_id } : {})
  await move(ctx, remittanceStates, row, name, {
    set:
      name === 'hold'
        ? {
            deposit_id: deposit.id,
            claim_id: v7(),
            claimer_name: writtenName(ctx.actor),
            claimed_at: ctx.now,
            reason: null,
          }
        : { deposit_id: null, claim_id: null, claimer_name: null, claimed_at: null, reason },
    ...(name === 'hold' ? { diff: [{ field: '押金', old: '--', new: deposit.deposit_no }] } : { reason }),
  })
}
