-- Estimates of cost nobody will ever bill, let go by two people.
create table estimate_ends (
  id uuid primary key,
  state text not null check (state in ('asked', 'done', 'rejected', 'withdrawn')),
  voucher_id uuid not null references vouchers,
  waybill_id uuid not null references waybills,
  carrier_id uuid not null references companies,
  branch_id uuid not null references companies,
  amount_fen bigint not null check (amount_fen > 0),
  reason text not null,
  asker_id uuid not null references users,
  asker_for uuid references users,
  asker_name text not null,
  checker_id uuid references users,
  checker_name text,
  checked_at bigint,
  answer text,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  check (checker_id <> asker_id and checker_id <> asker_for),
  check (state in ('asked', 'withdrawn') or checker_id is not null)
);
comment on table estimate_ends is 'an estimate of cost nobody will ever bill: asked by one person, taken back in red when another agrees';
create unique index estimate_ends_once on estimate_ends (waybill_id, carrier_id) where state = 'asked';
create index estimate_ends_voucher on estimate_ends (voucher_id, id desc);
create index estimate_ends_waiting on estimate_ends (id desc) where state = 'asked';
grant select, insert, update on estimate_ends to yunshu_app;
alter table estimate_ends enable row level security;
alter table estimate_ends force row level security;
create policy wall on estimate_ends using (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
) with check (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
);

-- who sees the request sees its history
create function "sees_estimateEnd"(id uuid) returns boolean language sql stable as
  $$ select exists (select from estimate_ends r where r.id = $1) $$;
