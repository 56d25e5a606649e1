-- One-time tickets of the push connection, shared by all server processes. Unlogged: a ticket lives half a minute and
-- costs no disk write; after a crash of the database they are gone, and browsers ask for new ones.
create unlogged table push_tickets (
  hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  user_id uuid not null,
  tag text not null,
  ends_at bigint not null
);
create index push_tickets_session on push_tickets (session_id);

grant select, insert, update, delete on push_tickets to yunshu_app;
alter table push_tickets enable row level security;
alter table push_tickets force row level security;
create policy wall on push_tickets using (current_setting('app.reach') = 'system' or user_id = current_setting('app.user')::uuid)
  with check (current_setting('app.reach') = 'system' or user_id = current_setting('app.user')::uuid);

-- every frame raises a person's number: room on the page keeps that from touching the indexes of users
alter table users set (fillfactor = 75);
-- asked twice a second by every server: whose connections must end
create index users_not_enabled on users (id) where state <> 'enabled';
