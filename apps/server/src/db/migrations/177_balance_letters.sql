-- Letters of balances (对账函): what a company has with a branch at the end of a month, account by account as the books had
-- it when the letter was sent, and what both sides said of each account.

-- the owner is held by the walls too: rows are moved as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

create table letter_runs (
  id uuid primary key,
  period text not null check (period ~ '^20\d{4}$'),
  branch_id uuid references companies,
  side text check (side in ('shipper', 'carrier')),
  after_id uuid not null,
  sent int not null default 0,
  asker_id uuid not null references users,
  asker_name text not null,
  created_at bigint not null,
  done_at bigint
);
comment on table letter_runs is 'one press that sends the letters of a month to many: companies are gone through by their id in steps, each a transaction of its own';
comment on column letter_runs.after_id is 'the last company that was looked at';
create index letter_runs_open on letter_runs (created_at) where done_at is null;

create sequence letter_number;
create table balance_letters (
  id uuid primary key,
  letter_no text not null unique,
  state text not null check (state in ('sent', 'disputed', 'confirmed', 'withdrawn')),
  party_id uuid not null references companies,
  branch_id uuid not null references companies,
  period text not null check (period ~ '^20\d{4}$'),
  opening_fen bigint not null,
  debit_fen bigint not null,
  credit_fen bigint not null,
  closing_fen bigint not null,
  lines int not null check (lines > 0),
  run_id uuid references letter_runs,
  sender_id uuid not null references users,
  sender_name text not null,
  answered_at bigint,
  answerer_name text,
  reason text,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  check (closing_fen = opening_fen + debit_fen - credit_fen),
  check (state <> 'withdrawn' or reason is not null),
  check ((state = 'confirmed') = (answered_at is not null))
);
comment on table balance_letters is 'sums and lines are written when it is sent and never changed; net amounts are debit less credit, above zero the company owes the house';
-- one that lives for each month, so that of two who send it one is passed over
create unique index balance_letters_live on balance_letters (party_id, branch_id, period) where state <> 'withdrawn';
create index balance_letters_party on balance_letters (party_id, id desc);
create index balance_letters_branch on balance_letters (branch_id, id desc);
create index balance_letters_waiting on balance_letters (state, id desc) where state in ('sent', 'disputed');

create table balance_letter_lines (
  letter_id uuid not null references balance_letters,
  account text not null,
  before_fen bigint not null,
  debit_fen bigint not null,
  credit_fen bigint not null,
  mark text not null default 'none' check (mark in ('none', 'checked', 'disputed', 'explained')),
  dispute text,
  disputed_by text,
  disputed_at bigint,
  answer text,
  answered_by text,
  answered_at bigint,
  primary key (letter_id, account),
  check (mark <> 'disputed' or (dispute is not null and disputed_at is not null)),
  check (mark <> 'explained' or answer is not null)
);
comment on column balance_letter_lines.before_fen is 'debit less credit before the month';

grant select, insert, update on letter_runs, balance_letters, balance_letter_lines to yunshu_app;
grant usage on sequence letter_number to yunshu_app;
alter table letter_runs enable row level security;
alter table letter_runs force row level security;
create policy wall on letter_runs using (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid));
alter table balance_letters enable row level security;
alter table balance_letters force row level security;
create policy wall on balance_letters using (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
  or party_id = current_setting('app.company')::uuid);
alter table balance_letter_lines enable row level security;
alter table balance_letter_lines force row level security;
create policy wall on balance_letter_lines using (exists (select from balance_letters m where m.id = letter_id));
-- who sees the letter sees its history
create policy wall_letter on events using (entity = 'letter' and exists (select from balance_letters r where r.id = entity_id));

update roles set functions = functions || array['letter.answer'] where 'account.view' = any (functions);
