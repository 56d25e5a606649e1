-- Sheets pay the people who earned it: a payee and a payment for each line, amounts set off apart from amounts paid, and
-- debts in rows of their own.

-- the owner is held by the walls too: rows are moved as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

alter table settlement_lines
  add column payee_id uuid references payees,
  add column payee jsonb,
  add column set_off_fen bigint,
  add column pay_fen bigint,
  add column payment_id uuid references payments;
comment on column settlement_lines.payee_id is 'who is paid; null: the carrier, on its own account';
comment on column settlement_lines.payee is 'name, account and bank, frozen when the sheet is submitted';
comment on column settlement_lines.set_off_fen is 'taken off against debts and lines below zero; of such a line all it lacks';

-- an old sheet paid one account: debts and shortfalls come off its lines in the order in which they fell due
with line as (
  select l.settlement_id, l.waybill_id, l.due_fen,
    s.carried_in_fen - sum(least(l.due_fen, 0)) over sheet as to_set_off,
    coalesce(sum(greatest(l.due_fen, 0)) over (sheet order by w.due_at nulls last, w.id rows between unbounded preceding and 1 preceding), 0) as before
  from settlement_lines l join settlements s on s.id = l.settlement_id join waybills w on w.id = l.waybill_id
  window sheet as (partition by l.settlement_id)
)
update settlement_lines l
set set_off_fen = case when line.due_fen < 0 then line.due_fen else least(line.due_fen, greatest(0, line.to_set_off - line.before)) end
from line where line.settlement_id = l.settlement_id and line.waybill_id = l.waybill_id;
update settlement_lines l set pay_fen = l.due_fen - l.set_off_fen,
  payee = (select s.payee from settlements s where s.id = l.settlement_id),
  payment_id = case when l.due_fen > l.set_off_fen then (select p.id from payments p where p.settlement_id = l.settlement_id order by p.id desc limit 1) end;
do $$
begin
  if exists (select from settlements s join settlement_lines l on l.settlement_id = s.id group by s.id having sum(l.pay_fen) <> s.due_fen)
  then raise exception '085: lines of a sheet differ from its amount';
  end if;
end $$;
alter table settlement_lines alter column set_off_fen set not null, alter column pay_fen set not null,
  add constraint settlement_lines_pay check (pay_fen >= 0 and pay_fen = due_fen - set_off_fen and (set_off_fen >= 0 or set_off_fen = due_fen));
create index settlement_lines_payment on settlement_lines (payment_id) where payment_id is not null;
create index settlement_lines_payee on settlement_lines (payee_id) where payee_id is not null;
alter table settlements drop column payee;

-- money that was transferred, and money that was only set off
alter table waybills add column set_off_fen bigint not null default 0;
comment on column waybills.paid_fen is 'transferred to a payee';
comment on column waybills.set_off_fen is 'taken off against debts instead; below zero where other waybills made up for this one';
update waybills w set paid_fen = l.pay_fen, set_off_fen = l.set_off_fen
from settlement_lines l join settlements s on s.id = l.settlement_id
where l.waybill_id = w.id and l.is_open and s.state = 'paid';

create table debts (
  id uuid primary key,
  origin text not null check (origin in ('SHEET', 'RELEASED', 'DOUBLE')),
  settlement_id uuid not null references settlements,
  payment_id uuid references payments,
  shipper_id uuid not null references companies,
  carrier_id uuid not null references companies,
  branch_id uuid not null references companies,
  amount_fen bigint not null check (amount_fen > 0),
  taken_by uuid references settlements,
  returned_at bigint check (returned_at is null or taken_by is null),
  created_at bigint not null
);
comment on table debts is 'what a carrier owes: deductions above its freight, debts a closed sheet gives back, money that left for a closed sheet';
comment on column debts.settlement_id is 'the sheet the debt comes of';
comment on column debts.taken_by is 'the sheet that takes it off';
comment on column debts.returned_at is 'the bank sent the money back: nothing is owed any more';
create index debts_open on debts (shipper_id, carrier_id, branch_id) where taken_by is null and returned_at is null;
create index debts_sheet on debts (settlement_id);
create index debts_taken on debts (taken_by) where taken_by is not null;
insert into debts select gen_random_uuid(), 'SHEET', id, null, shipper_id, carrier_id, branch_id, carried_out_fen, carried_to, null, updated_at
from settlements where carried_out_fen > 0 and state = 'paid';
insert into debts select gen_random_uuid(), 'DOUBLE', id,
  (select p.id from payments p where p.settlement_id = s.id order by p.id desc limit 1), shipper_id, carrier_id, branch_id, late_paid_fen, carried_to, null, updated_at
from settlements s where late_paid_fen > 0;
alter table settlements drop column carried_to, drop column late_paid_fen;
comment on column settlements.carried_in_fen is 'debts this sheet takes off: those whose taken_by it is';
comment on column settlements.carried_out_fen is 'what the carrier owes once this sheet is paid with nothing: a row of debts then';

grant select, insert, update on debts to yunshu_app;
alter table debts enable row level security;
alter table debts force row level security;
create policy wall on debts using (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
  or shipper_id = current_setting('app.company')::uuid or carrier_id = current_setting('app.company')::uuid);
