// Money that came back and left us again, beside an exception whose word of the bank may be of it (decision 209).
import type { SentBackMoney } from '@yunshu/contract/settlement/moneyException'
import { sql, type RawBuilder } from 'kysely'
import { dayOf } from '../../db/conditions.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf } from '../../work/scope.ts'
import { ownRemittances } from '../remittance/remittance.queries.ts'

/** The most remittances that are named. */
const namedMost = 10

/**
 * Remittances the word of exception `x` about payment `p` may be of: they had gone back, or were asked to, when it came
 * (`wentBackAgain`). Null where there are none, for other exceptions and for those who read no remittances.
 */
export function sentBackMoney(ctx: Ctx): RawBuilder<SentBackMoney[] | null> {
  if (!ctx.can('remittance.view')) return sql`null`
  const isOfWord = allOf([
    ownRemittances(ctx.actor, 'r'),
    sql<boolean>`x.kind = 'LATE_FAILURE' and r.branch_id = p.branch_id and r.amount_fen = p.amount_fen`,
    sql<boolean>`r.debt_id is null and r.date >= ${dayOf(sql`least(coalesce(p.sent_at, p.created_at), p.done_at)`)}`,
    sql<boolean>`exists (select from remittance_refunds f where f.remittance_id = r.id and f.asked_at <= x.created_at
      and (f.ended_at is null or f.serial is not null or f.ended_at >= x.created_at))`,
  ])
  return sql<SentBackMoney[] | null>`(select json_agg(json_build_object('id', m.id, 'remittanceNo', m.remittance_no,
      'payerName', m.payer_name, 'state', m.state) order by m.id)
    from (select r.id, r.remittance_no, r.payer_name, r.state from remittances r where ${isOfWord} order by r.id
      limit ${namedMost}) m)`
}
