// Sums about money that hold at every moment, each a query that finds the rows for which one does not.
import { sumOpenAges } from '@yunshu/contract/report/openAge'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { withClient } from '@yunshu/postgres/withClient'
import type pg from 'pg'
import { reachAll } from './oldDatabase.ts'
import type { Client, TestServer } from './testServer.ts'

/** Queries that find nothing, by the sum they stand for. */
const moneyInvariants = {
  // money of a payment is out once where it arrived, and not at all where it did not
  paidOnce: `select p.task_no from payments p left join trades t on t.payment_id = p.id group by p.id
    having coalesce(sum(case t.direction when 'OUT' then t.amount_fen when 'IN' then -t.amount_fen end), 0)
      <> case when p.state = 'success' then p.amount_fen else 0 end`,
  // the maker of a sheet neither approved nor paid it, and nobody paid one that nobody approved
  twoPeople: `select s.settlement_num from settlements s where exists (select from payments p where p.settlement_id = s.id)
    and (s.auditor_id is null or s.payer_id is null or s.maker_id in (s.auditor_id, s.payer_id)
      or s.submitter_id in (s.auditor_id, s.payer_id))`,
  // an order goes to the account that was frozen with the lines it pays
  frozenPayee: `select p.task_no from payments p join settlement_lines l on l.payment_id = p.id
    where l.payee ->> 'account' is distinct from p.account_no`,
  // money that left and stayed away for a waybill is the money its parts say they were paid
  tradesOfWaybill: `select w.waybill_no from waybills w
    left join (select tw.waybill_id, sum(case t.direction when 'OUT' then tw.amount_fen else -tw.amount_fen end) as fen
      from trade_waybills tw join trades t on t.id = tw.trade_id where t.kind in ('FREIGHT', 'ADVANCE', 'FEE', 'RETURN') group by 1) moved on moved.waybill_id = w.id
    left join (select waybill_id, sum(paid_fen + case part when 'pre' then issued_fen else 0 end) as fen
      from waybill_parts group by 1) paid on paid.waybill_id = w.id
    where coalesce(moved.fen, 0) <> coalesce(paid.fen, 0)`,
  // money of a payment moved in the books once where it arrived, and not at all where it came back: by the bank's word, as money
  // that came (来款), or by both
  backOnce: `select p.task_no from payments p
    join (select p.id, l.debit_fen - l.credit_fen as fen from payments p
        join journal_entries e on e.source_type = 'payment' and e.source_id = p.id join journal_lines l on l.entry_id = e.id
        where l.account = '1002.02'
      union all select p.id, l.debit_fen - l.credit_fen from payments p
        join channel_facts f on f.channel = p.channel and f.order_key = p.idem_key
        join journal_entries e on e.source_type = 'channelFact' and e.source_id = f.id
        join journal_lines l on l.entry_id = e.id where l.account = '1002.02'
      union all select r.return_payment_id, l.debit_fen - l.credit_fen from remittances r
        join journal_entries e on e.source_type = 'remittance' and e.source_id = r.id
        join journal_lines l on l.entry_id = e.id where l.account = '1002.02' and r.state = 'returned') as moved on moved.id = p.id
    group by p.id having sum(moved.fen) <> case when p.state = 'success' then -p.amount_fen else 0 end`,
  // no account of money and no stock is below zero
  notBelowZero: `select account || ' ' || branch_id from account_balances where account in ('1002.02', '1123.01', '1123.02')
    group by account, branch_id having sum(debit_fen - credit_fen) < 0`,
  // the vouchers of an entry bear its turnover
  vouchers: `select e.entry_no from journal_entries e left join vouchers v on v.entry_id = e.id
    where v.amount_fen is distinct from (select sum(l.debit_fen) from journal_lines l where l.entry_id = e.id)`,
  // a line of red takes back a line that is there, once and to the fen
  red: `select l.entry_id::text from journal_lines l join journal_lines o on o.entry_id = l.reverses_entry and o.n = l.reverses_n
    where (o.account, o.debit_fen, o.credit_fen) is distinct from (l.account, -l.debit_fen, -l.credit_fen)`,
} satisfies Readonly<Record<string, string>>

async function brokenOn(client: pg.ClientBase): Promise<string[]> {
  const broken: string[] = []
  for (const [name, text] of Object.entries(moneyInvariants))
    if ((await client.query(`select * from (${text}) as x limit 1`)).rows.length > 0) broken.push(name)
  return broken
}

/** The sums that do not hold now; or after a fault, which is undone. */
export async function brokenInvariants(server: Pick<TestServer, 'ownerUrl'>, fault?: string): Promise<string[]> {
  return withClient(server.ownerUrl, async client => {
    await client.query('begin')
    await reachAll(client)
    if (fault !== undefined) await client.query(fault)
    const broken = await brokenOn(client)
    await client.query('rollback')
    return broken
  })
}

/**
 * The distance between account 2241.03 and money nobody claimed as it is told, fen, with every receipt looked at by its entries,
 * as if each had changed after the day.
 */
export async function unclaimedOff({ ownerUrl }: Pick<TestServer, 'ownerUrl'>, house: Client): Promise<number> {
  return withClient(ownerUrl, async client => {
    await reachAll(client)
    await client.query(`update remittances set updated_at = updated_at + ${2 * DAY_MS}`)
    try {
      const { sums, check } = await house.send(sumOpenAges, { kind: 'unclaimed' })
      return (check?.control ?? NaN) - sums.total
    } finally {
      await client.query(`update remittances set updated_at = updated_at - ${2 * DAY_MS}`)
    }
  })
}
