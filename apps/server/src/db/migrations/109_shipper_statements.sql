-- Statements of shippers (对账单): a month of a shipper with one branch, its lines as the books had them when it was made,
-- and what both sides said of each line.

-- the owner is held by the walls too: rows are moved as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

create sequence statement_number;
create table shipper_statements (
  id uuid primary key,
  statement_no text not null unique,
  state text not null check (state in ('draft', 'sent', 'disputed', 'confirmed', 'withdrawn')),
  shipper_id uuid not null references companies,
  branch_id uuid not null references companies,
  period text not null check (period ~ '^20\d{4}$'),
  previous_id uuid references shipper_statements,
  opening_owed_fen bigint not null,
  opening_prepaid_fen bigint not null,
  freight_fen bigint not null,
  adjusted_fen bigint not null,
  received_fen bigint not null,
  refunded_fen bigint not null,
  set_off_fen bigint not null,
  invoiced_fen bigint not null,
  closing_owed_fen bigint not null,
  closing_prepaid_fen bigint not null,
  lines int not null check (lines >= 0),
  late int not null check (late between 0 and lines),
  maker_id uuid not null references users,
  maker_name text not null,
  sent_at bigint,
  sender_name text,
  answered_at bigint,
  answerer_name text,
  reason text,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  check (closing_owed_fen = opening_owed_fen + freight_fen + adjusted_fen - set_off_fen),
  check (closing_prepaid_fen = opening_prepaid_fen + received_fen - refunded_fen - set_off_fen),
  check (state in ('draft', 'withdrawn') or sent_at is not null),
  check (state <> 'withdrawn' or reason is not null),
  check ((state = 'confirmed') = (answered_at is not null))
);
comment on table shipper_statements is 'sums and lines are written when it is made and never changed; what is booked later in its month stands on the next one';
comment on column shipper_statements.previous_id is 'the statement it goes on from: its opening is the closing of that one; null: the balances of the books';
comment on column shipper_statements.late is 'lines of months before its own that no statement had';
-- one that lives for each month, so that of two people who make it the second is refused
create unique index shipper_statements_live on shipper_statements (shipper_id, branch_id, period) where state <> 'withdrawn';
create index shipper_statements_shipper on shipper_statements (shipper_id, id desc);
create index shipper_statements_branch on shipper_statements (branch_id, id desc);
create index shipper_statements_waiting on shipper_statements (state, id desc) where state in ('sent', 'disputed');

create table shipper_statement_lines (
  statement_id uuid not null references shipper_statements,
  n int not null check (n > 0),
  kind text not null check (kind in ('FREIGHT', 'VOID', 'ALLOWANCE', 'RECEIVED', 'SET_OFF', 'REFUND', 'INVOICE', 'RED', 'OTHER')),
  source_id uuid not null,
  day bigint not null,
  is_late boolean not null,
  number text not null,
  summary text not null,
  waybill_id uuid references waybills,
  waybill_no text,
  upstream_no text,
  load_place text,
  unload_place text,
  plate text,
  weight_g bigint,
  charges jsonb,
  owed_fen bigint not null,
  prepaid_fen bigint not null,
  invoiced_fen bigint not null,
  mark text not null default 'none' check (mark in ('none', 'checked', 'disputed', 'explained')),
  dispute text,
  disputed_by text,
  disputed_at bigint,
  answer text,
  answered_by text,
  answered_at bigint,
  primary key (statement_id, n),
  check (mark <> 'disputed' or (dispute is not null and disputed_at is not null)),
  check (mark <> 'explained' or answer is not null)
);
comment on column shipper_statement_lines.source_id is 'the entry of the books, the invoice or the red confirmation it is of';
comment on column shipper_statement_lines.number is 'number of the entry or of the invoice';
comment on column shipper_statement_lines.charges is 'charges of the shipper on the waybill when the statement was made: code and fen';
create index shipper_statement_lines_source on shipper_statement_lines (statement_id, source_id);
create index shipper_statement_lines_mark on shipper_statement_lines (statement_id, mark, n) where mark <> 'none';

grant select, insert, update on shipper_statements, shipper_statement_lines to yunshu_app;
grant usage on sequence statement_number to yunshu_app;
alter table shipper_statements enable row level security;
alter table shipper_statements force row level security;
create policy wall on shipper_statements using (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
  or (shipper_id = current_setting('app.company')::uuid and sent_at is not null));
alter table shipper_statement_lines enable row level security;
alter table shipper_statement_lines force row level security;
create policy wall on shipper_statement_lines using (exists (select from shipper_statements s where s.id = statement_id));
-- who sees the statement sees its history
create policy wall_statement on events using (entity = 'statement' and exists (select from shipper_statements r where r.id = entity_id));

update roles set functions = functions || array['statement.view', 'statement.make'] where 'ledger.view' = any (functions);
update roles r set functions = functions || array['statement.view', 'statement.confirm']
  where 'account.view' = any (functions) and exists (select from companies c where c.id = r.company_id and c.role_flags & 4 > 0);
