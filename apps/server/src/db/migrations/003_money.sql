-- Money: settlement sheets, payments, the append-only ledger, vouchers.

create sequence settlement_number;
create table settlements (
  id uuid primary key,
  settlement_num text not null unique,
  p_settlement_num text,
  kind text not null default 'NORMAL' check (kind in ('NORMAL', 'FAILURE')),
  state text not null check (state in ('draft', 'submitted', 'rejected', 'approved', 'paying', 'paid', 'partial', 'closed', 'void')),
  shipper_id uuid not null references companies,
  carrier_id uuid not null references companies,
  branch_id uuid not null references companies,
  period text not null,
  line_count int not null,
  payable_fen bigint not null,
  oil_fen bigint not null,
  deducted_fen bigint not null,
  due_fen bigint not null,
  due_at bigint,
  maker_id uuid not null references users,
  maker_name text not null,
  submitter_id uuid references users,
  auditor_id uuid references users,
  auditor_name text,
  payer_id uuid references users,
  payer_name text,
  remark text,
  payee jsonb,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  check (due_fen = payable_fen - oil_fen - deducted_fen)
);
create index settlements_shipper on settlements (shipper_id, id desc);
create index settlements_carrier on settlements (carrier_id, id desc);
create index settlements_branch on settlements (branch_id, id desc);
create index settlements_state on settlements (state, id desc);

create table settlement_lines (
  settlement_id uuid not null references settlements,
  waybill_id uuid not null references waybills,
  freight_fen bigint not null,
  deducted_fen bigint not null,
  oil_fen bigint not null,
  due_fen bigint not null,
  is_open boolean not null default true,
  primary key (settlement_id, waybill_id)
);
-- a waybill's charges stand on at most one live sheet
create unique index settlement_lines_open on settlement_lines (waybill_id) where is_open;

create sequence payment_number;
create table payments (
  id uuid primary key,
  task_no text not null unique,
  settlement_id uuid not null references settlements,
  shipper_id uuid not null,
  carrier_id uuid not null,
  branch_id uuid not null,
  payee text not null,
  account_no text not null,
  bank text not null,
  amount_fen bigint not null check (amount_fen > 0),
  channel text not null,
  idem_key text not null unique,
  state text not null check (state in ('created', 'sent', 'success', 'failed', 'unknown', 'returned')),
  bank_serial text,
  reason text,
  sent_at bigint,
  done_at bigint,
  attempts int not null default 0,
  next_at bigint,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null
);
create index payments_settlement on payments (settlement_id);
create index payments_due on payments (next_at) where state in ('created', 'sent', 'unknown');

create table channel_notices (
  channel text not null,
  event_id text not null,
  received_at bigint not null,
  body jsonb not null,
  primary key (channel, event_id)
);

create sequence entry_number;
create table journal_entries (
  id uuid primary key,
  entry_no text not null unique,
  branch_id uuid not null references companies,
  period text not null,
  date bigint not null,
  summary text not null,
  source_type text not null,
  source_id uuid not null,
  event text not null,
  shipper_id uuid,
  carrier_id uuid,
  reversal_of uuid references journal_entries,
  created_by uuid not null,
  created_at bigint not null,
  unique (source_type, source_id, event)
);
create index journal_entries_period on journal_entries (branch_id, period, id);

create table journal_lines (
  entry_id uuid not null references journal_entries,
  n smallint not null,
  branch_id uuid not null,
  period text not null,
  account text not null,
  party_id uuid,
  waybill_id uuid,
  debit_fen bigint not null default 0,
  credit_fen bigint not null default 0,
  primary key (entry_id, n),
  check ((debit_fen = 0) <> (credit_fen = 0))
);
create index journal_lines_account on journal_lines (account, branch_id, period, entry_id, n);

-- Turnover per account, party and month as the projection of the lines; a test rebuilds it. No slots: a posting holds
-- the row of its period anyway (gap-free voucher numbers), so writers of one branch never meet here.
create table account_balances (
  branch_id uuid not null,
  period text not null,
  account text not null,
  party_id uuid not null,
  debit_fen bigint not null,
  credit_fen bigint not null,
  primary key (branch_id, account, party_id, period)
);
comment on column account_balances.party_id is 'the nil UUID for accounts that are not kept per party';

create table periods (
  branch_id uuid not null references companies,
  period text not null,
  closed_at bigint,
  last_voucher int not null default 0,
  primary key (branch_id, period)
);

create table vouchers (
  id uuid primary key,
  voucher_no text not null,
  kind text not null check (kind in ('ACCOUNTING', 'INVOICE', 'TENTATIVE', 'FUEL', 'DEDUCT', 'OTHER')),
  state text not null check (state in ('draft', 'audited', 'posted', 'reversed', 'void')),
  branch_id uuid not null references companies,
  period text not null,
  date bigint not null,
  summary text not null,
  counterparty text not null,
  amount_fen bigint not null,
  shipper_id uuid,
  carrier_id uuid,
  waybill_id uuid references waybills,
  settlement_id uuid references settlements,
  entry_id uuid references journal_entries,
  reversal_of uuid references vouchers,
  reversed_by uuid references vouchers,
  maker_id uuid not null,
  maker_name text not null,
  auditor_name text,
  poster_name text,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  unique (branch_id, period, voucher_no)
);
create index vouchers_branch on vouchers (branch_id, id desc);
create index vouchers_shipper on vouchers (shipper_id, id desc);
create index vouchers_carrier on vouchers (carrier_id, id desc);
create index vouchers_settlement on vouchers (settlement_id);
create index vouchers_waybill on vouchers (waybill_id);
