-- Money that came to a branch's channel account, before it is anybody's: recorded by one person, confirmed by another,
-- then claimed for a shipper or sent back.

-- the owner is held by the walls too: rows are moved as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

create sequence remittance_number;
create table remittances (
  id uuid primary key,
  remittance_no text not null unique,
  state text not null check (state in ('recorded', 'unclaimed', 'claimed', 'refunding', 'refunded', 'rejected', 'withdrawn')),
  branch_id uuid not null references companies,
  payer_name text not null,
  payer_account text not null,
  bank_note text,
  amount_fen bigint not null check (amount_fen > 0),
  date bigint not null,
  serial text not null,
  maker_id uuid not null references users,
  maker_for uuid references users,
  maker_name text not null,
  checker_id uuid references users,
  checker_name text,
  checked_at bigint,
  shipper_id uuid references companies,
  claim_id uuid unique,
  claimer_name text,
  claimed_at bigint,
  asker_id uuid references users,
  asker_for uuid references users,
  refund_serial text,
  reason text,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  check (checker_id <> maker_id and checker_id <> maker_for),
  check (state in ('recorded', 'withdrawn') or checker_id is not null),
  check ((state = 'claimed') = (shipper_id is not null) and (shipper_id is null) = (claim_id is null)),
  check (state not in ('refunding', 'refunded') or asker_id is not null),
  check ((state = 'refunded') = (refund_serial is not null))
);
comment on column remittances.payer_account is 'digits and letters alone, so that the same account is found again';
comment on column remittances.date is 'the day the money came, ms; the books take it in when it is confirmed';
comment on column remittances.claim_id is 'the claim that stands: the source of its entry; a claim taken back leaves its own';
-- the same money is recorded once; a record that came to nothing does not stand in the way of the right one
create unique index remittances_serial on remittances (branch_id, upper(serial)) where state not in ('rejected', 'withdrawn');
create index remittances_branch on remittances (branch_id, id desc);
create index remittances_waiting on remittances (state, id desc) where state in ('recorded', 'unclaimed', 'refunding');
create index remittances_payer on remittances (payer_account, id desc) where state = 'claimed';
create index company_accounts_number on company_accounts (regexp_replace(upper(account_no), '[^0-9A-Z]', '', 'g'));

grant select, insert, update on remittances to yunshu_app;
grant usage on sequence remittance_number to yunshu_app;
alter table remittances enable row level security;
alter table remittances force row level security;
create policy wall on remittances using (
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
    when 'remittance' then return exists (select from remittances r where r.id = $2);
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

-- positions of the house: whoever sees fund records sees remittances, whoever records or confirms those does so with these
update roles set functions = functions || array['remittance.view'] where 'fund.view' = any (functions);
update roles set functions = functions || array['remittance.record', 'remittance.claim'] where 'fund.record' = any (functions);
update roles set functions = functions || array['remittance.confirm'] where 'fund.confirm' = any (functions);
