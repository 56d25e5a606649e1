// Suggestions whose money came: by the account it was sent from, by name, and by what shippers owe.
import type { RemittanceDetail } from '@yunshu/contract/remittance/remittance'
import { fen } from '@yunshu/domain/figures/money'
import { remittanceHints, type RemittanceHint } from '@yunshu/domain/remittance'
import { sql, type Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import type { Remittances } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { chargeableShippers } from '../fund/fund.queries.ts'

type Suggestion = RemittanceDetail['suggestions'][number]

/** The most shippers that are suggested. */
const suggestionsMost = 5

const rank = Object.keys(remittanceHints)
const bestOf = (why: readonly RemittanceHint[]): number => Math.min(...why.map(hint => rank.indexOf(hint)))

/** Shippers a remittance may be from, the surest first; the same question always has the same answer. */
export async function findSuggestions(ctx: Ctx, row: Selectable<Remittances>): Promise<Suggestion[]> {
  const { branch_id: branchId, payer_account: account, payer_name: name } = row
  const amount = row.amount_fen - row.claimed_fen
  return ctx.tx.elevated(async () => {
    const hints = await ctx.tx.rows<{ id: string; hint: string }>(
      sql<{ id: string; hint: string }>`
        select a.company_id as id, 'ACCOUNT' as hint from company_accounts a where regexp_replace(upper(a.account_no), '[^0-9A-Z]', '', 'g') = ${account}
        union select m.shipper_id, 'BEFORE' from remittances r join remittance_claims m on m.remittance_id = r.id and m.undone_at is null
          where r.payer_account = ${account} and r.claimed_fen > 0 and r.branch_id = ${branchId}::uuid and m.shipper_id is not null
        union select c.id, 'NAME' from companies c where lower(c.name) = lower(${name})
        union (select i.shipper_id, 'WAYBILL' from ar_items i where i.branch_id = ${branchId}::uuid and i.open_fen = ${amount} and i.open_fen > 0 limit 20)
        union select i.shipper_id, 'ARREARS' from ar_items i where i.branch_id = ${branchId}::uuid and i.open_fen > 0
          group by i.shipper_id having sum(i.open_fen) = ${amount}`.compile(q),
    )
    const of = new Map<string, RemittanceHint[]>()
    for (const { id, hint } of hints) of.set(id, [...(of.get(id) ?? []), keyOf(remittanceHints, hint)])
    if (of.size === 0) return []
    const shippers = await ctx.tx.rows(chargeableShippers.where('c.id', 'in', [...of.keys()]))
    const best = shippers
      .map(({ id, name: called }) => ({ shipperId: id, name: called, why: of.get(id) ?? [] }))
      .toSorted((a, b) => bestOf(a.why) - bestOf(b.why) || b.why.length - a.why.length || (a.name < b.name ? -1 : 1))
      .slice(0, suggestionsMost)
    const figures = await figuresOf(
      ctx,
      branchId,
      best.map(({ shipperId }) => shipperId),
    )
    return best.map(each => ({
      ...each,
      why: each.why.toSorted((a, b) => rank.indexOf(a) - rank.indexOf(b)),
      ...figures(each.shipperId),
    }))
  })
}

/** Arrears and prepaid money of shippers at a branch. */
async function figuresOf(
  ctx: Ctx,
  branchId: string,
  shipperIds: readonly string[],
): Promise<(shipperId: string) => Pick<Suggestion, 'owed' | 'prepaid'>> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('account_balances')
      .select(['party_id', 'account', sql<number>`sum(debit_fen - credit_fen)::bigint`.as('rest')])
      .where('branch_id', '=', branchId)
      .where('account', 'in', ['1122.01', '2205.01'])
      .where('party_id', 'in', [...shipperIds, branchId])
      .groupBy(['party_id', 'account']),
  )
  const rest = new Map(rows.map(row => [`${row.party_id} ${row.account}`, row.rest]))
  return id => ({ owed: fen(rest.get(`${id} 1122.01`) ?? 0), prepaid: fen(0 - (rest.get(`${id} 2205.01`) ?? 0)) })
}
