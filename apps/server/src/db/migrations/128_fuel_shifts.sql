-- Stock of fuel and tolls that goes from one account of a provider to another, is missing or too much: two people, and
-- two people to take it back.

create sequence fuel_shift_number;

create table fuel_shifts (
  id uuid primary key,
  shift_no text not null unique,
  kind text not null check (kind in ('TRANSFER', 'LOSS', 'SURPLUS')),
  state text not null check (state in ('asked', 'booked', 'undoing', 'undone', 'rejected', 'withdrawn')),
  account_id uuid not null references fuel_accounts,
  to_account_id uuid references fuel_accounts,
  use_id uuid references fuel_uses,
  branch_id uuid not null references companies,
  amount_fen bigint not null check (amount_fen > 0),
  reason text not null,
  maker_id uuid not null references users,
  maker_for uuid references users,
  maker_name text not null,
  checker_id uuid references users,
  checker_name text,
  checked_at bigint,
  answer text,
  undo_reason text,
  undo_asker_id uuid references users,
  undo_asker_for uuid references users,
  undo_asker_name text,
  undo_checker_id uuid references users,
  undo_checker_name text,
  undone_at bigint,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  check ((kind = 'TRANSFER') = (to_account_id is not null) and to_account_id <> account_id),
  check (use_id is null or kind = 'LOSS'),
  check (checker_id <> maker_id and checker_id <> maker_for),
  check (undo_checker_id <> undo_asker_id and undo_checker_id <> undo_asker_for),
  check (state in ('asked', 'withdrawn') or checker_id is not null),
  check (state <> 'undone' or undo_checker_id is not null)
);
comment on column fuel_shifts.use_id is 'the line of the provider nobody was handed out, which the loss accounts for';
-- a line of the provider is lost once
create unique index fuel_shifts_use on fuel_shifts (use_id) where state in ('asked', 'booked', 'undoing');
create index fuel_shifts_branch on fuel_shifts (branch_id, id desc);
create index fuel_shifts_account on fuel_shifts (account_id, id desc);
create index fuel_shifts_to on fuel_shifts (to_account_id, id desc) where to_account_id is not null;
create index fuel_shifts_waiting on fuel_shifts (id desc) where state in ('asked', 'undoing');

grant select, insert, update on fuel_shifts to yunshu_app;
grant usage on sequence fuel_shift_number to yunshu_app;
alter table fuel_shifts enable row level security;
alter table fuel_shifts force row level security;
create policy wall on fuel_shifts using (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
) with check (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
);

-- who sees the shift sees its history
create policy wall_fuelShift on events
  using (entity = 'fuelShift' and exists (select from fuel_shifts r where r.id = entity_id));
