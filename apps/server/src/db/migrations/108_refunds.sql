-- Refunds of prepaid money: asked by the shipper, approved by one person of the house and paid by another, to the account it came from.

-- the owner is held by the walls too: rows are moved as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

create sequence refund_number;
create table refunds (
  id uuid primary key,
  refund_no text not null unique,
  state text not null check (state in ('asked', 'approved', 'paid', 'rejected', 'withdrawn')),
  shipper_id uuid not null references companies,
  branch_id uuid not null references companies,
  amount_fen bigint not null check (amount_fen > 0),
  source text not null check (source in ('ORIGIN', 'REGISTERED')),
  account_name text not null,
  account_no text not null,
  reason text not null,
  asker_id uuid not null references users,
  asker_for uuid references users,
  asker_name text not null,
  approver_id uuid references users,
  approver_name text,
  payer_id uuid references users,
  payer_name text,
  serial text,
  answer text,
  paid_at bigint,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  check (approver_id <> asker_id and payer_id <> approver_id and payer_id <> asker_id),
  check ((state = 'paid') = (serial is not null and payer_id is not null)),
  check (state not in ('approved', 'paid') or approver_id is not null)
);
comment on column refunds.source is 'ORIGIN: the account the money had come from; REGISTERED: an account of the shipper that the administrator has to agree to';
create index refunds_shipper on refunds (shipper_id, id desc);
create index refunds_branch on refunds (branch_id, id desc);
create unique index refunds_serial on refunds (branch_id, upper(serial)) where serial is not null;

grant select, insert, update on refunds to yunshu_app;
grant usage on sequence refund_number to yunshu_app;
alter table refunds enable row level security;
alter table refunds force row level security;
create policy wall on refunds using (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
  or shipper_id = current_setting('app.company')::uuid);

-- who sees the record sees its history; all other kinds as before
alter function sees_record(text, uuid) rename to sees_record_before_refunds;
create function sees_record(entity text, id uuid) returns boolean language plpgsql stable as $$
begin
  case entity
    when 'refund' then return exists (select from refunds r where r.id = $2);
    else return sees_record_before_refunds(entity, id);
  end case;
end $$;
comment on function sees_record is 'whether the reach of the transaction sees the record a line of history is of';
alter policy wall on events using (sees_record(entity, entity_id)) with check (sees_record(entity, entity_id));

update roles set functions = functions || array['refund.view', 'refund.approve', 'refund.pay'] where 'fund.confirm' = any (functions);
update roles set functions = functions || array['refund.view'] where 'fund.view' = any (functions) and not 'refund.view' = any (functions);
update roles r set functions = functions || array['refund.view', 'refund.ask']
  where 'account.view' = any (functions) and exists (select from companies c where c.id = r.company_id and c.role_flags & 4 > 0);
alter table trades drop constraint trades_kind_check,
  add constraint trades_kind_check check (kind in ('TOP_UP', 'FREIGHT', 'DOUBLE', 'RETURN', 'FUEL', 'OWN', 'REFUND', 'OTHER'));
