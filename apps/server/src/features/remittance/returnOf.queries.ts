// The payment a remittance was pointed at as its money come back, and what people see of such payments.
import type { ReturnablePayment } from '@yunshu/contract/remittance/remittance'
import { fen } from '@yunshu/domain/figures/money'
import { channelAccount } from '@yunshu/domain/trade'
import { sql, type RawBuilder } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { shownAccountNo } from '../../work/numbers.ts'

/** The moment money left: of one that came back, the moment it was sent, for its end is the return. */
export const paidAt = sql<number>`case p.state when 'returned' then coalesce(p.sent_at, p.created_at)
  else coalesce(p.done_at, p.created_at) end`

/** Payments of the branch of a remittance; the caller has looked whose it is. */
export const paymentsBeside = (remittanceId: string) =>
  q
    .selectFrom('remittances as r')
    .innerJoin('payments as p', 'p.branch_id', 'r.branch_id')
    .innerJoin('settlements as st', 'st.id', 'p.settlement_id')
    .where('r.id', '=', remittanceId)
    .select(['p.id', 'p.task_no', 'st.settlement_num', 'p.payee', 'p.account_no', 'p.bank', 'p.amount_fen'])
    .select(paidAt.as('paid_at'))
    .select(sql<boolean>`p.state = 'returned'`.as('is_returned'))
    .select(sql<boolean>`regexp_replace(upper(p.account_no), '[^0-9A-Z]', '', 'g') = r.payer_account`.as('is_same'))
    .select(
      sql<number>`(select count(distinct l.waybill_id)::int from settlement_lines l where l.payment_id = p.id)`.as(
        'waybills',
      ),
    )

/**
 * The last word of a bank by which a payment came back while nobody had pointed money at it: it stands on the account by
 * itself, and no remittance is known as its money.
 */
export const wordAlone = (payment: string): RawBuilder<{ id: string }> => sql<{ id: string }>`
  select e.source_id as id from trades t join journal_entries e on e.id = t.entry_id
  where t.payment_id = ${sql.ref(payment)} and t.account = ${channelAccount} and not t.is_repeat
    and e.source_type = 'channelFact' and e.event in ('E7r', 'E7e')
    and not exists (select from remittances k where k.return_fact_id = e.source_id)
  order by t.id desc limit 1`

type Found = Awaited<ReturnType<typeof findOne>>
const findOne = (ctx: Ctx, remittanceId: string, paymentId: string) =>
  ctx.tx.one(paymentsBeside(remittanceId).where('p.id', '=', paymentId))

/** Such a payment as people see it. */
export const showReturnable = (ctx: Ctx, row: Found): ReturnablePayment => ({
  id: row.id,
  taskNo: row.task_no,
  settlementNum: row.settlement_num,
  payee: row.payee,
  account: shownAccountNo(ctx, row.account_no),
  bank: row.bank,
  amount: fen(row.amount_fen),
  paidAt: row.paid_at,
  isSameAccount: row.is_same,
  isReturned: row.is_returned,
  waybills: row.waybills,
})

/** The payment a remittance was pointed at, as it stands. */
export async function findReturnOf(
  ctx: Ctx,
  remittance: { readonly id: string; readonly return_payment_id: string | null },
): Promise<ReturnablePayment | undefined> {
  const { id, return_payment_id: paymentId } = remittance
  return paymentId === null ? undefined : showReturnable(ctx, await findOne(ctx, id, paymentId))
}
