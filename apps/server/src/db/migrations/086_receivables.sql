-- What shippers owe, item by item, and what paid it; money they had paid in advance is set off against it once for all.

-- the owner is held by the walls too: rows are moved as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

create table ar_items (
  id uuid primary key,
  waybill_id uuid not null unique references waybills,
  waybill_no text not null,
  shipper_id uuid not null references companies,
  branch_id uuid not null references companies,
  amount_fen bigint not null check (amount_fen > 0),
  open_fen bigint not null check (open_fen between 0 and amount_fen),
  happened_at bigint not null,
  due_at bigint not null,
  cancelled_at bigint check (cancelled_at is null or open_fen = 0),
  created_at bigint not null
);
comment on table ar_items is 'what a shipper owes for a signed waybill; the open amounts of a shipper and branch are its balance on 1122.01';
comment on column ar_items.happened_at is 'the moment of the signature';
comment on column ar_items.cancelled_at is 'the waybill was voided: nothing is owed any more';
create index ar_items_open on ar_items (branch_id, shipper_id, due_at, waybill_no) where open_fen > 0;
create index ar_items_shipper on ar_items (shipper_id, id desc);

create table ar_matches (
  id uuid primary key,
  waybill_id uuid not null references ar_items (waybill_id),
  shipper_id uuid not null references companies,
  branch_id uuid not null references companies,
  amount_fen bigint not null check (amount_fen > 0),
  entry_id uuid not null references journal_entries,
  reversed_by uuid references journal_entries,
  created_at bigint not null
);
comment on table ar_matches is 'money paid in advance that paid an item (E2b)';
comment on column ar_matches.reversed_by is 'the red entry that gave the money back';
create index ar_matches_waybill on ar_matches (waybill_id);
create index ar_matches_entry on ar_matches (entry_id);

insert into ar_items
select gen_random_uuid(), l.waybill_id, w.waybill_no, l.party_id, l.branch_id, l.debit_fen,
  l.debit_fen - coalesce((select sum(b.credit_fen) from journal_lines b join journal_entries p on p.id = b.entry_id and p.event = 'E2b'
    where b.waybill_id = l.waybill_id and b.account = '1122.01'
      and not exists (select from journal_lines red where red.reverses_entry = b.entry_id and red.reverses_n = b.n)), 0),
  e.happened_at, e.happened_at + c.term_days * 86400000::bigint, null, e.created_at
from journal_entries e
join journal_lines l on l.entry_id = e.id and l.account = '1122.01' and l.debit_fen > 0
join waybills w on w.id = l.waybill_id
join companies c on c.id = l.party_id
where e.event = 'E2' and not exists (select from journal_lines red where red.reverses_entry = l.entry_id and red.reverses_n = l.n);
insert into ar_matches
select gen_random_uuid(), l.waybill_id, l.party_id, l.branch_id, l.credit_fen, e.id, null, e.created_at
from journal_entries e
join journal_lines l on l.entry_id = e.id and l.account = '1122.01' and l.credit_fen > 0
join ar_items i on i.waybill_id = l.waybill_id
where e.event = 'E2b' and not exists (select from journal_lines red where red.reverses_entry = l.entry_id and red.reverses_n = l.n);
do $$
begin
  if exists (
    select from (select branch_id, party_id, sum(debit_fen - credit_fen) as owed from journal_lines where account = '1122.01' group by 1, 2) b
    full join (select branch_id, shipper_id as party_id, sum(open_fen) as open from ar_items group by 1, 2) i using (branch_id, party_id)
    where coalesce(b.owed, 0) <> coalesce(i.open, 0))
  then raise exception '086: open items differ from what shippers owe';
  end if;
end $$;

-- arrears that a later top-up could have paid: oldest due first, one entry and one voucher for each shipper
create temporary table set_off on commit drop as
-- lines of an entry are numbered in 16 bits; what is beyond is set off at the shipper's next change
select * from (
with prepaid as (
  select branch_id, party_id as shipper_id, sum(credit_fen - debit_fen) as rest from journal_lines where account = '2205.01' group by 1, 2 having sum(credit_fen - debit_fen) > 0
), open as (
  select i.*, coalesce(sum(open_fen) over (partition by branch_id, shipper_id order by due_at, waybill_no rows between unbounded preceding and 1 preceding), 0) as before
  from ar_items i where open_fen > 0
)
select o.waybill_id, o.waybill_no, o.shipper_id, o.branch_id, least(o.open_fen, p.rest - o.before)::bigint as amount,
  row_number() over (partition by o.branch_id, o.shipper_id order by o.due_at, o.waybill_no) as nth
from open o join prepaid p using (branch_id, shipper_id) where p.rest > o.before
) as x where nth <= 16000;
create temporary table run on commit drop as
select r.*, c.name as counterparty, m.at, to_char(to_timestamp(m.at / 1000.0) at time zone 'Asia/Shanghai', 'YYYYMM') as period,
  case when r.items = 1 then '预收冲应收 ' || r.first_no else '预收冲应收 ' || r.items || ' 单' end as summary,
  (lpad(to_hex(m.at), 12, '0') || '7' || substr(md5(r.shipper_id::text || r.branch_id::text), 1, 3) || '8' || substr(md5(r.shipper_id::text || r.branch_id::text), 4, 15))::uuid as id,
  gen_random_uuid() as source_id, row_number() over (partition by r.branch_id order by r.shipper_id) as nth
from (select branch_id, shipper_id, count(*) as items, min(waybill_no) as first_no, sum(amount)::bigint as amount from set_off group by 1, 2) r
join companies c on c.id = r.shipper_id
cross join (select (extract(epoch from clock_timestamp()) * 1000)::bigint as at) as m;
insert into periods (branch_id, period) select distinct branch_id, period from run on conflict do nothing;
insert into journal_entries (id, entry_no, branch_id, period, date, happened_at, summary, source_type, source_id, event, shipper_id, created_by, created_at)
select id, 'FL' || to_char(to_timestamp(at / 1000.0) at time zone 'Asia/Shanghai', 'YYMMDD') || lpad(nextval('entry_number')::text, 8, '0'), branch_id, period, at, at,
  summary, 'offset', source_id, 'E2b', shipper_id, '00000000-0000-0000-0000-000000000000', at
from run;
insert into journal_lines (entry_id, n, branch_id, period, day, account, party_id, waybill_id, debit_fen, credit_fen)
select r.id, (s.nth - 1) * 2 + k.n, r.branch_id, r.period, (r.at + 28800000) / 86400000 * 86400000 - 28800000, k.account, r.shipper_id, s.waybill_id,
  case when k.n = 1 then s.amount else 0 end, case when k.n = 2 then s.amount else 0 end
from run r join set_off s using (branch_id, shipper_id) cross join (values (1, '2205.01'), (2, '1122.01')) as k (n, account);
insert into vouchers (id, voucher_no, kind, state, branch_id, period, date, summary, counterparty, amount_fen, shipper_id, entry_id, maker_id, maker_name, poster_name, created_at, updated_at)
select r.id, '记-' || r.period || '-' || case when coalesce(n.last, 0) + r.nth < 10000 then lpad((coalesce(n.last, 0) + r.nth)::text, 4, '0') else (coalesce(n.last, 0) + r.nth)::text end,
  'ACCOUNTING', 'posted', r.branch_id, r.period, r.at, r.summary, r.counterparty, r.amount, r.shipper_id, r.id, '00000000-0000-0000-0000-000000000000', '系统', '系统', r.at, r.at
from run r left join voucher_numbers n on n.branch_id = r.branch_id and n.period = r.period;
insert into voucher_numbers select branch_id, period, max(nth) from run group by branch_id, period
on conflict (branch_id, period) do update set last = voucher_numbers.last + excluded.last;
insert into account_balances (branch_id, period, account, party_id, debit_fen, credit_fen)
select l.branch_id, l.period, l.account, l.party_id, sum(l.debit_fen), sum(l.credit_fen) from journal_lines l join run r on r.id = l.entry_id group by 1, 2, 3, 4
on conflict (branch_id, account, party_id, period) do update
  set debit_fen = account_balances.debit_fen + excluded.debit_fen, credit_fen = account_balances.credit_fen + excluded.credit_fen;
insert into account_days (branch_id, account, party_id, day, debit_fen, credit_fen)
select l.branch_id, l.account, p.party_id, l.day, sum(l.debit_fen), sum(l.credit_fen)
from journal_lines l join run r on r.id = l.entry_id cross join lateral (values (l.party_id), ('00000000-0000-0000-0000-000000000000'::uuid)) as p (party_id) group by 1, 2, 3, 4
on conflict (branch_id, account, party_id, day) do update
  set debit_fen = account_days.debit_fen + excluded.debit_fen, credit_fen = account_days.credit_fen + excluded.credit_fen;
insert into ar_matches select gen_random_uuid(), s.waybill_id, s.shipper_id, s.branch_id, s.amount, r.id, null, r.at from set_off s join run r using (branch_id, shipper_id);
update ar_items i set open_fen = i.open_fen - s.amount from set_off s where s.waybill_id = i.waybill_id;

grant select, insert, update on ar_items, ar_matches to yunshu_app;
alter table ar_items enable row level security;
alter table ar_items force row level security;
create policy wall on ar_items using (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
  or shipper_id = current_setting('app.company')::uuid
) with check (current_setting('app.reach') in ('platform', 'system'));
alter table ar_matches enable row level security;
alter table ar_matches force row level security;
create policy wall on ar_matches using (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
  or shipper_id = current_setting('app.company')::uuid
) with check (current_setting('app.reach') in ('platform', 'system'));
