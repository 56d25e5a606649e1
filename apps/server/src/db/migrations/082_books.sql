-- The books: each entry on a voucher, red by line, days of accounts, and voucher numbers in rows of their own.

-- the owner is held by the walls too: rows are moved as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

-- numbers leave the row of the month: postings share it, and its closing takes it alone
create table voucher_numbers (
  branch_id uuid not null references companies,
  period text not null,
  last int not null,
  primary key (branch_id, period)
);
insert into voucher_numbers select branch_id, period, last_voucher from periods where last_voucher > 0;
alter table periods drop column last_voucher;

alter table journal_entries add column happened_at bigint;
update journal_entries set happened_at = date;
alter table journal_entries alter column happened_at set not null;
comment on column journal_entries.happened_at is 'the moment of the event; date is another day where its month took no entries any more';

-- red names the line it takes back; the day in China is the order of an account''s lines
alter table journal_lines add column day bigint, add column reverses_entry uuid, add column reverses_n smallint;
update journal_lines l set day = (e.date + 28800000) / 86400000 * 86400000 - 28800000,
  reverses_entry = e.reversal_of, reverses_n = case when e.reversal_of is null then null else l.n end
from journal_entries e where e.id = l.entry_id;
do $$
begin
  if exists (
    select from journal_lines l left join journal_lines o on o.entry_id = l.reverses_entry and o.n = l.reverses_n
    where l.reverses_entry is not null
      and (o.account, o.debit_fen, o.credit_fen) is distinct from (l.account, -l.debit_fen, -l.credit_fen))
  then raise exception '082: a reversal differs from the entry it takes back';
  end if;
end $$;
alter table journal_lines alter column day set not null,
  add foreign key (reverses_entry, reverses_n) references journal_lines,
  add check ((reverses_entry is null) = (reverses_n is null));
create unique index journal_lines_reverses on journal_lines (reverses_entry, reverses_n) where reverses_entry is not null;
alter table journal_entries drop column reversal_of;
alter table vouchers add column reversed_fen bigint not null default 0;
update vouchers set reversed_fen = amount_fen where state = 'reversed';
alter table vouchers drop column reversal_of, drop column reversed_by;
alter table vouchers drop constraint vouchers_state_check,
  add constraint vouchers_state_check check (state in ('draft', 'audited', 'posted', 'partly', 'reversed', 'void'));

-- a page of an account is read by day, also where an entry of last month came late
drop index journal_lines_account, journal_lines_month, journal_lines_party;
create index journal_lines_account on journal_lines (account, branch_id, day, entry_id, n);
create index journal_lines_day on journal_lines (account, day, entry_id, n);
create index journal_lines_party on journal_lines (party_id, account, day, entry_id, n) where party_id is not null;
create index journal_lines_estimate on journal_lines (waybill_id) where account = '2202.99';

-- E7a had no voucher: money under way stood on 1012.09, an asset in credit. It stands on 2202.02 (支付中) from now on
create temporary table e7a on commit drop as
  select e.*, row_number() over (partition by e.branch_id, e.period order by e.id) as nth
  from journal_entries e where e.event = 'E7a' and not exists (select from vouchers v where v.entry_id = e.id);
insert into vouchers (id, voucher_no, kind, state, branch_id, period, date, summary, counterparty, amount_fen, shipper_id, carrier_id,
  settlement_id, entry_id, maker_id, maker_name, poster_name, created_at, updated_at)
select e.id, '记-' || e.period || '-' || case when coalesce(n.last, 0) + e.nth < 10000 then lpad((coalesce(n.last, 0) + e.nth)::text, 4, '0') else (coalesce(n.last, 0) + e.nth)::text end,
  'ACCOUNTING', case when red.n is null then 'posted' else 'reversed' end, e.branch_id, e.period, e.date, e.summary, c.name, l.debit_fen, e.shipper_id, e.carrier_id,
  p.settlement_id, e.id, e.created_by, coalesce(u.name, '系统'), '系统', e.created_at, e.created_at
from e7a e
join journal_lines l on l.entry_id = e.id and l.account = '2202.01'
join companies c on c.id = e.carrier_id
left join voucher_numbers n on n.branch_id = e.branch_id and n.period = e.period
left join journal_lines red on red.reverses_entry = l.entry_id and red.reverses_n = l.n
left join payments p on p.id = e.source_id
left join users u on u.id = e.created_by;
update vouchers v set reversed_fen = v.amount_fen from e7a e where e.id = v.id and v.state = 'reversed';
insert into voucher_numbers select branch_id, period, max(nth) from e7a group by branch_id, period
on conflict (branch_id, period) do update set last = voucher_numbers.last + excluded.last;

-- payments under way: their E7a goes back in red, and stands again on 2202.02
create temporary table moved on commit drop as
  select e.id as old_id, k.event, k.sign, e.branch_id, e.carrier_id, e.shipper_id, e.source_id, l.debit_fen * k.sign as amount, p.settlement_id, c.name as counterparty,
    m.at, to_char(to_timestamp(m.at / 1000.0) at time zone 'Asia/Shanghai', 'YYYYMM') as period,
    (lpad(to_hex(m.at), 12, '0') || '7' || substr(md5(e.id::text || k.event), 1, 3) || '8' || substr(md5(e.id::text || k.event), 4, 15))::uuid as id,
    row_number() over (partition by e.branch_id order by e.id, k.sign) as nth
  from e7a e
  join payments p on p.id = e.source_id and p.state in ('created', 'sent', 'unknown')
  join journal_lines l on l.entry_id = e.id and l.account = '2202.01'
  join companies c on c.id = e.carrier_id
  cross join (values ('E7ar', -1), ('E7a 082', 1)) as k (event, sign)
  cross join (select (extract(epoch from clock_timestamp()) * 1000)::bigint as at) as m
  where not exists (select from journal_lines red where red.reverses_entry = l.entry_id);
insert into journal_entries (id, entry_no, branch_id, period, date, happened_at, summary, source_type, source_id, event, shipper_id, carrier_id, created_by, created_at)
select id, 'FL' || to_char(to_timestamp(at / 1000.0) at time zone 'Asia/Shanghai', 'YYMMDD') || lpad(nextval('entry_number')::text, 8, '0'), branch_id, period, at, at,
  '在途资金转入支付中', 'payment', source_id, event, shipper_id, carrier_id, '00000000-0000-0000-0000-000000000000', at
from moved;
insert into journal_lines (entry_id, n, branch_id, period, day, account, party_id, debit_fen, credit_fen, reverses_entry, reverses_n)
select m.id, l.n, m.branch_id, m.period, (m.at + 28800000) / 86400000 * 86400000 - 28800000,
  case when l.account = '1012.09' and m.sign = 1 then '2202.02' else l.account end,
  case when l.account = '1012.09' and m.sign = 1 then m.carrier_id else l.party_id end,
  l.debit_fen * m.sign, l.credit_fen * m.sign,
  case when m.sign = -1 then l.entry_id end, case when m.sign = -1 then l.n end
from moved m join journal_lines l on l.entry_id = m.old_id;
insert into periods (branch_id, period) select distinct branch_id, period from moved on conflict do nothing;
insert into vouchers (id, voucher_no, kind, state, branch_id, period, date, summary, counterparty, amount_fen, shipper_id, carrier_id,
  settlement_id, entry_id, maker_id, maker_name, poster_name, created_at, updated_at)
select m.id, '记-' || m.period || '-' || case when coalesce(n.last, 0) + m.nth < 10000 then lpad((coalesce(n.last, 0) + m.nth)::text, 4, '0') else (coalesce(n.last, 0) + m.nth)::text end,
  'ACCOUNTING', 'posted', m.branch_id, m.period, m.at, '在途资金转入支付中', m.counterparty, m.amount, m.shipper_id, m.carrier_id,
  m.settlement_id, m.id, '00000000-0000-0000-0000-000000000000', '系统', '系统', m.at, m.at
from moved m left join voucher_numbers n on n.branch_id = m.branch_id and n.period = m.period;
insert into voucher_numbers select branch_id, period, max(nth) from moved group by branch_id, period
on conflict (branch_id, period) do update set last = voucher_numbers.last + excluded.last;
update vouchers v set state = 'reversed', reversed_fen = v.amount_fen, version = v.version + 1 from moved m where m.old_id = v.id;
insert into account_balances (branch_id, period, account, party_id, debit_fen, credit_fen)
select l.branch_id, l.period, l.account, coalesce(l.party_id, '00000000-0000-0000-0000-000000000000'), sum(l.debit_fen), sum(l.credit_fen)
from journal_lines l join moved m on m.id = l.entry_id group by 1, 2, 3, 4
on conflict (branch_id, account, party_id, period) do update
  set debit_fen = account_balances.debit_fen + excluded.debit_fen, credit_fen = account_balances.credit_fen + excluded.credit_fen;

-- turnover by day, of each party and of the account as a whole: any page of a statement costs one day
create table account_days (
  branch_id uuid not null,
  account text not null,
  party_id uuid not null,
  day bigint not null,
  debit_fen bigint not null,
  credit_fen bigint not null,
  primary key (branch_id, account, party_id, day)
);
comment on column account_days.party_id is 'the nil UUID: the account as a whole, whoever it is kept for';
comment on column account_days.day is 'the first millisecond of the day in China';
create index account_days_party on account_days (party_id, account, day);
insert into account_days
select branch_id, account, party_id, day, sum(debit_fen), sum(credit_fen) from journal_lines where party_id is not null group by 1, 2, 3, 4
union all
select branch_id, account, '00000000-0000-0000-0000-000000000000', day, sum(debit_fen), sum(credit_fen) from journal_lines group by 1, 2, 4;

-- money of a carrier that is being paid is its own to read, and what was paid twice too
drop policy wall on journal_lines;
create policy wall on journal_lines using (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
  or (party_id = current_setting('app.company')::uuid
    and account in ('1122.01', '2205.01', '1123.03', '1221.01', '1221.02', '2202.01', '2202.02'))
) with check (current_setting('app.reach') in ('platform', 'system'));

grant select, insert, update on voucher_numbers, account_days to yunshu_app;
revoke update on journal_entries, journal_lines from yunshu_app;
alter table voucher_numbers enable row level security;
alter table voucher_numbers force row level security;
create policy wall on voucher_numbers using (current_setting('app.reach') = 'system') with check (current_setting('app.reach') = 'system');
alter table account_days enable row level security;
alter table account_days force row level security;
create policy wall on account_days using (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
  or (party_id = current_setting('app.company')::uuid
    and account in ('1122.01', '2205.01', '1123.03', '1221.01', '1221.02', '2202.01', '2202.02'))
) with check (current_setting('app.reach') in ('platform', 'system'));
