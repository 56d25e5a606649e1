-- Links that hand in one receipt from a phone (扫码上传): the code is told once, its hash is kept.
create table receipt_links (
  id uuid primary key,
  code_hash bytea not null unique,
  user_id uuid not null references users,
  acting_for uuid references users,
  session_id uuid not null,
  waybill_id uuid not null references waybills,
  photos int not null default 0 check (photos >= 0),
  created_at bigint not null,
  until_at bigint not null check (until_at > created_at),
  closed_at bigint
);
comment on column receipt_links.session_id is 'the session it was made in: the link ends with it';
comment on column receipt_links.acting_for is 'the employee the person worked for';
create index receipt_links_user on receipt_links (user_id, waybill_id);
alter table receipt_links enable row level security;
alter table receipt_links force row level security;
create policy wall on receipt_links
  using (current_setting('app.reach') = 'system' or user_id = current_setting('app.user')::uuid)
  with check (current_setting('app.reach') = 'system' or user_id = current_setting('app.user')::uuid);
grant select, insert, update, delete on receipt_links to yunshu_app;
