-- Batches (批量任务): one act for many records, with the versions they had when they were chosen; a result for each row.
create table batches (
  id uuid primary key,
  user_id uuid not null references users,
  session_id uuid not null,
  company_id uuid references companies,
  branch_id uuid references companies,
  act text not null check (act in ('submit', 'approve', 'pay')),
  state text not null check (state in ('chosen', 'waiting', 'running', 'done', 'stopped')),
  channel text,
  with_factor boolean not null default false,
  rows_total int not null,
  rows_apart int not null,
  rows_done int not null default 0,
  sum_fen bigint not null,
  fault text,
  last_problem text,
  equal_faults int not null default 0,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  started_at bigint,
  done_at bigint
);
comment on column batches.session_id is 'the session it was chosen in, then started in: once that was ended from elsewhere, the rest stays undone';
comment on column batches.branch_id is 'the branch a platform account had chosen when it started';
comment on column batches.with_factor is 'started with the second factor';
comment on column batches.rows_total is 'rows to be done; rows_apart were left out when they were chosen';
create index batches_user on batches (user_id, id desc);
create index batches_open on batches (updated_at) where state in ('waiting', 'running');
create index batches_old on batches (created_at);

create table batch_rows (
  batch_id uuid not null references batches on delete cascade,
  place int not null,
  record_id uuid not null,
  record_no text not null,
  record_name text not null,
  record_version int not null,
  amount_fen bigint not null,
  payee text,
  flags text[] not null,
  outcome text check (outcome in ('done', 'skipped', 'flagged', 'failed', 'left')),
  reason text,
  done_at bigint,
  primary key (batch_id, place),
  unique (batch_id, record_id)
);
comment on column batch_rows.payee is 'name and tail of the account';
comment on column batch_rows.outcome is 'null: waits for its turn; written in the transaction of the act itself, so that no row is done twice';

do $$
declare
  name text;
begin
  foreach name in array array['batches', 'batch_rows'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('grant select, insert, update, delete on %I to yunshu_app', name);
  end loop;
end $$;
create policy wall on batches
  using (current_setting('app.reach') = 'system' or user_id = current_setting('app.user')::uuid)
  with check (current_setting('app.reach') = 'system' or user_id = current_setting('app.user')::uuid);
create policy wall on batch_rows
  using (current_setting('app.reach') = 'system' or exists (select from batches b where b.id = batch_id))
  with check (current_setting('app.reach') = 'system' or exists (select from batches b where b.id = batch_id));

-- payments a shipper made to a carrier before: whether a sheet is the first, or goes to an account never paid to
create index payments_parties on payments (shipper_id, carrier_id) where state = 'success';
