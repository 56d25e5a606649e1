-- Waybills bound to vouchers as evidence of their cost; a binding that is taken back stays with its reason.
create table voucher_waybills (
  id uuid primary key,
  voucher_id uuid not null references vouchers,
  waybill_id uuid not null references waybills,
  branch_id uuid not null references companies,
  class text not null check (class in ('FREIGHT', 'FUEL', 'TOLL', 'OTHER')),
  amount_fen bigint not null check (amount_fen > 0),
  by_id uuid not null references users,
  by_name text not null,
  at bigint not null,
  unbound_at bigint,
  unbound_name text,
  reason text,
  check ((unbound_at is null) = (reason is null) and (unbound_at is null) = (unbound_name is null))
);
create unique index voucher_waybills_live on voucher_waybills (voucher_id, waybill_id) where unbound_at is null;
create index voucher_waybills_cost on voucher_waybills (waybill_id, class) where unbound_at is null;
create index waybills_bindable on waybills (branch_id, signed_at, id) where signed_at is not null;

grant select, insert, update on voucher_waybills to yunshu_app;
alter table voucher_waybills enable row level security;
alter table voucher_waybills force row level security;
create policy wall on voucher_waybills using (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
) with check (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
);
