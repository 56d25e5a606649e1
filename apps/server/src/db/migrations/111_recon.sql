-- Reconciliation of the channel account of a branch: the bank's file of each day, its lines laid on movements of the books,
-- and differences that two people explain.

-- the owner is held by the walls too: rows are moved as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

create table recon_files (
  id uuid primary key,
  branch_id uuid not null references companies,
  day bigint not null,
  channel text not null,
  name text not null,
  sha256 text not null,
  state text not null check (state in ('read', 'taken', 'dropped')),
  lines int not null check (lines >= 0),
  income_fen bigint not null,
  outgo_fen bigint not null,
  opening_fen bigint not null,
  closing_fen bigint not null,
  maker_id uuid not null references users,
  maker_for uuid references users,
  maker_name text not null,
  checker_id uuid references users,
  checker_name text,
  checked_at bigint,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  check (opening_fen + income_fen - outgo_fen = closing_fen),
  check (checker_id <> maker_id and checker_id <> maker_for),
  check (state <> 'taken' or checker_id is not null)
);
comment on column recon_files.day is 'start of the day in China, ms';
-- the same file, and a day of a branch, are read once
create unique index recon_files_sha on recon_files (branch_id, sha256) where state <> 'dropped';
create unique index recon_files_day on recon_files (branch_id, day) where state <> 'dropped';

create table recon_lines (
  id uuid primary key,
  file_id uuid not null references recon_files,
  branch_id uuid not null references companies,
  day bigint not null,
  n int not null,
  serial text not null,
  order_key text,
  direction text not null check (direction in ('IN', 'OUT')),
  amount_fen bigint not null check (amount_fen > 0),
  at bigint not null,
  other_name text,
  other_account text,
  trade_id uuid references trades,
  matched_by text check (matched_by in ('KEY', 'SERIAL', 'HAND')),
  differs boolean not null default false,
  suggested_id uuid references trades,
  unique (file_id, n),
  check ((trade_id is null) = (matched_by is null))
);
create unique index recon_lines_trade on recon_lines (trade_id) where trade_id is not null;
create index recon_lines_day on recon_lines (branch_id, day);
create index recon_lines_open on recon_lines (branch_id, day) where trade_id is null;

create table recon_items (
  id uuid primary key,
  branch_id uuid not null references companies,
  day bigint not null,
  kind text not null check (kind in ('OURS_ONLY', 'THEIRS_ONLY', 'AMOUNT_DIFF')),
  state text not null check (state in ('open', 'asked', 'explained', 'matched')),
  line_id uuid references recon_lines,
  trade_id uuid references trades,
  reason text,
  asker_id uuid references users,
  asker_for uuid references users,
  asker_name text,
  checker_id uuid references users,
  checker_name text,
  made_note text,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  check (line_id is not null or trade_id is not null),
  check (checker_id <> asker_id and checker_id <> asker_for),
  check (state <> 'explained' or (checker_id is not null and reason is not null))
);
comment on column recon_items.made_note is 'the record that was made of the line: a remittance or a payment exception';
create unique index recon_items_line on recon_items (line_id) where line_id is not null;
create unique index recon_items_ours on recon_items (trade_id) where line_id is null;
create index recon_items_branch on recon_items (branch_id, id desc);
create index recon_items_day on recon_items (branch_id, day);

grant select, insert, update on recon_files, recon_lines, recon_items to yunshu_app;

do $$
declare
  wall text;
  rule constant text := $q$current_setting('app.reach') in ('platform', 'system')
    or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)$q$;
begin
  foreach wall in array array['recon_files', 'recon_lines', 'recon_items'] loop
    execute format('alter table %I enable row level security', wall);
    execute format('alter table %I force row level security', wall);
    execute format('create policy wall on %I using (%s) with check (%s)', wall, rule, rule);
  end loop;
end $$;

-- who sees the record sees its history
create policy wall_reconFile on events to yunshu_app using (entity = 'reconFile' and exists (select from recon_files f where f.id = entity_id))
  with check (entity = 'reconFile' and exists (select from recon_files f where f.id = entity_id));
create policy wall_reconItem on events to yunshu_app using (entity = 'reconItem' and exists (select from recon_items i where i.id = entity_id))
  with check (entity = 'reconItem' and exists (select from recon_items i where i.id = entity_id));

update roles set functions = functions || array['recon.view', 'recon.match', 'recon.confirm'] where 'remittance.confirm' = any (functions);
update roles set functions = functions || array['recon.view', 'recon.match']
  where 'remittance.record' = any (functions) and not 'recon.view' = any (functions);
