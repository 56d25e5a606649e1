-- Deposits of carriers (E11): money they leave with a branch, booked when a second person agrees, and its ways out: back to
-- them under the bank's number, or against what they owe.

-- the owner is held by the walls too: rows are checked as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

create sequence deposit_number;
create sequence deposit_back_number;

create table deposits (
  id uuid primary key,
  deposit_no text not null unique,
  state text not null
    check (state in ('recorded', 'standing', 'undoing', 'ended', 'undone', 'rejected', 'withdrawn')),
  branch_id uuid not null references companies,
  carrier_id uuid not null references companies,
  purpose text not null check (purpose in ('FUEL_CARD', 'DEVICE', 'PERFORMANCE', 'OTHER')),
  means text not null check (means in ('CHANNEL', 'BANK', 'REMITTANCE')),
  remittance_id uuid references remittances,
  amount_fen bigint not null check (amount_fen > 0),
  asked_fen bigint not null default 0 check (asked_fen >= 0),
  gone_fen bigint not null default 0 check (gone_fen >= 0),
  left_fen bigint not null generated always as (amount_fen - asked_fen - gone_fen) stored,
  date bigint not null,
  serial text not null,
  remark text,
  maker_id uuid not null references users,
  maker_for uuid references users,
  maker_name text not null,
  checker_id uuid references users,
  checker_name text,
  checked_at bigint,
  answer text,
  undo_reason text,
  undo_asker_id uuid references users,
  undo_asker_for uuid references users,
  undo_asker_name text,
  undo_checker_id uuid references users,
  undo_checker_name text,
  undone_at bigint,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  constraint deposits_left check (left_fen >= 0),
  constraint deposits_ended check ((state = 'ended') = (gone_fen = amount_fen)),
  constraint deposits_untouched check (asked_fen + gone_fen = 0 or state in ('standing', 'ended')),
  check ((means = 'REMITTANCE') = (remittance_id is not null)),
  check (checker_id <> maker_id and checker_id <> maker_for),
  check (undo_checker_id <> undo_asker_id and undo_checker_id <> undo_asker_for),
  check (state in ('recorded', 'withdrawn') or checker_id is not null),
  check (state <> 'undone' or undo_checker_id is not null)
);
comment on column deposits.asked_fen is 'asked back and not gone: requests that wait, and those agreed to that the bank has not sent';
comment on column deposits.gone_fen is 'sent back or set off, less what the bank sent back or two people took back';
comment on column deposits.left_fen is 'what can be asked back';
-- the same money is one deposit, whoever enters it twice
create unique index deposits_serial on deposits (branch_id, upper(serial))
  where state in ('recorded', 'standing', 'undoing', 'ended');
create unique index deposits_remittance on deposits (remittance_id)
  where state in ('recorded', 'standing', 'undoing', 'ended');
create index deposits_branch on deposits (branch_id, id desc);
create index deposits_carrier on deposits (carrier_id, id desc);

create table deposit_backs (
  id uuid primary key,
  back_no text not null unique,
  deposit_id uuid not null references deposits,
  state text not null check (state in ('asked', 'approved', 'paid', 'bouncing', 'bounced', 'failed', 'offset', 'undoing',
    'undone', 'rejected', 'withdrawn')),
  kind text not null check (kind in ('RETURN', 'OFFSET')),
  branch_id uuid not null references companies,
  carrier_id uuid not null references companies,
  amount_fen bigint not null check (amount_fen > 0),
  account_id uuid references company_accounts,
  account_name text,
  account_no text,
  bank text,
  debt_id uuid references debts,
  reason text not null,
  asker_id uuid not null references users,
  asker_for uuid references users,
  asker_name text not null,
  approver_id uuid references users,
  approver_name text,
  approved_at bigint,
  payer_id uuid references users,
  payer_name text,
  paid_at bigint,
  serial text,
  answer text,
  back_reason text,
  back_serial text,
  back_asker_id uuid references users,
  back_asker_for uuid references users,
  back_asker_name text,
  back_checker_id uuid references users,
  back_checker_name text,
  back_at bigint,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  check ((kind = 'RETURN') = (num_nonnulls(account_id, account_name, account_no, bank) = 4)),
  check ((kind = 'OFFSET') = (debt_id is not null)),
  check (kind = 'RETURN' or state not in ('approved', 'paid', 'bouncing', 'bounced', 'failed')),
  check (kind = 'OFFSET' or state not in ('offset', 'undoing', 'undone')),
  check (approver_id <> asker_id and approver_id <> asker_for and payer_id <> approver_id),
  check (back_checker_id <> back_asker_id and back_checker_id <> back_asker_for),
  check (state in ('asked', 'withdrawn', 'rejected') or approver_id is not null),
  check ((state in ('paid', 'bouncing', 'bounced')) = (num_nonnulls(serial, payer_id, paid_at) = 3)),
  check (state not in ('bounced', 'undone') or back_checker_id is not null),
  check (state <> 'bounced' or back_serial is not null)
);
comment on column deposit_backs.account_no is 'the account of the carrier as it was when the money was asked back';
comment on column deposit_backs.back_reason is 'why the money is there again: the bank sent it back, or a set-off was wrong';
create unique index deposit_backs_serial on deposit_backs (branch_id, upper(serial)) where serial is not null;
create unique index deposit_backs_back_serial on deposit_backs (branch_id, upper(back_serial))
  where back_serial is not null;
create index deposit_backs_deposit on deposit_backs (deposit_id);
create index deposit_backs_branch on deposit_backs (branch_id, id desc);
create index deposit_backs_carrier on deposit_backs (carrier_id, id desc);

grant select, insert, update on deposits, deposit_backs to yunshu_app;
grant usage on sequence deposit_number, deposit_back_number to yunshu_app;
do $$
declare
  walled text;
  own constant text := $q$current_setting('app.reach') in ('platform', 'system')
    or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)$q$;
begin
  foreach walled in array array['deposits', 'deposit_backs'] loop
    execute format('alter table %I enable row level security', walled);
    execute format('alter table %I force row level security', walled);
    execute format('create policy wall on %I using (%s or carrier_id = current_setting(''app.company'')::uuid)
      with check (%s)', walled, own, own);
  end loop;
end $$;

-- who sees the record sees its history
create policy wall_deposit on events
  using (entity = 'deposit' and exists (select from deposits r where r.id = entity_id));
create policy wall_depositBack on events
  using (entity = 'depositBack' and exists (select from deposit_backs r where r.id = entity_id));

-- a remittance may be the money of a deposit
alter table remittances add column deposit_id uuid references deposits;
comment on column remittances.deposit_id is 'the deposit the money is';
alter table remittances drop constraint remittances_claimed;
alter table remittances add constraint remittances_claimed check (
  (state = 'claimed') = (num_nonnulls(shipper_id, debtor_id, deposit_id) = 1)
  and num_nonnulls(shipper_id, debtor_id, deposit_id) <= 1
  and (num_nonnulls(shipper_id, debtor_id, deposit_id) = 0) = (claim_id is null));

-- a deposit may pay a debt
alter table debt_moves alter column remittance_id drop not null, add column deposit_back_id uuid references deposit_backs,
  add constraint debt_moves_money check (num_nonnulls(remittance_id, deposit_back_id) = 1);

alter table trades drop constraint trades_kind_check,
  add constraint trades_kind_check check (kind in ('TOP_UP', 'FREIGHT', 'DOUBLE', 'RETURN', 'FUEL', 'OWN', 'REFUND',
    'DEPOSIT', 'OTHER'));

-- a carrier reads the deposits the house holds of it
do $$
declare
  own constant text := $q$current_setting('app.reach') in ('platform', 'system')
    or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
    or (party_id = current_setting('app.company')::uuid and account in ('1122.01', '2205.01', '1123.03', '1221.01',
      '1221.02', '2202.01', '2202.02', '2202.03', '2241.02'))$q$;
begin
  execute format('alter policy wall on journal_lines using (%s)', own);
  execute format('alter policy wall on account_days using (%s)', own);
end $$;
