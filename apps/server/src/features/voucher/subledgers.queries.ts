// Sub-ledgers: the records an account of the books stands for, party by party. The balance of such an account is the sum of
// its records at every moment; closing a month and the tests of money hold one against the other.
import type { FuelKind } from '@yunshu/domain/fuel/fuel'
import type { AccountCode } from '@yunshu/domain/voucher/chart'
import { openRemittances } from '@yunshu/domain/remittance'
import type { CloseCheck } from '@yunshu/domain/voucher/closing'
import { openingCategory } from '@yunshu/domain/voucher/opening'
import { sql, type RawBuilder } from 'kysely'
import { draftSheets, isUnapproved } from '../../db/unapprovedSheet.ts'

/** The records behind an account: branch, party and amount of each; `amount` above zero on the account's normal side. */
interface Subledger {
  readonly accounts: readonly [string, ...string[]]
  readonly side: 'debit' | 'credit'
  /** The account has no party: its records count as one. */
  readonly isWhole?: true
  readonly records: RawBuilder<unknown>
}

/** A stock of fuel or tolls: what lies on accounts with providers, and what its branch began with. */
const stockOf = (kind: FuelKind, account: AccountCode): RawBuilder<unknown> =>
  sql`select branch_id, null::uuid as party_id, balance_fen as amount from fuel_accounts where kind = ${sql.lit(kind)}
    union all select v.branch_id, null, (l->>'debit')::bigint - (l->>'credit')::bigint
      from vouchers v cross join jsonb_array_elements(v.draft_lines) l
      where v.category = ${sql.lit(openingCategory)} and v.state = 'posted' and l->>'account' = ${sql.lit(account)}`

/** The accounts that stand for records, by the check of a closing that names them. */
export const subledgers = {
  receivables: {
    accounts: ['1122.01'],
    side: 'debit',
    records: sql`select branch_id, shipper_id as party_id, open_fen as amount from ar_items`,
  },
  estimated: {
    accounts: ['2202.99'],
    side: 'credit',
    records: sql`select p.branch_id, p.carrier_id as party_id, p.freight_fen as amount
      from waybill_parts p left join settlements s on s.id = p.settlement_id
      where p.part in ('arrive', 'receipt', 'debt', 'adjust', 'fee') and p.fixed_fen is not null and p.state <> 'dropped'
        and (p.settlement_id is null or ${isUnapproved})`,
  },
  payables: {
    accounts: ['2202.01', '2202.03'],
    side: 'credit',
    records: sql`select s.branch_id, s.carrier_id as party_id, l.pay_fen as amount
      from settlement_lines l join settlements s on s.id = l.settlement_id left join payments y on y.id = l.payment_id
      where l.is_open and (s.state in ('approved', 'voiding') or s.kind = 'FAILURE' and s.state in ${draftSheets}
        or s.state in ('paying', 'partial')
        and y.state in ('failed', 'returned') and not exists (select from settlement_lines o
          join payments x on x.id = o.payment_id
          where o.part_id = l.part_id and o.late = 'first' and x.state = 'success'))`,
  },
  underWay: {
    accounts: ['2202.02'],
    side: 'credit',
    records: sql`select branch_id, carrier_id as party_id, amount_fen as amount from payments
      where state in ('created', 'sent', 'unknown')
      union all select branch_id, carrier_id, amount_fen from deposit_backs where state = 'approved'`,
  },
  advances: {
    accounts: ['1123.03'],
    side: 'debit',
    // an advance stands there from the approval of its sheet on, paid or not, until a sheet of freight sets it off
    records: sql`select p.branch_id, p.carrier_id as party_id, p.issued_fen as amount
      from waybill_parts p left join settlements s on s.id = p.settlement_id
      where p.part in ('oil', 'etc') and p.issued_fen > 0
        and (p.state = 'issued' or p.state = 'onSheet' and ${isUnapproved})
      union all select p.branch_id, p.carrier_id, l.due_fen
      from waybill_parts p join settlement_lines l on l.part_id = p.id and l.is_open
        join settlements s on s.id = l.settlement_id and (s.kind = 'FAILURE' or s.state not in ${draftSheets})
        left join settlement_lines rl on rl.part_id = p.rides_on and rl.is_open
        left join settlements rs on rs.id = rl.settlement_id
      where p.part = 'pre' and p.state <> 'dropped'
        and (rs.id is null or rs.kind <> 'FAILURE' and rs.state in ${draftSheets})`,
  },
  // debts a sheet carries on are booked with its approval, and a debt of its own once it is paid
  owed: {
    accounts: ['1221.01', '1221.02'],
    side: 'debit',
    records: sql`select d.branch_id, d.carrier_id as party_id, d.open_fen as amount
      from debts d left join settlements s on s.id = d.taken_by
      where d.returned_at is null and (d.taken_by is null or ${isUnapproved})
      union all select branch_id, carrier_id, carried_out_fen from settlements
        where state in ('approved', 'voiding', 'paying') and carried_out_fen > 0`,
  },
  unclaimed: {
    accounts: ['2241.03'],
    side: 'credit',
    isWhole: true,
    records: sql`select branch_id, null::uuid as party_id, amount_fen - claimed_fen - refunded_fen as amount from remittances
      where state = any(${[...openRemittances]}::text[])`,
  },
  // penalties agreed to are under way to the carrier; no penalty is held here, an appeal is an adjustment
  deposits: {
    accounts: ['2241.02'],
    side: 'credit',
    records: sql`select branch_id, carrier_id as party_id, amount_fen - gone_fen as amount from deposits
        where state in ('standing', 'undoing')
      union all select branch_id, carrier_id, -amount_fen from deposit_backs where state = 'approved'`,
  },
  refunding: {
    accounts: ['2241.04'],
    side: 'credit',
    records: sql`select branch_id, shipper_id as party_id, amount_fen as amount from refunds
      where state in ('asked', 'approved')`,
  },
  // fuel bought for no account is handed out by the sheets it pays part of
  fuelStock: {
    accounts: ['1123.01'],
    side: 'debit',
    isWhole: true,
    records: sql`${stockOf('OIL', '1123.01')}
      union all select branch_id, null, amount_fen from fund_records
        where kind = 'FUEL' and state = 'confirmed' and fuel_account_id is null
      union all select p.branch_id, null, coalesce((select sum(r.issued_fen) from waybill_parts r
          where r.rides_on = p.id and r.from_stock and r.part = 'oil'), 0) - p.oil_fen
        from waybill_parts p join settlements s on s.id = p.settlement_id
        where p.oil_fen > 0 and s.state <> 'void' and not ${isUnapproved}`,
  },
  tollStock: { accounts: ['1123.02'], side: 'debit', isWhole: true, records: stockOf('ETC', '1123.02') },
  // a waybill of which more tax was declared than it owes counts as none
  waitingTax: {
    accounts: ['2221.07'],
    side: 'credit',
    isWhole: true,
    records: sql`select branch_id, null::uuid as party_id, tax_fen as amount from waiting_tax where tax_fen > 0`,
  },
} as const satisfies Readonly<Partial<Record<CloseCheck, Subledger>>>
export type SubledgerName = keyof typeof subledgers

/** Parties of branches for whom an account differs from its records: `branch_id`, `party_id`, `booked` and `kept`. */
export function subledgerFaults(
  name: SubledgerName,
  where: RawBuilder<boolean> = sql<boolean>`true`,
): RawBuilder<unknown> {
  const { accounts, side, records, ...kind }: Subledger = subledgers[name]
  const party = kind.isWhole ? sql`null::uuid` : sql`party_id`
  const net = side === 'debit' ? sql`debit_fen - credit_fen` : sql`credit_fen - debit_fen`
  return sql`select branch_id, party_id, sum(booked)::bigint as booked, sum(kept)::bigint as kept from (
      select branch_id, ${party} as party_id, ${net} as booked, 0 as kept from account_balances
        where account in (${sql.join(accounts.map(account => sql.lit(account)))})
      union all select branch_id, party_id, 0, amount from (${records}) as r
    ) as x where ${where} group by 1, 2 having sum(booked) <> sum(kept)`
}
