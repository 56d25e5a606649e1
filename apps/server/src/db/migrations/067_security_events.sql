-- Refusals that concern security (a missing permit, a foreign identity, a wrong sign, a locked account): a stream of the
-- audit of its own. Written behind the answers, and summed where they come in floods.
create table security_events (
  id uuid primary key,
  kind text not null check (kind in ('permit', 'identity', 'branch', 'sign', 'lock')),
  first_at bigint not null,
  last_at bigint not null,
  count int not null check (count > 0),
  user_id uuid references users,
  acting_for uuid references users,
  company_id uuid references companies,
  branch_id uuid references companies,
  account text not null,
  ip text not null,
  action text not null,
  title text not null,
  entity_id uuid,
  request_id text not null,
  check (last_at >= first_at)
);
comment on column security_events.user_id is 'null: nobody was signed in, account is the name that was tried, company and branch are of whoever has it';
comment on column security_events.action is 'path of the call; empty: the sum of many calls of one person or address';
comment on column security_events.request_id is 'of the first of those the row counts';
create index security_events_company on security_events (company_id, id desc);
create index security_events_branch on security_events (branch_id, id desc) where branch_id is not null;

grant select, insert on security_events to yunshu_app;
-- a row counts on, but who and what never change
grant update (count, last_at) on security_events to yunshu_app;

alter table security_events enable row level security;
alter table security_events force row level security;
create policy wall on security_events using (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
  or company_id = current_setting('app.company')::uuid
) with check (current_setting('app.reach') = 'system');
