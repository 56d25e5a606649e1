-- Versions of posting rules (记账规则): charges of shippers whose revenue stands on 6051.01, from a day on, for one branch or
-- for all without a version of their own. Proposed by one person, confirmed by another before its day.

create sequence posting_version_number;
create table posting_versions (
  id uuid primary key,
  version_no text not null unique,
  state text not null check (state in ('asked', 'active', 'refused', 'withdrawn')),
  branch_id uuid references companies,
  valid_from bigint not null,
  service_codes text[] not null,
  note text not null,
  maker_id uuid not null references users,
  maker_for uuid references users,
  maker_name text not null,
  checker_name text,
  checked_at bigint,
  reason text,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  check ((state in ('active', 'refused')) = (checked_at is not null)),
  check (state <> 'refused' or reason is not null)
);
comment on column posting_versions.valid_from is 'the first millisecond of the first day it counts for, in China; the day of an entry decides';
comment on column posting_versions.service_codes is 'charges on 6051.01; all others on 6001.01';
create unique index posting_versions_live on posting_versions (coalesce(branch_id, '00000000-0000-0000-0000-000000000000'), valid_from)
  where state in ('asked', 'active');

grant select, insert, update on posting_versions to yunshu_app;
grant usage on sequence posting_version_number to yunshu_app;
alter table posting_versions enable row level security;
alter table posting_versions force row level security;
create policy wall on posting_versions using (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and (branch_id is null or branch_id = current_setting('app.branch')::uuid)));
create policy wall_postingVersion on events using (entity = 'postingVersion' and exists (select from posting_versions r where r.id = entity_id));
