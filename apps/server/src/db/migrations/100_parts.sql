-- Payable parts: a waybill is settled in the parts of its pay plan, each on a line of its own with its own due date.

-- the owner is held by the walls too: rows are moved as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

create table waybill_parts (
  id uuid primary key,
  waybill_id uuid not null references waybills,
  part text not null check (part in ('pre', 'oil', 'etc', 'arrive', 'receipt', 'fee', 'adjust', 'debt')),
  n smallint not null default 1,
  shipper_id uuid not null references companies,
  carrier_id uuid not null references companies,
  branch_id uuid not null references companies,
  payee_id uuid references payees,
  planned_fen bigint not null,
  fixed_fen bigint,
  issued_fen bigint not null default 0,
  set_off_fen bigint not null default 0,
  paid_fen bigint not null default 0,
  freight_fen bigint not null default 0,
  deducted_fen bigint not null default 0,
  oil_fen bigint not null default 0,
  waits_for text not null check (waits_for in ('accept', 'depart', 'sign', 'receipt', 'none')),
  due_at bigint,
  penalty_fen bigint not null default 0,
  expected_tax_fen bigint not null default 0,
  booked boolean not null default false,
  state text not null check (state in ('planned', 'ready', 'onSheet', 'paid', 'setOff', 'dropped')),
  settlement_id uuid references settlements,
  rides_on uuid references waybill_parts,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  unique (waybill_id, part, carrier_id, n),
  check (issued_fen >= 0 and paid_fen >= 0 and (set_off_fen >= 0 or part in ('adjust', 'debt'))),
  check (planned_fen >= 0 and (freight_fen >= 0 or part in ('adjust', 'debt')) and deducted_fen >= 0 and oil_fen >= 0),
  check (fixed_fen >= 0 or part in ('adjust', 'debt')),
  check (state not in ('paid', 'setOff') or (fixed_fen is not null and paid_fen + set_off_fen + issued_fen + penalty_fen = fixed_fen))
);
comment on table waybill_parts is 'what a waybill falls due in: planned when it is made, fixed by its signature';
comment on column waybill_parts.payee_id is 'who is paid; null: the payee of the waybill, else the carrier on its own account';
comment on column waybill_parts.fixed_fen is 'cash of the part as the signature fixed it; null before; below zero for a debt';
comment on column waybill_parts.freight_fen is 'its share of the freight in the books: fixed_fen, and the deductions and what was handed out that it bears';
comment on column waybill_parts.rides_on is 'the cash part that takes a part handed out before along to its sheet';

-- signed ones keep one part that holds everything, equal to the line of their sheet; it waits for the receipt where its money did. Its id is that of the waybill
insert into waybill_parts (id, waybill_id, part, shipper_id, carrier_id, branch_id, planned_fen, fixed_fen, set_off_fen, paid_fen,
  freight_fen, deducted_fen, oil_fen, waits_for, due_at, state, settlement_id, created_at, updated_at)
select w.id, w.id, p.part, w.shipper_id, w.carrier_id, w.branch_id, greatest(p.cash, 0), p.cash,
  case when w.settle_state = 'settled' then w.set_off_fen else 0 end, case when w.settle_state = 'settled' then w.paid_fen else 0 end,
  a.freight, a.deducted, a.oil, case p.part when 'debt' then 'none' when 'receipt' then 'receipt' else 'sign' end, w.due_at,
  case when w.settle_state = 'settled' then case when w.paid_fen > 0 then 'paid' else 'setOff' end
    when l.settlement_id is not null then 'onSheet' when p.part = 'receipt' then 'planned' else 'ready' end,
  l.settlement_id, w.created_at, w.updated_at
from waybills w
  left join settlement_lines l on l.waybill_id = w.id and l.is_open
  cross join lateral (select coalesce(l.freight_fen, w.payable_fen) as freight, coalesce(l.deducted_fen, w.deducted_fen) as deducted, coalesce(l.oil_fen, w.oil_fen) as oil) a
  cross join lateral (select a.freight - a.deducted - a.oil as cash, case when a.freight - a.deducted - a.oil < 0 then 'debt'
    when w.due_at is null and l.settlement_id is null and w.settle_state <> 'settled' and coalesce((w.body -> 'payPlan' ->> 'receiptPpm')::bigint, 0) > 0 then 'receipt'
    else 'arrive' end as part) p
where w.state in ('signed', 'finished');
-- what was voided or cancelled owes nothing; a sheet that was closed may still show it
insert into waybill_parts (id, waybill_id, part, shipper_id, carrier_id, branch_id, planned_fen, fixed_fen, freight_fen, deducted_fen, oil_fen, waits_for, state, created_at, updated_at)
select w.id, w.id, 'arrive', w.shipper_id, w.carrier_id, w.branch_id, 0, 0, w.deducted_fen + w.oil_fen, w.deducted_fen, w.oil_fen, 'sign', 'dropped', w.created_at, w.updated_at
from waybills w where w.state in ('cancelled', 'void') and exists (select from settlement_lines l where l.waybill_id = w.id);
insert into waybill_parts (id, waybill_id, part, shipper_id, carrier_id, branch_id, planned_fen, fixed_fen, issued_fen, waits_for, state, settlement_id, rides_on, created_at, updated_at)
select gen_random_uuid(), w.id, 'oil', w.shipper_id, w.carrier_id, w.branch_id, c.oil_fen, c.oil_fen, case when c.state in ('paid', 'setOff') then c.oil_fen else 0 end, 'accept',
  case when c.state in ('paid', 'setOff') then 'paid' when c.state = 'onSheet' then 'onSheet' else 'ready' end, c.settlement_id, c.id, w.created_at, w.updated_at
from waybills w join waybill_parts c on c.id = w.id where c.oil_fen > 0 and w.state in ('signed', 'finished');

-- those on their way are planned by the shares of their pay plan; the last share in use takes the remainder
insert into waybill_parts (id, waybill_id, part, shipper_id, carrier_id, branch_id, planned_fen, waits_for, state, created_at, updated_at)
select case s.part when 'arrive' then w.id else gen_random_uuid() end, w.id, s.part, w.shipper_id, w.carrier_id, w.branch_id, greatest(s.planned, 0), s.waits, 'planned', w.created_at, w.updated_at
from waybills w
  cross join lateral (select coalesce((w.body -> 'payPlan' ->> 'prePpm')::bigint, 0) as pre, coalesce((w.body -> 'payPlan' ->> 'etcPpm')::bigint, 0) as etc,
    coalesce((w.body -> 'payPlan' ->> 'arrivePpm')::bigint, 0) as arrive, coalesce((w.body -> 'payPlan' ->> 'receiptPpm')::bigint, 0) as receipt) r
  cross join lateral (select w.payable_fen * r.pre / 1000000 as pre, w.payable_fen * r.etc / 1000000 as etc, w.payable_fen * r.arrive / 1000000 as arrive) f
  cross join lateral (select w.payable_fen - w.oil_fen - f.pre - f.etc as rest) b
  cross join lateral (values
    ('pre', f.pre, r.pre > 0, 'accept'), ('oil', w.oil_fen, w.oil_fen > 0, 'accept'), ('etc', f.etc, r.etc > 0, 'accept'),
    ('arrive', case when r.receipt > 0 then least(f.arrive, b.rest) else b.rest end, true, 'sign'),
    ('receipt', b.rest - f.arrive, r.receipt > 0, 'receipt')) s (part, planned, is_used, waits)
where w.state not in ('signed', 'finished', 'cancelled', 'void') and s.is_used;

alter table settlement_lines add column part_id uuid references waybill_parts;
update settlement_lines set part_id = waybill_id;
alter table settlement_lines alter column part_id set not null;
alter table settlement_lines drop constraint settlement_lines_pkey, add primary key (settlement_id, part_id);
drop index settlement_lines_open;
create unique index settlement_lines_part on settlement_lines (part_id) where is_open;
create index settlement_lines_waybill on settlement_lines (waybill_id);
comment on column settlement_lines.part_id is 'the part of the waybill the line pays; open on one sheet at most';

-- every open line is its part to the fen, and every waybill what its parts say
do $$
begin
  if exists (select from settlement_lines l join waybill_parts p on p.id = l.part_id where l.is_open and (p.fixed_fen, p.freight_fen, p.deducted_fen, p.oil_fen) is distinct from (l.due_fen, l.freight_fen, l.deducted_fen, l.oil_fen))
  then raise exception '100: a line of a sheet differs from its part';
  end if;
  if exists (select from waybills w join waybill_parts p on p.id = w.id where w.settle_state = 'settled' and (p.paid_fen, p.set_off_fen) <> (w.paid_fen, w.set_off_fen))
  then raise exception '100: a waybill was paid another amount than its parts';
  end if;
end $$;

create index waybill_parts_open on waybill_parts (id desc) where state in ('planned', 'ready') and fixed_fen is not null;
create index waybill_parts_shipper on waybill_parts (shipper_id, id desc) where state in ('planned', 'ready') and fixed_fen is not null;
create index waybill_parts_branch on waybill_parts (branch_id, id desc) where state in ('planned', 'ready') and fixed_fen is not null;
create index waybill_parts_sheet on waybill_parts (settlement_id) where settlement_id is not null;
create index waybill_parts_riders on waybill_parts (rides_on) where rides_on is not null;

alter table journal_lines add column part_id uuid;
comment on column journal_lines.part_id is 'the part of the waybill the line is about; null for lines about all of it';

grant select, insert, update on waybill_parts to yunshu_app;
alter table waybill_parts enable row level security;
alter table waybill_parts force row level security;
create policy wall on waybill_parts using (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
  or shipper_id = current_setting('app.company')::uuid or carrier_id = current_setting('app.company')::uuid);
