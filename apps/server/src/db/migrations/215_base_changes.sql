-- The base of one signed waybill put right by two people, while no invoice and no voucher bears any of its cost.
create table base_changes (
  id uuid primary key,
  state text not null check (state in ('asked', 'done', 'rejected', 'withdrawn')),
  waybill_id uuid not null references waybills,
  branch_id uuid not null references companies,
  from_base text not null check (from_base in ('CASH_ONLY', 'GROSS')),
  to_base text not null check (to_base in ('CASH_ONLY', 'GROSS') and to_base <> from_base),
  reason text not null,
  asker_id uuid not null references users,
  asker_for uuid references users,
  asker_name text not null,
  checker_id uuid references users,
  checker_name text,
  checked_at bigint,
  answer text,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  check (checker_id <> asker_id and checker_id <> asker_for),
  check (state in ('asked', 'withdrawn') or checker_id is not null)
);
comment on table base_changes is 'the base of a waybill that its signature kept wrongly: asked by one person, changed when another agrees';
create unique index base_changes_once on base_changes (waybill_id) where state = 'asked';
create index base_changes_waybill on base_changes (waybill_id, id desc);
create index base_changes_waiting on base_changes (id desc) where state = 'asked';
grant select, insert, update on base_changes to yunshu_app;
alter table base_changes enable row level security;
alter table base_changes force row level security;
create policy wall on base_changes using (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
) with check (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
);

-- who sees the change sees its history
create policy wall_baseChange on events
  using (entity = 'baseChange' and exists (select from base_changes r where r.id = entity_id));
