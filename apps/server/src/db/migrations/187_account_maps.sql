-- The client's accounts for ours (科目对照), branch by branch: a table counts from its month on until a later one does. Vouchers
-- handed over to an accounting program may bear them.

create table account_maps (
  id uuid primary key,
  branch_id uuid not null references companies,
  from_period text not null check (from_period ~ '^20\d{4}$'),
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  maker_name text not null,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null
);
comment on column account_maps.lines is 'our account, the code and the name of the client for it';
create unique index account_maps_from on account_maps (branch_id, from_period);

grant select, insert, update on account_maps to yunshu_app;
alter table account_maps enable row level security;
alter table account_maps force row level security;
create policy wall on account_maps using (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
) with check (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
);
create policy wall_accountMap on events using (entity = 'accountMap' and exists (select from account_maps m where m.id = entity_id));
