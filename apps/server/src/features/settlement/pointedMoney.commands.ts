// Money one person has pointed at a payment for (登记退汇), when the bank names that payment itself before a second one agreed.
import { remittanceStates } from '@yunshu/domain/remittance'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { move } from '../../work/move.ts'
import { tellHappening } from '../../work/outbox.ts'
import { remittanceAskers, remittanceWords } from '../remittance/remittance.commands.ts'
import { restThereSince } from '../remittance/refunds.queries.ts'
import type { Remittance } from '../remittance/remittance.queries.ts'
import { tellTradeReturned } from '../trade/trade.commands.ts'
import type { Payment } from './payment.queries.ts'

/**
 * Uses up the money that is pointed at a payment which comes back: it stands in the books already, and is the bank's one
 * movement. Answers its id, and nothing where no money is.
 */
const usePointedMoney = (ctx: Ctx, payment: Payment): Promise<string | undefined> =>
  ctx.tx.elevated(async () => {
    const row = await ctx.tx.first(
      q
        .selectFrom('remittances')
        .selectAll()
        .where('return_payment_id', '=', payment.id)
        .where('state', '=', 'returning')
        // money of a word the payment had come back by before is none of this one
        .where('return_fact_id', 'is', null)
        .forUpdate(),
    )
    if (row === undefined) return undefined
    const remittance = { ...row, state: keyOf(remittanceStates.states, row.state) }
    await move(ctx, remittanceStates, remittance, 'nameReturn')
    await tellUsedUp(ctx, remittance, payment)
    return row.id
  })

/** Makes the movement of money one of the payment that came back, and tells whoever pointed at it. */
export async function tellUsedUp(ctx: Ctx, row: Remittance, payment: Payment): Promise<void> {
  await tellTradeReturned(ctx, row.id, payment.id)
  await tellReturned(ctx, row, payment)
}

/** Tells whoever pointed money at a payment that it is used up. */
export const tellReturned = (ctx: Ctx, row: Remittance, payment: Payment): Promise<void> =>
  tellHappening(
    ctx,
    'remittance.returned',
    { users: remittanceAskers(row) },
    { ...remittanceWords(row), taskNo: payment.task_no, payee: payment.payee },
  )

/**
 * The moment of the books for money of a payment that comes back, and the account it is taken from where it came as a remittance: the
 * one it was agreed to be, or the one that is pointed at it, which is used up. It does not leave before it was there as nobody's.
 */
export async function placeOfReturn(
  ctx: Ctx,
  payment: Payment,
  { at, agreedId }: { readonly at: number; readonly agreedId: string | undefined },
): Promise<{ readonly at: number; readonly from?: '2241.03' }> {
  const id = agreedId ?? (await usePointedMoney(ctx, payment))
  if (id === undefined) return { at }
  return ctx.tx.elevated(async () => {
    const row = await ctx.tx.one(q.selectFrom('remittances').select(['id', 'date']).where('id', '=', id))
    return { at: Math.max(at, await restThereSince(ctx, row)), from: '2241.03' }
  })
}
