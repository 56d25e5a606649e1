-- Closing months: who asked, who confirmed, and the balances as they were closed.

-- the owner is held by the walls too: rows are moved as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

create table period_closings (
  id uuid primary key,
  branch_id uuid not null references companies,
  period text not null check (period ~ '^20\d{4}$'),
  state text not null check (state in ('asked', 'closed', 'reopening', 'reopened', 'refused', 'withdrawn')),
  asker_id uuid not null references users,
  asker_for uuid references users,
  asker_name text not null,
  asked_at bigint not null,
  confirmer_id uuid references users,
  confirmer_name text,
  confirmed_at bigint,
  reopener_id uuid references users,
  reopener_for uuid references users,
  reopener_name text,
  reason text,
  snapshot text,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  check (confirmer_id is null or (confirmer_id <> asker_id and confirmer_id is distinct from asker_for)),
  check (state not in ('closed', 'reopening', 'reopened') or (confirmer_id is not null and snapshot is not null))
);
comment on column period_closings.snapshot is 'SHA-256 of the rows of period_snapshots, in their order';
create unique index period_closings_live on period_closings (branch_id, period) where state in ('asked', 'closed', 'reopening');
create index period_closings_period on period_closings (branch_id, period, id desc);

create table period_snapshots (
  closing_id uuid not null references period_closings,
  account text not null,
  party_id uuid not null,
  opening_fen bigint not null,
  debit_fen bigint not null,
  credit_fen bigint not null,
  primary key (closing_id, account, party_id)
);
comment on table period_snapshots is 'balances of a month as it was closed; the closing balance is opening + debit - credit';

grant select, insert, update on period_closings to yunshu_app;
grant select, insert on period_snapshots to yunshu_app;
grant update on periods to yunshu_app;
alter table period_closings enable row level security;
alter table period_closings force row level security;
create policy wall on period_closings using (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
) with check (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
);
alter table period_snapshots enable row level security;
alter table period_snapshots force row level security;
create policy wall on period_snapshots using (exists (select from period_closings c where c.id = closing_id))
  with check (exists (select from period_closings c where c.id = closing_id));

-- whoever keeps the books asks to close a month, whoever runs the company with them confirms
update roles set functions = functions || array['period.close']
where 'voucher.make' = any (functions) and not 'period.close' = any (functions);
update roles set functions = functions || array['period.confirm']
where 'voucher.audit' = any (functions) and 'company.policy' = any (functions) and not 'period.confirm' = any (functions);
