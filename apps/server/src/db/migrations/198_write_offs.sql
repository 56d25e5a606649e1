-- Receivables of shippers that two people give up (E2d), and tails of some fen a claim of money gives up (E2e), decision 164.

create sequence write_off_number;

create table write_offs (
  id uuid primary key,
  write_off_no text not null unique,
  state text not null check (state in ('asked', 'booked', 'undoing', 'undone', 'rejected', 'withdrawn')),
  shipper_id uuid not null references companies,
  branch_id uuid not null references companies,
  amount_fen bigint not null check (amount_fen > 0),
  waybills int not null check (waybills > 0),
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
  check (checker_id <> maker_id and checker_id <> maker_for),
  check (undo_checker_id <> undo_asker_id and undo_checker_id <> undo_asker_for),
  check (state in ('asked', 'withdrawn') or checker_id is not null),
  check (state <> 'undone' or undo_checker_id is not null)
);
comment on table write_offs is 'receivables of a shipper with a branch that are given up: asked by one person, booked when another agrees';
create index write_offs_branch on write_offs (branch_id, id desc);
create index write_offs_shipper on write_offs (shipper_id, id desc);
create index write_offs_waiting on write_offs (id desc) where state in ('asked', 'undoing');

create table write_off_items (
  write_off_id uuid not null references write_offs,
  waybill_id uuid not null references ar_items (waybill_id),
  branch_id uuid not null references companies,
  amount_fen bigint not null check (amount_fen > 0),
  primary key (write_off_id, waybill_id)
);
create index write_off_items_waybill on write_off_items (waybill_id);

alter table ar_matches add column write_off_id uuid references write_offs, add column is_tail boolean not null default false,
  add constraint ar_matches_write_off_check check (write_off_id is null or claim_id is null),
  add constraint ar_matches_tail_check check (not is_tail or claim_id is not null);
comment on table ar_matches is 'what an item is not owed for any more: prepaid money (E2b), a remittance claimed for it (E2c), a write-off (E2d) or the tail of a claim (E2e)';
comment on column ar_matches.write_off_id is 'the write-off that gave it up; no money came';
comment on column ar_matches.is_tail is 'the claim gave it up: no money came';
create index ar_matches_write_off on ar_matches (write_off_id) where write_off_id is not null;
create index ar_matches_given_up on ar_matches (shipper_id, branch_id) where write_off_id is not null and reversed_by is null;

create index journal_entries_tails on journal_entries (branch_id, period) where event = 'E2e';

alter table shipper_statement_lines drop constraint shipper_statement_lines_kind_check,
  add constraint shipper_statement_lines_kind_check check (kind in ('FREIGHT', 'VOID', 'ALLOWANCE', 'COMPENSATION',
    'RECEIVED', 'PAID', 'SET_OFF', 'GIVEN_UP', 'TAIL', 'REFUND', 'INVOICE', 'RED', 'OTHER'));

grant select, insert, update on write_offs to yunshu_app;
grant select, insert on write_off_items to yunshu_app;
grant usage on sequence write_off_number to yunshu_app;
do $$
declare
  wall text;
begin
  foreach wall in array array['write_offs', 'write_off_items'] loop
    execute format('alter table %I enable row level security', wall);
    execute format('alter table %I force row level security', wall);
    execute format('create policy wall on %I using (current_setting(''app.reach'') in (''platform'', ''system'')
      or (current_setting(''app.reach'') = ''branch'' and branch_id = current_setting(''app.branch'')::uuid))
      with check (current_setting(''app.reach'') in (''platform'', ''system'')
      or (current_setting(''app.reach'') = ''branch'' and branch_id = current_setting(''app.branch'')::uuid))', wall);
  end loop;
end $$;

-- who sees the write-off sees its history
create policy wall_writeOff on events
  using (entity = 'writeOff' and exists (select from write_offs r where r.id = entity_id));
