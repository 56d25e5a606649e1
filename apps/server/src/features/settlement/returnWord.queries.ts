// A bank's word that a payment came back, beside the returns that stand: one told before, and money that left us again.
import { startOfDay } from '@yunshu/domain/figures/time'
import { returnTold } from '@yunshu/domain/settlement/channelFacts'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import type { Payment } from './payment.queries.ts'

/** A word about a payment that is out, against those by which it came back before: new, told before, or people have to judge. */
export async function judgeReturnTold(
  ctx: Ctx,
  payment: Payment,
  fact: { readonly id: string; readonly bank_serial: string | null },
): Promise<'new' | 'told' | 'unclear'> {
  const before = await ctx.tx.rows(
    sql<{ serial: string | null; is_bank: boolean }>`
      select f.bank_serial as serial, f.source <> 'PERSON' as is_bank from channel_facts f
        left join money_exceptions x on x.id = f.exception_id
      where f.channel = ${payment.channel} and f.order_key = ${payment.idem_key} and f.id <> ${fact.id}::uuid
        and f.kind in ('RETURNED', 'FAILED')
        and (f.kind = 'RETURNED' and f.verdict = 'APPLIED' or x.state = 'resolved' and x.outcome = 'notPaid')`.compile(
      q,
    ),
  )
  return returnTold(
    before.map(({ serial, is_bank: isBank }) => ({ serial: serial ?? undefined, isBank })),
    fact.bank_serial ?? undefined,
  )
}

/** The first moment its money can have left: a success may be heard days later, and a record by hand is made after the payment. */
const leftAt = ({ sent_at: sentAt, done_at: doneAt, created_at: madeAt }: Payment): number =>
  Math.min(sentAt ?? madeAt, doneAt ?? Infinity)

/**
 * True where money of the amount came after the payment left and went back to its payer, or is on its way: the word may be of that
 * money, which does not lie with us. A request to send money back waits for the word, and the word for the request.
 */
export const wentBackAgain = (ctx: Ctx, payment: Payment): Promise<boolean> =>
  ctx.tx.elevated(async () => {
    const rows = await ctx.tx.rows(
      q
        .selectFrom('remittances')
        .select(['state', 'refunded_fen'])
        .where('branch_id', '=', payment.branch_id)
        .where('amount_fen', '=', payment.amount_fen)
        .where('debt_id', 'is', null)
        .where('date', '>=', startOfDay(leftAt(payment)))
        .where('state', 'in', ['unclaimed', 'claimed', 'refunding', 'refunded'])
        .orderBy('id')
        .forShare(),
    )
    return rows.some(({ state, refunded_fen: sent }) => state === 'refunding' || sent > 0)
  })
