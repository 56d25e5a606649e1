-- Money that came to a branch's channel account and fuel it bought: recorded by one person, booked when another
-- confirms.

-- the owner is held by the walls too: rows are moved as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

create sequence fund_number;
create table fund_records (
  id uuid primary key,
  record_no text not null unique,
  kind text not null check (kind in ('TOP_UP', 'TRANSFER', 'FUEL')),
  state text not null check (state in ('recorded', 'confirmed', 'rejected', 'withdrawn')),
  branch_id uuid not null references companies,
  shipper_id uuid references companies,
  amount_fen bigint not null check (amount_fen > 0),
  date bigint not null,
  serial text not null,
  remark text,
  maker_id uuid not null references users,
  maker_for uuid references users,
  maker_name text not null,
  checker_id uuid references users,
  checker_name text,
  checked_at bigint,
  reason text,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  check ((kind = 'TOP_UP') = (shipper_id is not null)),
  check (checker_id <> maker_id and checker_id <> maker_for),
  check (state not in ('confirmed', 'rejected') or checker_id is not null)
);
comment on column fund_records.date is 'the day the money came or the fuel was bought, ms; the books take it in when it is confirmed';
-- the same money is recorded once; a record that came to nothing does not stand in the way of the right one
create unique index fund_records_serial on fund_records (branch_id, kind, upper(serial)) where state in ('recorded', 'confirmed');
create index fund_records_branch on fund_records (branch_id, id desc);
create index fund_records_waiting on fund_records (id desc) where state = 'recorded';

grant select, insert, update on fund_records to yunshu_app;
grant usage on sequence fund_number to yunshu_app;
alter table fund_records enable row level security;
alter table fund_records force row level security;
create policy wall on fund_records using (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
) with check (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
);

create or replace function sees_record(entity text, id uuid) returns boolean language plpgsql stable as $$
begin
  case entity
    when 'goods' then return exists (select from goods r where r.id = $2);
    when 'goodsChange' then return exists (select from goods_changes r where r.id = $2);
    when 'goodsConsent' then return exists (select from goods_consents r where r.id = $2);
    when 'fence' then return exists (select from fences r where r.goods_id = $2) or exists (select from fence_vehicles r where r.goods_id = $2);
    when 'task' then return exists (select from tasks r where r.id = $2);
    when 'waybill', 'receipt', 'waybillSettle', 'swap', 'claim', 'pound', 'specialLine' then return exists (select from waybills r where r.id = $2);
    when 'shipperClaim' then return exists (select from waybill_claims r where r.id = $2);
    when 'specialTicket' then return exists (select from special_tickets r where r.id = $2);
    when 'settlement' then return exists (select from settlements r where r.id = $2);
    when 'payment' then return exists (select from payments r where r.id = $2);
    when 'voucher' then return exists (select from vouchers r where r.id = $2);
    when 'fund' then return exists (select from fund_records r where r.id = $2);
    when 'vehicle' then return exists (select from vehicles r where r.id = $2);
    when 'driver' then return exists (select from drivers r where r.id = $2);
    when 'payee' then return exists (select from payees r where r.id = $2);
    when 'payeeAuth' then return exists (select from payee_auths r where r.id = $2);
    when 'export' then return exists (select from exports r where r.id = $2);
    when 'import' then return exists (select from imports r where r.id = $2);
    when 'relation' then return exists (select from relations r where r.id = $2);
    when 'company' then return exists (select from company_profiles r where r.company_id = $2);
    when 'user' then return exists (select from users r where r.id = $2);
    when 'role' then return exists (select from roles r where r.id = $2);
    else return false;
  end case;
end $$;

-- positions of the house: whoever reads the books sees the records, whoever makes sheets or pays them records, whoever
-- pays confirms
update roles set functions = functions || array['fund.view']
where 'ledger.view' = any (functions) and (company_id is null or company_id in (select c.id from companies c where c.role_flags & 1 = 1));
update roles set functions = functions || array['fund.record']
where 'fund.view' = any (functions) and functions && array['settlement.make', 'settlement.pay'];
update roles set functions = functions || array['fund.confirm'] where 'fund.view' = any (functions) and 'settlement.pay' = any (functions);
