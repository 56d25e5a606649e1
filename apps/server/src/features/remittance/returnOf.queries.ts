// The payment a remittance was pointed at as its money come back, and what people see of such payments.
import type { ReturnablePayment } from '@yunshu/contract/remittance/remittance'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { channelAccount } from '@yunshu/domain/trade'
import { sql, type RawBuilder } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { shownAccountNo } from '../../work/numbers.ts'

/** Whether a line of the bank's file is the movement of this alias. */
const isLaid = (trade: string): RawBuilder<boolean> =>
  sql<boolean>`(exists (select from recon_lines l where l.trade_id = ${sql.ref(`${trade}.id`)})
    or exists (select from recon_line_trades l where l.trade_id = ${sql.ref(`${trade}.id`)}))`

/** Whether the bank's file has a line for the word of entry `e`, and one for the remittance: then it moved money twice. */
const isMovedTwiceBy = (remittance: string) => sql<boolean>`(exists (select from trades said
    join journal_entries of_said on of_said.id = said.entry_id
    where said.account = ${channelAccount} and not said.is_repeat and of_said.source_type = 'channelFact'
      and of_said.source_id = e.source_id and of_said.event in ('E7r', 'E7e') and ${isLaid('said')})
  and exists (select from trades came join journal_entries of_came on of_came.id = came.entry_id
    where came.account = ${channelAccount} and not came.is_repeat and of_came.source_type = 'remittance'
      and of_came.source_id = ${sql.ref(remittance)} and of_came.event = 'E0' and ${isLaid('came')}))`

/**
 * The last word of a bank by which a payment came back while nobody had pointed money at it: it stands on the account by
 * itself, and no remittance is known as its money. One whose money a remittance may be comes before one it cannot be.
 */
export const wordAlone = (payment: string, remittance: string): RawBuilder<{ id: string }> => sql<{ id: string }>`
  select e.source_id as id ${alone(payment)} order by ${isMovedTwiceBy(remittance)}, t.id desc limit 1`
const alone = (payment: string) => sql`
  from trades t join journal_entries e on e.id = t.entry_id
  where t.payment_id = ${sql.ref(payment)} and t.account = ${channelAccount} and not t.is_repeat
    and e.source_type = 'channelFact' and e.event in ('E7r', 'E7e')
    and not exists (select from remittances k where k.return_fact_id = e.source_id)`

/** True for a payment, by its column, that came back by a word of the bank whose money nobody has recorded. */
export const isNamedAlone = (payment: string): RawBuilder<boolean> => sql<boolean>`exists (select ${alone(payment)})`

/**
 * True for a payment `p` that came back by a word of the bank whose money remittance `r` may be, whatever became of the payment
 * since; of one that is pointed at already, by the word it was pointed at for.
 */
export const isNamed = sql<boolean>`(r.return_fact_id is not null or r.state = 'unclaimed'
  and exists (select ${alone('p.id')} and not ${isMovedTwiceBy('r.id')}))`

/** The moment money left: of one the bank named as come back, the moment it was sent, for its end is the return, or a later one. */
export const paidAt = sql<number>`case when p.state = 'returned' or ${isNamed} then coalesce(p.sent_at, p.created_at)
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
    .select(sql<boolean>`(p.state = 'returned' or ${isNamed})`.as('is_returned'))
    .select(sql<boolean>`regexp_replace(upper(p.account_no), '[^0-9A-Z]', '', 'g') = r.payer_account`.as('is_same'))
    .select(
      sql<number>`(select count(distinct l.waybill_id)::int from settlement_lines l where l.payment_id = p.id)`.as(
        'waybills',
      ),
    )

/** Payments of the amount of a remittance that the bank named as come back before it, and whose money nobody has recorded. */
export const namedPaymentsOf = (remittanceId: string) =>
  paymentsBeside(remittanceId)
    .where(isNamed)
    .whereRef('p.amount_fen', '=', 'r.amount_fen')
    .where(sql<boolean>`${paidAt} < r.date + ${DAY_MS}`)
    .orderBy('p.id')

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
