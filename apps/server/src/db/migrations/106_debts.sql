-- The ledger of debts: each has a number and a state, is collected by money that came, paid in instalments, or given up by two people.

-- the owner is held by the walls too: rows are moved as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

create sequence debt_number;
alter table debts drop constraint debts_origin_check,
  add constraint debts_origin_check check (origin in ('SHEET', 'RELEASED', 'DOUBLE', 'ADVANCE', 'FUEL', 'FEE')),
  add column debt_no text,
  add column state text not null default 'open',
  add constraint debts_state_check check (state in ('open', 'asking', 'written')),
  add column collected_fen bigint not null default 0 check (collected_fen >= 0),
  add column written_off_fen bigint not null default 0 check (written_off_fen >= 0),
  add column asker_id uuid references users,
  add column asker_for uuid references users,
  add column asker_name text,
  add column asked_at bigint,
  add column checker_name text,
  add column reason text,
  add column version int not null default 1,
  add column updated_at bigint;
alter table debts add column open_fen bigint not null generated always as (amount_fen - collected_fen - written_off_fen) stored,
  add constraint debts_open_fen check (open_fen >= 0),
  add constraint debts_asked check (state = 'open' or asker_id is not null),
  add constraint debts_written check ((state = 'written') = (written_off_fen > 0)),
  add constraint debts_free check (state = 'open' or taken_by is null);
update debts d set updated_at = d.created_at, debt_no = 'QK' || to_char(to_timestamp(d.created_at / 1000) at time zone 'Asia/Shanghai', 'YYMMDD') || lpad(n.no::text, 8, '0')
  from (select id, nextval('debt_number') as no from (select id from debts order by created_at, id) as o) as n where n.id = d.id;
alter table debts alter column debt_no set not null, alter column updated_at set not null, add unique (debt_no);
comment on column debts.open_fen is 'not collected and not given up: a sheet that takes the debt off takes this';
comment on column debts.taken_by is 'the sheet that takes what is open of it off';
drop index debts_open;
create index debts_open on debts (shipper_id, carrier_id, branch_id) where taken_by is null and returned_at is null and state = 'open' and open_fen > 0;
create index debts_carrier on debts (carrier_id, id desc);
create index debts_shipper on debts (shipper_id, id desc);
create index debts_branch on debts (branch_id, id desc);

create table debt_moves (
  id uuid primary key,
  debt_id uuid not null references debts,
  shipper_id uuid not null references companies,
  carrier_id uuid not null references companies,
  branch_id uuid not null references companies,
  kind text not null check (kind in ('COLLECT', 'UNDONE')),
  amount_fen bigint not null check (amount_fen > 0),
  remittance_id uuid not null references remittances,
  claim_id uuid not null,
  by_name text not null,
  created_at bigint not null,
  unique (debt_id, claim_id, kind)
);
comment on table debt_moves is 'money that paid a debt, and the same taken back with the claim: append-only';
create index debt_moves_claim on debt_moves (claim_id);

create table debt_instalments (
  debt_id uuid not null references debts,
  n smallint not null check (n > 0),
  shipper_id uuid not null references companies,
  carrier_id uuid not null references companies,
  branch_id uuid not null references companies,
  due_at bigint not null,
  amount_fen bigint not null check (amount_fen > 0),
  primary key (debt_id, n)
);

alter table remittances add column debtor_id uuid references companies;
comment on column remittances.debtor_id is 'the carrier whose debts the money paid';
do $$
declare
  old text;
begin
  for old in select conname from pg_constraint where conrelid = 'remittances'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%claim_id%' loop
    execute format('alter table remittances drop constraint %I', old);
  end loop;
end $$;
alter table remittances add constraint remittances_claimed check (
  (state = 'claimed') = (num_nonnulls(shipper_id, debtor_id) = 1) and num_nonnulls(shipper_id, debtor_id) <= 1
  and (num_nonnulls(shipper_id, debtor_id) = 0) = (claim_id is null));

grant select, insert on debt_moves to yunshu_app;
grant select, insert, update, delete on debt_instalments to yunshu_app;
grant usage on sequence debt_number to yunshu_app;
do $$
declare
  wall text;
begin
  foreach wall in array array['debt_moves', 'debt_instalments'] loop
    execute format('alter table %I enable row level security', wall);
    execute format('alter table %I force row level security', wall);
    execute format('create policy wall on %I using (current_setting(''app.reach'') in (''platform'', ''system'')
      or (current_setting(''app.reach'') = ''branch'' and branch_id = current_setting(''app.branch'')::uuid)
      or shipper_id = current_setting(''app.company'')::uuid or carrier_id = current_setting(''app.company'')::uuid)', wall);
  end loop;
end $$;

-- who sees the record sees its history; all other kinds as before
alter function sees_record(text, uuid) rename to sees_record_before_debts;
create function sees_record(entity text, id uuid) returns boolean language plpgsql stable as $$
begin
  case entity
    when 'debt' then return exists (select from debts r where r.id = $2);
    else return sees_record_before_debts(entity, id);
  end case;
end $$;
comment on function sees_record is 'whether the reach of the transaction sees the record a line of history is of';
alter policy wall on events using (sees_record(entity, entity_id)) with check (sees_record(entity, entity_id));

-- positions that claim money follow debts, administrators who confirm money confirm what is given up, companies see their own
update roles set functions = functions || array['debt.view', 'debt.collect'] where 'remittance.claim' = any (functions);
update roles set functions = functions || array['debt.confirm'] where 'remittance.confirm' = any (functions) and 'company.policy' = any (functions);
update roles set functions = functions || array['debt.view'] where 'account.view' = any (functions) and not 'debt.view' = any (functions);
