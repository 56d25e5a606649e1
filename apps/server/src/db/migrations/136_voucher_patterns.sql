-- Patterns of vouchers made by hand (常用凭证): what a branch types every month, without its day and its waybills.

create table voucher_patterns (
  id uuid primary key,
  branch_id uuid not null references companies,
  name text not null,
  kind text not null check (kind in ('ACCOUNTING', 'OTHER')),
  category text,
  summary text not null,
  counterparty text not null,
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  maker_id uuid not null references users,
  maker_name text not null,
  dropped_at bigint,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null
);
comment on column voucher_patterns.dropped_at is 'taken out of the list; the row stays';
create unique index voucher_patterns_name on voucher_patterns (branch_id, name) where dropped_at is null;

grant select, insert, update on voucher_patterns to yunshu_app;
alter table voucher_patterns enable row level security;
alter table voucher_patterns force row level security;
create policy wall on voucher_patterns using (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
) with check (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
);
