// The ground of tests about whom a sheet pays: verified payees with an authorisation of the waybill's driver, and the
// money of waybills and payments side by side.
import { DAY_MS } from '@yunshu/domain/figures/time'
import { withClient } from '@yunshu/postgres/withClient'
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { demoUserId } from '../../apps/server/demo/people.ts'
import { q } from '../../apps/server/src/db/tx.ts'
import { reachAll } from './oldDatabase.ts'
import type { TestServer } from './testServer.ts'

/** A verified person, authorised by the drivers of these waybills and chosen to be paid for them; answers the id. */
export async function payeeOf(
  server: TestServer,
  waybillIds: readonly string[],
  { name = '赵建军', accountNo = `62220000${String(randomInt(1e9)).padStart(9, '0')}0` } = {},
): Promise<string> {
  const [id, now] = [v7(), Date.now()]
  const by = demoUserId('carrier')
  await server.db(async tx => {
    const waybills = await tx.rows(
      q
        .selectFrom('waybills')
        .select(['id', 'driver_id', 'carrier_id'])
        .where('id', 'in', [...waybillIds]),
    )
    const [first] = waybills
    if (first === undefined) throw new Error('no waybill to be paid for')
    await tx.run(
      q.insertInto('payees').values({
        id,
        carrier_id: first.carrier_id,
        kind: 'PERSON',
        name,
        id_no: `T${String(randomInt(1e12))}`,
        mobile: '19900000009',
        bank: '中国农业银行',
        account_no: accountNo,
        paper: 'approved',
        created_by: by,
        created_at: now,
        updated_at: now,
      }),
    )
    await tx.run(
      q.insertInto('payee_auths').values(
        waybills.map(({ driver_id, carrier_id }) => ({
          id: v7(),
          payee_id: id,
          driver_id,
          carrier_id,
          state: 'active',
          valid_from: now - DAY_MS,
          valid_to: now + 30 * DAY_MS,
          created_by: by,
          created_at: now,
          updated_at: now,
        })),
      ),
    )
    await tx.run(
      q
        .updateTable('waybills')
        .set({ payee_id: id })
        .where('id', 'in', [...waybillIds]),
    )
  })
  return id
}

/** Receivables that were given up beside the records that say so, and tails beside the money of their claims. */
const faultsOfLosses = sql`
        union all select 'sum of write-off ' || o.write_off_no from write_offs o
          left join (select write_off_id, sum(amount_fen) as fen, count(*) as n from write_off_items group by 1) i
            on i.write_off_id = o.id
          where (o.amount_fen, o.waybills) is distinct from (i.fen, i.n)
        union all select 'given up by ' || o.write_off_no from write_offs o
          join write_off_items i on i.write_off_id = o.id
          left join ar_matches m on m.write_off_id = o.id and m.waybill_id = i.waybill_id
          where (m.id is not null) <> (o.state in ('booked', 'undoing', 'undone')) or m.amount_fen <> i.amount_fen
            or o.state = 'undone' and m.reversed_by is null
        union all select 'given up twice ' || m.waybill_id from ar_matches m where m.write_off_id is not null
          group by m.write_off_id, m.waybill_id having count(*) > 1
        union all select 'tail without its money ' || t.waybill_id from ar_matches t
          where t.is_tail and t.reversed_by is null and not exists (select from ar_matches m where m.claim_id = t.claim_id
            and m.waybill_id = t.waybill_id and not m.is_tail and m.reversed_by is null)
        union all select 'allowance of ' || l.waybill_id from journal_lines l
          where l.account = '1231' and l.waybill_id is not null group by l.waybill_id
          having sum(l.debit_fen - l.credit_fen) <> 0`

const moneyFaultsQuery = sql<{ fault: string }>`
        select 'waybill ' || w.waybill_no as fault from waybills w
          left join (select l.waybill_id, sum(l.pay_fen) as fen from settlement_lines l
            join payments p on p.id = l.payment_id
            join waybill_parts a on a.id = l.part_id and a.part not in ('pre', 'fee') where p.state = 'success'
              and (l.is_open or l.late = 'first') and l.late is distinct from 'twice'
                group by 1) paid on paid.waybill_id = w.id
          where w.paid_fen <> coalesce(paid.fen, 0)
        union all select 'payment ' || p.task_no from payments p
          where p.amount_fen <> (select coalesce(sum(l.pay_fen), 0) from settlement_lines l where l.payment_id = p.id)
        union all select 'sheet ' || s.settlement_num from settlements s
          join settlement_lines l on l.settlement_id = s.id
          group by s.id having sum(l.pay_fen) <> s.due_fen or sum(l.set_off_fen) <> s.carried_in_fen - s.carried_out_fen
        union all select 'part with two sheets ' || l.part_id from settlement_lines l where l.is_open
          group by l.part_id having count(*) > 1
        union all select 'parts of waybill ' || w.waybill_no from waybills w
          join waybill_parts p on p.waybill_id = w.id and p.part in ('arrive', 'receipt', 'debt', 'adjust')
          and (p.state <> 'dropped'
            or exists (select from estimate_ends e where e.waybill_id = w.id and e.state = 'done'))
          where w.state in ('signed', 'finished') group by w.id
          having coalesce(sum(p.fixed_fen) filter (where p.state <> 'dropped'), 0)
              <> w.payable_fen - w.deducted_fen - w.oil_fen - sum(p.advanced_fen)
            or sum(p.freight_fen) <> w.payable_fen
            or sum(p.paid_fen) <> w.paid_fen or sum(p.set_off_fen) <> w.set_off_fen
        union all select 'advance of ' || w.waybill_no from waybills w left join waybill_parts p on p.waybill_id = w.id
          and p.part = 'pre'
          left join (select l.part_id, sum(l.pay_fen) as fen from settlement_lines l
            join payments y on y.id = l.payment_id where y.state = 'success' and l.is_open
            group by 1) paid on paid.part_id = p.id
          left join waybill_parts t on t.waybill_id = w.id and t.part = 'etc' and t.from_stock and t.state <> 'dropped'
          where w.state not in ('cancelled', 'void') and w.advanced_fen <> coalesce(paid.fen,
            0) + coalesce(t.issued_fen, 0)
        union all select 'advances on 1123.03 of ' || coalesce(b.waybill_id, p.waybill_id) from
          (select waybill_id, sum(debit_fen - credit_fen) as fen from journal_lines where account = '1123.03'
            group by 1) b
          full join (select a.waybill_id, sum(case when a.part = 'pre' then l.due_fen else a.issued_fen end) as fen
            from waybill_parts a
            left join settlement_lines l on l.part_id = a.id and l.is_open
            left join settlements s on s.id = l.settlement_id and (s.kind = 'FAILURE'
              or s.state not in ('draft', 'submitted', 'rejected'))
            left join settlement_lines cl on cl.part_id = a.rides_on and cl.is_open left
              join settlements cs on cs.id = cl.settlement_id
            where (a.part = 'pre' and s.id is not null or a.from_stock) and a.state <> 'dropped' and (cs.id is null
              or cs.kind <> 'FAILURE' and cs.state in ('draft', 'submitted', 'rejected'))
              group by 1) p on p.waybill_id = b.waybill_id
          where coalesce(b.fen, 0) <> coalesce(p.fen, 0)
        union all select 'fuel of part ' || p.id from waybill_parts p left join fuel_issues i on i.part_id = p.id
          where p.from_stock and p.state <> 'dropped' group by p.id
            having p.issued_fen <> sum(i.amount_fen - i.recovered_fen)
        union all select 'stock of ' || a.provider from fuel_accounts a
          where a.balance_fen <> (select coalesce(sum(f.amount_fen), 0) from fund_records f
            where f.fuel_account_id = a.id and f.state = 'confirmed')
            - (select coalesce(sum(i.amount_fen - i.recovered_fen), 0) from fuel_issues i where i.account_id = a.id)
            + (select coalesce(sum(case when (s.to_account_id = a.id) or s.kind = 'SURPLUS' then s.amount_fen
                else -s.amount_fen end), 0) from fuel_shifts s
              where a.id in (s.account_id, s.to_account_id) and s.state in ('booked', 'undoing'))
        union all select 'deposit ' || d.deposit_no from deposits d
          where d.asked_fen <> (select coalesce(sum(k.amount_fen), 0) from deposit_backs k
              where k.deposit_id = d.id and k.state in ('asked', 'approved'))
            or d.gone_fen <> (select coalesce(sum(k.amount_fen), 0) from deposit_backs k
              where k.deposit_id = d.id and k.state in ('paid', 'bouncing', 'offset', 'undoing'))
        union all select 'deposits on 2241.02 of ' || coalesce(b.party_id, d.carrier_id) from
          (select party_id, sum(credit_fen - debit_fen) as fen from journal_lines where account = '2241.02'
            group by 1) b
          full join (select x.carrier_id, sum(x.amount_fen - x.gone_fen - (select coalesce(sum(k.amount_fen), 0)
              from deposit_backs k where k.deposit_id = x.id and k.state = 'approved')) as fen from deposits x
            where x.state in ('standing', 'undoing', 'ended') group by 1) d on d.carrier_id = b.party_id
          where coalesce(b.fen, 0) <> coalesce(d.fen, 0)
        union all select 'remittance of deposit ' || d.deposit_no from deposits d
          join remittances r on r.id = d.remittance_id
          where (d.state in ('standing', 'undoing', 'ended')) <> exists (select from remittance_claims m
              where m.remittance_id = r.id and m.deposit_id = d.id and m.undone_at is null and m.amount_fen = r.amount_fen)
            or r.claimed_fen > 0 and d.state in ('standing', 'undoing', 'ended') and r.amount_fen <> d.amount_fen
        union all select 'claims of ' || r.remittance_no from remittances r
          where r.claimed_fen <> (select coalesce(sum(m.amount_fen), 0) from remittance_claims m
            where m.remittance_id = r.id and m.undone_at is null)
        union all select 'claim beside the books ' || r.remittance_no from remittance_claims m
          join remittances r on r.id = m.remittance_id
          where m.deposit_id is null and case when m.undone_at is null then m.amount_fen else 0 end <>
            (select coalesce(sum(l.debit_fen - l.credit_fen), 0) from journal_entries e join journal_lines l on l.entry_id = e.id
              where e.source_type = 'remittance' and e.source_id = m.id and l.account = '2241.03')
        union all select 'returns of ' || r.remittance_no from remittances r
          where r.refunded_fen <> (select coalesce(sum(f.amount_fen), 0) from remittance_refunds f
            where f.remittance_id = r.id and f.serial is not null)
            or (r.state = 'refunding') <> exists (select from remittance_refunds f
              where f.remittance_id = r.id and f.ended_at is null and f.amount_fen = r.amount_fen - r.claimed_fen - r.refunded_fen)
        union all select 'return beside the books ' || r.remittance_no from remittance_refunds f
          join remittances r on r.id = f.remittance_id
          where case when f.serial is null then 0 else f.amount_fen end <>
            (select coalesce(sum(l.debit_fen - l.credit_fen), 0) from journal_entries e join journal_lines l on l.entry_id = e.id
              where e.source_type = 'remittance' and e.source_id = f.id and e.event = 'E0r' and l.account = '2241.03')
        union all select 'returned without a row ' || e.entry_no from journal_entries e
          where e.event = 'E0r' and not exists (select from remittance_refunds f where f.id = e.source_id and f.serial is not null)
        union all select 'money beside its uses ' || r.remittance_no from remittances r
          where r.return_payment_id is null and r.state not in ('recorded', 'rejected', 'withdrawn') and r.amount_fen <>
            (select coalesce(sum(l.credit_fen - l.debit_fen), 0) from journal_lines l join journal_entries e on e.id = l.entry_id
              where l.account = '2241.03' and e.source_type = 'remittance' and e.source_id in (select r.id
                union all select m.id from remittance_claims m where m.remittance_id = r.id
                union all select f.id from remittance_refunds f where f.remittance_id = r.id)) + r.claimed_fen + r.refunded_fen
            and r.debt_id is null and not exists (select from deposits d where d.remittance_id = r.id)
        union all select 'card ' || c.card_no from fuel_cards c
          where c.balance_fen <> (select coalesce(sum(i.amount_fen - i.used_fen - i.recovered_fen), 0)
            from fuel_issues i where i.card_id = c.id)
        union all select 'more fuel on accounts than in the books ' || a.branch_id from (
            select branch_id, case kind when 'OIL' then '1123.01'
              else '1123.02' end as account, sum(balance_fen) as fen from fuel_accounts group by 1, 2) a
          where a.fen > (select coalesce(sum(b.debit_fen - b.credit_fen), 0) from account_balances b
            where b.branch_id = a.branch_id and b.account = a.account)
        union all select 'part beside its line ' || p.id from waybill_parts p left
          join settlement_lines l on l.part_id = p.id and l.is_open
          where p.part in ('arrive', 'receipt', 'debt', 'adjust', 'fee') and (l.settlement_id is distinct from case
            when p.state in ('onSheet', 'paid', 'setOff') then p.settlement_id end
            or l.due_fen <> p.fixed_fen)
        union all select 'estimate of part ' || l.part_id from journal_lines l left
          join waybill_parts p on p.id = l.part_id
          left join settlement_lines s on s.part_id = p.id and s.is_open left
            join settlements st on st.id = s.settlement_id
          where l.account = '2202.99' and l.part_id is not null group by l.part_id, p.freight_fen, p.state
          having sum(l.credit_fen - l.debit_fen) <> case when p.state = 'dropped' or bool_or(st.kind = 'FAILURE'
            or coalesce(st.state, 'draft') not in ('draft', 'submitted', 'rejected')) then 0 else p.freight_fen end
        union all select 'debts of ' || coalesce(b.party_id, d.carrier_id) from
          (select party_id, sum(debit_fen - credit_fen) as fen from journal_lines
            where account in ('1221.01', '1221.02') group by 1) b
          full join (select carrier_id, sum(open_fen) as fen from debts x where returned_at is null
            and not exists (select from settlements t where t.id = x.taken_by
              and t.state in ('approved', 'voiding', 'paying', 'paid', 'partial', 'closed'))
              group by 1) d on d.carrier_id = b.party_id
          left join (select carrier_id, sum(carried_out_fen) as fen from settlements
            where state in ('approved', 'voiding', 'paying', 'partial')
            group by 1) o on o.carrier_id = coalesce(b.party_id, d.carrier_id)
          where coalesce(b.fen, 0) <> coalesce(d.fen, 0) + coalesce(o.fen, 0)
        union all select 'money on debt ' || d.debt_no from debts d
          where d.collected_fen <> (select coalesce(sum(case m.kind when 'COLLECT' then m.amount_fen
            else -m.amount_fen end), 0) from debt_moves m where m.debt_id = d.id)
        ${faultsOfLosses}`.compile(q)

/**
 * Waybills whose money is told in two ways: their transferred amount beside the payments that arrived for them, and
 * sheets whose lines differ from what they pay. None, ever; or those a fault of the database's owner makes, which is undone.
 */
export async function moneyFaults(server: Pick<TestServer, 'db' | 'ownerUrl'>, fault?: string): Promise<string[]> {
  if (fault === undefined) {
    const rows = await server.db(tx => tx.rows(moneyFaultsQuery))
    return rows.map(row => row.fault)
  }
  return withClient(server.ownerUrl, async client => {
    await client.query('begin')
    await reachAll(client)
    await client.query(fault)
    const { rows } = await client.query<{ fault: string }>(moneyFaultsQuery.sql, [...moneyFaultsQuery.parameters])
    await client.query('rollback')
    return rows.map(row => row.fault)
  })
}
