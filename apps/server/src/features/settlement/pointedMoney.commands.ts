// Money one person has pointed at a payment for (登记退汇), when the bank names that payment itself before a second one agreed.
import { fen, printMoney } from '@yunshu/domain/figures/money'
import { remittanceStates } from '@yunshu/domain/remittance'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { move } from '../../work/move.ts'
import { tellHappening } from '../../work/outbox.ts'
import { tellTradeReturned } from '../trade/trade.commands.ts'
import type { Payment } from './payment.queries.ts'

/**
 * Uses up the money that is pointed at a payment which comes back: it stands in the books already, and is the bank's one
 * movement. Answers its id, and nothing where no money is.
 */
export const usePointedMoney = (ctx: Ctx, payment: Payment): Promise<string | undefined> =>
  ctx.tx.elevated(async () => {
    const row = await ctx.tx.first(
      q
        .selectFrom('remittances')
        .selectAll()
        .where('return_payment_id', '=', payment.id)
        .where('state', '=', 'returning')
        .forUpdate(),
    )
    if (row === undefined) return undefined
    await move(ctx, remittanceStates, { ...row, state: keyOf(remittanceStates.states, row.state) }, 'nameReturn')
    await tellTradeReturned(ctx, row.id, payment.id)
    const words = { remittanceNo: row.remittance_no, payer: row.payer_name, amount: printMoney(fen(row.amount_fen)) }
    const users = row.asker_id === null ? [] : [row.asker_id]
    await tellHappening(
      ctx,
      'remittance.returned',
      { users },
      { ...words, taskNo: payment.task_no, payee: payment.payee },
    )
    return row.id
  })
