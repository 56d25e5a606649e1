-- Fuel and tolls before the trip: accounts with providers, cards, and what was handed out to waybills.

-- the owner is held by the walls too: rows are moved as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

create sequence fuel_issue_number;

create table fuel_accounts (
  id uuid primary key,
  kind text not null check (kind in ('OIL', 'ETC')),
  provider text not null,
  account_no text not null,
  branch_id uuid not null references companies,
  balance_fen bigint not null default 0 check (balance_fen >= 0),
  created_name text not null,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null
);
comment on table fuel_accounts is 'accounts of a branch with providers of fuel or tolls';
comment on column fuel_accounts.balance_fen is 'the stock: topped up and not handed out; part of 1123.01 or 1123.02';
create unique index fuel_accounts_number on fuel_accounts (branch_id, kind, provider, upper(account_no));
create index fuel_accounts_branch on fuel_accounts (branch_id, id desc);

create table fuel_cards (
  id uuid primary key,
  card_no text not null,
  account_id uuid not null references fuel_accounts,
  branch_id uuid not null references companies,
  plate text,
  holder text,
  state text not null check (state in ('active', 'frozen', 'closed')),
  balance_fen bigint not null default 0 check (balance_fen >= 0),
  reason text,
  used_at bigint,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  check (state <> 'closed' or balance_fen = 0)
);
comment on column fuel_cards.balance_fen is 'handed out on the card and neither used nor taken back';
create unique index fuel_cards_number on fuel_cards (account_id, card_no);
create index fuel_cards_branch on fuel_cards (branch_id, id desc);

create table fuel_issues (
  id uuid primary key,
  issue_no text not null unique,
  kind text not null check (kind in ('OIL', 'ETC')),
  medium text not null check (medium in ('CARD', 'COUPON', 'PASS')),
  state text not null check (state in ('issued', 'used', 'recovered')),
  account_id uuid not null references fuel_accounts,
  card_id uuid references fuel_cards,
  coupon_no text unique,
  waybill_id uuid not null references waybills,
  part_id uuid not null references waybill_parts,
  shipper_id uuid not null references companies,
  carrier_id uuid not null references companies,
  branch_id uuid not null references companies,
  amount_fen bigint not null check (amount_fen > 0),
  used_fen bigint not null default 0 check (used_fen >= 0),
  recovered_fen bigint not null default 0 check (recovered_fen >= 0),
  remark text,
  maker_id uuid not null references users,
  maker_name text not null,
  ended_at bigint,
  ended_name text,
  reason text,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  check (used_fen + recovered_fen <= amount_fen),
  check (state <> 'used' or used_fen = amount_fen),
  check (state <> 'recovered' or used_fen + recovered_fen = amount_fen),
  check ((medium = 'CARD') = (card_id is not null) and (medium = 'COUPON') = (coupon_no is not null)),
  check ((medium = 'PASS') = (kind = 'ETC'))
);
comment on table fuel_issues is 'what was handed out to a waybill before its signature; its carrier sees it on the waybill';
create index fuel_issues_branch on fuel_issues (branch_id, id desc);
create index fuel_issues_waybill on fuel_issues (waybill_id);
create index fuel_issues_account on fuel_issues (account_id, id desc);
create index fuel_issues_card on fuel_issues (card_id, id) where card_id is not null;
create index fuel_issues_verified on fuel_issues (ended_at desc) where medium = 'COUPON' and state = 'used';

alter table waybill_parts add column from_stock boolean not null default false;
comment on column waybill_parts.from_stock is 'fuel or tolls handed out before the signature: on 1123.03 until a sheet sets them off';

alter table fund_records drop constraint fund_records_kind_check, add constraint fund_records_kind_check check (kind in ('TOP_UP', 'TRANSFER', 'FUEL', 'ETC'));
alter table fund_records add column fuel_account_id uuid references fuel_accounts, add check (kind in ('FUEL', 'ETC') or fuel_account_id is null),
  add check (kind <> 'ETC' or fuel_account_id is not null);
comment on column fund_records.fuel_account_id is 'the account that is topped up; none where fuel goes to the stock sheets hand out of';

alter table debts alter column settlement_id drop not null, add column waybill_id uuid references waybills;
alter table debts drop constraint debts_origin_check, add constraint debts_origin_check check (origin in ('SHEET', 'RELEASED', 'DOUBLE', 'ADVANCE', 'FUEL')),
  add check ((settlement_id is null) = (origin = 'FUEL') and (origin <> 'FUEL' or waybill_id is not null));
comment on column debts.waybill_id is 'the waybill of fuel and tolls that were used and are no part of a sheet';

grant select, insert, update on fuel_accounts, fuel_cards, fuel_issues to yunshu_app;
grant usage on sequence fuel_issue_number to yunshu_app;

do $$
declare
  house constant text := $q$current_setting('app.reach') in ('platform', 'system')
    or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)$q$;
  issues constant text := house || $q$ or carrier_id = current_setting('app.company')::uuid$q$;
  wall text;
begin
  foreach wall in array array['fuel_accounts', 'fuel_cards', 'fuel_issues'] loop
    execute format('alter table %I enable row level security', wall);
    execute format('alter table %I force row level security', wall);
  end loop;
  execute format('create policy wall on fuel_accounts using (%s) with check (%s)', house, house);
  execute format('create policy wall on fuel_cards using (%s) with check (%s)', house, house);
  execute format('create policy wall on fuel_issues using (%s) with check (%s)', issues, house);
end $$;

-- positions of the house: whoever sees fund records sees cards, whoever records funds hands out, whoever confirms them tops up
update roles set functions = functions || array['fuel.view'] where 'fund.view' = any (functions);
update roles set functions = functions || array['fuel.issue', 'fuel.recover'] where 'fund.record' = any (functions);
update roles set functions = functions || array['fuel.buy'] where 'fund.record' = any (functions) and 'fund.confirm' = any (functions);
update roles set functions = functions || array['fuel.over'] where 'fund.confirm' = any (functions) and 'company.policy' = any (functions);

-- who sees the record sees its history; all other kinds as before
alter function sees_record(text, uuid) rename to sees_record_before_fuel;
create function sees_record(entity text, id uuid) returns boolean language plpgsql stable as $$
begin
  case entity
    when 'fuelCard' then return exists (select from fuel_cards r where r.id = $2);
    when 'fuelIssue' then return exists (select from fuel_issues r where r.id = $2);
    else return sees_record_before_fuel(entity, id);
  end case;
end $$;
comment on function sees_record is 'whether the reach of the transaction sees the record a line of history is of';
alter policy wall on events using (sees_record(entity, entity_id)) with check (sees_record(entity, entity_id));
