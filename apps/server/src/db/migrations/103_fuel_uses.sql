-- Fuel that was used, line by line as the provider's file says it, and what of the issues each line used.

create table fuel_uses (
  id uuid primary key,
  account_id uuid not null references fuel_accounts,
  branch_id uuid not null references companies,
  serial text not null,
  state text not null check (state in ('differs', 'matched', 'explained')),
  fault text check (fault in ('NO_CARD', 'NO_COUPON', 'NO_ISSUE', 'OVER', 'FROZEN', 'COUPON_AMOUNT', 'COUPON_SPENT', 'OTHER_ACCOUNT')),
  card_no text,
  coupon_no text,
  card_id uuid references fuel_cards,
  used_at bigint not null,
  station text not null,
  litres_cl bigint check (litres_cl > 0),
  unit_price bigint check (unit_price > 0),
  amount_fen bigint not null check (amount_fen > 0),
  file_name text,
  made_name text not null,
  ended_name text,
  ended_at bigint,
  reason text,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  check ((card_no is null) <> (coupon_no is null)),
  check (file_name is null or (litres_cl is not null and unit_price is not null)),
  check ((state = 'matched') = (fault is null)),
  check (state <> 'explained' or reason is not null)
);
comment on column fuel_uses.litres_cl is 'hundredths of a litre';
comment on column fuel_uses.unit_price is '10⁻⁴ yuan a litre';
comment on column fuel_uses.file_name is 'the file it came in; none where a coupon was verified by hand';
create unique index fuel_uses_serial on fuel_uses (account_id, upper(serial));
create index fuel_uses_branch on fuel_uses (branch_id, id desc);
create index fuel_uses_differs on fuel_uses (id desc) where state = 'differs';

create table fuel_use_shares (
  use_id uuid not null references fuel_uses,
  issue_id uuid not null references fuel_issues,
  branch_id uuid not null references companies,
  amount_fen bigint not null check (amount_fen > 0),
  primary key (use_id, issue_id)
);
create index fuel_use_shares_issue on fuel_use_shares (issue_id);

grant select, insert, update on fuel_uses to yunshu_app;
grant select, insert on fuel_use_shares to yunshu_app;

do $$
declare
  house constant text := $q$current_setting('app.reach') in ('platform', 'system')
    or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)$q$;
  wall text;
begin
  foreach wall in array array['fuel_uses', 'fuel_use_shares'] loop
    execute format('alter table %I enable row level security', wall);
    execute format('alter table %I force row level security', wall);
    execute format('create policy wall on %I using (%s) with check (%s)', wall, house, house);
  end loop;
end $$;

alter function sees_record(text, uuid) rename to sees_record_before_uses;
create function sees_record(entity text, id uuid) returns boolean language plpgsql stable as $$
begin
  case entity
    when 'fuelUse' then return exists (select from fuel_uses r where r.id = $2);
    else return sees_record_before_uses(entity, id);
  end case;
end $$;
comment on function sees_record is 'whether the reach of the transaction sees the record a line of history is of';
alter policy wall on events using (sees_record(entity, entity_id)) with check (sees_record(entity, entity_id));
