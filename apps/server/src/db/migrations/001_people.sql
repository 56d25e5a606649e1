-- People and companies: who works where, how they sign in, what they may do, what was done.
-- Ids are UUID v7 (time-ordered, so lists page by id). Times are UTC milliseconds. Money is integer fen.

create table companies (
  id uuid primary key,
  name text not null,
  short_name text not null,
  credit_code text not null unique,
  role_flags int not null check (role_flags between 1 and 7),
  wlhy_type int not null default 0 check (wlhy_type between 0 and 3),
  is_tf boolean not null default false,
  is_contract boolean not null default false,
  parent_id uuid references companies,
  branch_id uuid references companies,
  kind text not null default 'HEAD' check (kind in ('HEAD', 'BRANCH')),
  contact_name text not null,
  contact_mobile text not null,
  region_code text not null,
  address text not null,
  policies jsonb not null default '{}',
  service_fee_ppm int not null default 0 check (service_fee_ppm between 0 and 1000000),
  fuel_max_ppm int not null default 400000 check (fuel_max_ppm between 0 and 1000000),
  term_days int not null default 0,
  state text not null default 'active' check (state in ('draft', 'pending', 'active', 'rejected', 'suspended', 'closed')),
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null
);
comment on column companies.branch_id is 'the platform branch that serves this shipper or carrier; its books carry the postings';
create index companies_parent on companies (parent_id);

create table company_accounts (
  id uuid primary key,
  company_id uuid not null references companies,
  bank text not null,
  account_name text not null,
  account_no text not null,
  is_default boolean not null default false,
  created_at bigint not null
);
create unique index company_accounts_default on company_accounts (company_id) where is_default;

create table users (
  id uuid primary key,
  handle text not null unique check (length(handle) = 22),
  account text not null unique,
  name text not null,
  mobile text not null default '',
  password_hash text not null,
  type int not null check (type between 0 and 3),
  company_id uuid references companies,
  branch_company_id uuid references companies,
  is_admin boolean not null default false,
  data_scope text not null default 'COMPANY' check (data_scope in ('ALL', 'COMPANY', 'BRANCH', 'SELF')),
  state text not null default 'enabled' check (state in ('enabled', 'disabled')),
  rights_version int not null default 1,
  push_seq bigint not null default 0,
  last_login_at bigint,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  check ((type = 0) = (company_id is null))
);
create index users_company on users (company_id, id);

create table roles (
  id uuid primary key,
  company_id uuid references companies,
  name text not null check (length(name) between 1 and 20),
  is_system boolean not null default false,
  functions text[] not null default '{}',
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  unique nulls not distinct (company_id, name)
);
create table user_roles (
  user_id uuid not null references users on delete cascade,
  role_id uuid not null references roles on delete cascade,
  primary key (user_id, role_id)
);
create index user_roles_role on user_roles (role_id);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users,
  secret_hash bytea not null unique,
  binder_hash bytea not null,
  bound boolean not null default false,
  ip text not null,
  agent text not null,
  created_at bigint not null,
  seen_at bigint not null,
  ends_at bigint not null,
  revoked_at bigint,
  revoked_why text
);
create index sessions_user on sessions (user_id) where revoked_at is null;

create table login_failures (
  account text not null,
  network text not null,
  at bigint not null
);
create index login_failures_account on login_failures (account, network, at);

create table user_settings (
  user_id uuid not null references users,
  key text not null,
  value text not null,
  updated_at bigint not null,
  primary key (user_id, key)
);
create table drafts (
  user_id uuid not null references users,
  form text not null,
  body text not null,
  saved_at bigint not null,
  primary key (user_id, form)
);

create table relations (
  id uuid primary key,
  shipper_id uuid not null references companies,
  carrier_id uuid not null references companies,
  state text not null check (state in ('invited', 'active', 'rejected', 'expired', 'withdrawn', 'ending', 'ended')),
  since bigint,
  ended_at bigint,
  reason text,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null
);
create unique index relations_live on relations (shipper_id, carrier_id) where state in ('invited', 'active', 'ending');
create index relations_carrier on relations (carrier_id, state);

-- What a write answered, so that the same key gives the same answer and one effect.
create table idempotency (
  user_id uuid not null,
  key text not null,
  request_hash bytea not null,
  answer jsonb,
  created_at bigint not null,
  primary key (user_id, key)
);
create index idempotency_age on idempotency (created_at);

create table audit_log (
  id uuid primary key,
  at bigint not null,
  user_id uuid not null,
  acting_for uuid,
  company_id uuid,
  branch_id uuid,
  ip text not null,
  action text not null,
  title text not null,
  entity text,
  entity_id uuid,
  diff jsonb,
  request_id text not null
);
create index audit_log_company on audit_log (company_id, id desc);
create index audit_log_entity on audit_log (entity_id, id desc) where entity_id is not null;

-- The history of a record as people read it: one row per move or change, old → new per field.
create table events (
  id uuid primary key,
  entity text not null,
  entity_id uuid not null,
  at bigint not null,
  user_id uuid,
  user_name text not null,
  action text not null,
  from_state text,
  to_state text,
  remark text,
  diff jsonb
);
create index events_entity on events (entity_id, id);

-- Push: written with the business row, expanded to receivers by the relay, kept per receiver by sequence.
create table outbox (
  id uuid primary key,
  created_at bigint not null,
  receivers jsonb not null,
  frame jsonb not null,
  message jsonb
);
create table inbox (
  user_id uuid not null references users,
  seq bigint not null,
  frame jsonb not null,
  created_at bigint not null,
  primary key (user_id, seq)
);
create table messages (
  id uuid primary key,
  user_id uuid not null references users,
  title text not null,
  content text not null,
  kind text not null,
  path text,
  created_at bigint not null,
  read_at bigint
);
create index messages_user on messages (user_id, id desc);
create index messages_unread on messages (user_id) where read_at is null;

-- Secrets and marks of this installation that all its servers share.
create table installation (
  key text primary key,
  value text not null
);
