-- Drivers who register themselves by a link, the accounts a channel opens for them, and the ways back from a partner.

create table driver_invites (
  id uuid primary key,
  code_hash bytea not null unique,
  state text not null check (state in ('invited', 'filling', 'submitted', 'channelPending', 'active', 'rejected', 'revoked')),
  carrier_id uuid not null references companies,
  mobile text not null,
  user_id uuid not null references users,
  acting_for uuid references users,
  maker_name text not null,
  until_at bigint not null,
  sms_hash bytea,
  sms_until bigint,
  sms_tries int not null default 0,
  sms_sent int not null default 0,
  sms_at bigint,
  ticket_hash bytea unique,
  ticket_until bigint,
  draft text,
  consent_version text,
  consent_hash text,
  consent_at bigint,
  consent_ip text,
  driver_id uuid references drivers,
  payee_id uuid references payees,
  order_no text unique,
  account_no text,
  asked_at bigint,
  next_at bigint,
  reason text,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  check (until_at > created_at),
  check (state not in ('channelPending', 'active', 'rejected') or (order_no is not null and driver_id is not null)),
  check (state not in ('submitted', 'channelPending', 'active') or (consent_hash is not null and consent_at is not null)),
  check ((state = 'active') = (account_no is not null))
);
comment on column driver_invites.draft is 'sealed; opened for whoever has proven the phone';
comment on column driver_invites.ticket_hash is 'of the ticket a proven phone holds';
comment on column driver_invites.order_no is 'of the last order of an account at the channel';
create index driver_invites_carrier on driver_invites (carrier_id, id desc);
create index driver_invites_due on driver_invites (next_at) where state = 'channelPending';

create table partner_returns (
  id uuid primary key,
  state_hash bytea not null unique,
  invite_id uuid not null references driver_invites,
  binder_hash bytea,
  until_at bigint not null,
  created_at bigint not null
);
comment on column partner_returns.binder_hash is 'of the cookie of the browser that came first; nobody else comes in';

create table sim_accounts (
  order_no text primary key,
  result text not null check (result in ('success', 'failed', 'silent')),
  account_no text not null,
  reason text,
  ready_at bigint not null,
  received int not null default 1,
  asked int not null default 0
);
create table sim_texts (
  id uuid primary key,
  mobile text not null,
  code text not null,
  created_at bigint not null
);
comment on table sim_texts is 'messages the simulated sender was given: no phone gets them';
create index sim_texts_mobile on sim_texts (mobile, created_at desc);

grant select, insert, update on driver_invites, partner_returns, sim_accounts to yunshu_app;
grant select, insert on sim_texts to yunshu_app;
alter table driver_invites enable row level security;
alter table driver_invites force row level security;
create policy wall on driver_invites using (
  current_setting('app.reach') in ('platform', 'system') or carrier_id = current_setting('app.company')::uuid);
alter table partner_returns enable row level security;
alter table partner_returns force row level security;
create policy wall on partner_returns using (current_setting('app.reach') = 'system');
alter table sim_accounts enable row level security;
alter table sim_accounts force row level security;
create policy wall on sim_accounts using (current_setting('app.reach') = 'system');
alter table sim_texts enable row level security;
alter table sim_texts force row level security;
create policy wall on sim_texts using (current_setting('app.reach') = 'system');
