-- A colleague's hand in somebody's password, second factor or money permits: links, requests, and the rest that follows.

alter table users add column money_rests_until bigint;
comment on column users.money_rests_until is 'until then the person neither approves nor pays: a colleague had a hand in how they sign in or in these permits';

create table password_links (
  user_id uuid primary key references users,
  code_hash bytea not null unique,
  made_by uuid not null references users,
  made_at bigint not null,
  expires_at bigint not null
);
comment on table password_links is 'the one link by which a person may choose a new password; gone once it is used';

create table factor_resets (
  user_id uuid primary key references users,
  asked_by uuid not null references users,
  asked_name text not null,
  asked_at bigint not null
);
comment on table factor_resets is 'a second factor a colleague asked to take away, until another colleague decides';

grant select, insert, update, delete on password_links, factor_resets to yunshu_app;

alter table password_links enable row level security;
alter table password_links force row level security;
create policy wall on password_links using (current_setting('app.reach') = 'system') with check (current_setting('app.reach') = 'system');
alter table factor_resets enable row level security;
alter table factor_resets force row level security;
create policy wall on factor_resets using (exists (select 1 from users u where u.id = user_id)) with check (exists (select 1 from users u where u.id = user_id));
