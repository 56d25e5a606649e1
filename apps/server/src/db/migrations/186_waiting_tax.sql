-- Tax that waits for an invoice (2221.07) waybill by waybill, as the sum of its lines: what is owed at the close of a month is
-- found among the few waybills that wait, whatever the branch has invoiced before.

-- the owner is held by the walls too: lines are read as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

create table waiting_tax (
  waybill_id uuid not null,
  branch_id uuid not null,
  tax_fen bigint not null,
  primary key (waybill_id, branch_id)
);
comment on table waiting_tax is 'kept by a trigger of journal_lines; a row stays at 0 once the tax is owed';
create index waiting_tax_open on waiting_tax (branch_id, waybill_id) where tax_fen > 0;

insert into waiting_tax (waybill_id, branch_id, tax_fen)
  select waybill_id, branch_id, sum(credit_fen - debit_fen) from journal_lines
  where account = '2221.07' and waybill_id is not null group by 1, 2;

-- rows in one order, so that two who post about the same waybills cannot wait for each other
create function keep_waiting_tax() returns trigger language plpgsql as $$
begin
  insert into waiting_tax as t (waybill_id, branch_id, tax_fen)
    select waybill_id, branch_id, sum(credit_fen - debit_fen) from posted
    where account = '2221.07' and waybill_id is not null group by 1, 2 order by 1, 2
  on conflict (waybill_id, branch_id) do update set tax_fen = t.tax_fen + excluded.tax_fen;
  return null;
end $$;
create trigger journal_lines_waiting after insert on journal_lines referencing new table as posted
  for each statement execute function keep_waiting_tax();

grant select, insert, update on waiting_tax to yunshu_app;
alter table waiting_tax enable row level security;
alter table waiting_tax force row level security;
create policy wall on waiting_tax using (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
) with check (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
);
