-- Payments made beside every channel (线下支付): one person records the bank's number, its day and the slip, another agrees.
create table offline_slips (
  id uuid primary key,
  payment_id uuid not null references payments,
  state text not null check (state in ('recorded', 'confirmed', 'refused')),
  shipper_id uuid references companies,
  branch_id uuid not null references companies,
  serial text not null,
  day bigint not null,
  recorder_id uuid not null references users,
  recorder_name text not null,
  checker_id uuid references users,
  checker_name text,
  checked_at bigint,
  reason text,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  check (state <> 'confirmed' or checker_id <> recorder_id),
  check (state = 'recorded' or checker_id is not null)
);
comment on table offline_slips is 'what a person says of a payment made at the bank by hand; it is booked when another person has seen the slip';
create unique index offline_slips_live on offline_slips (payment_id) where state <> 'refused';
create unique index offline_slips_serial on offline_slips (branch_id, upper(serial)) where state <> 'refused';
create index offline_slips_payment on offline_slips (payment_id, id desc);
grant select, insert, update on offline_slips to yunshu_app;
alter table offline_slips enable row level security;
alter table offline_slips force row level security;
create policy wall on offline_slips using (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
  or shipper_id = current_setting('app.company')::uuid
) with check (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
);
