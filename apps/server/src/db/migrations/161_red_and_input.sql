-- Red confirmations of sales invoices with the lines they take back; input invoices and the waybills they are bound to.

-- the owner is held by the walls too: rows are moved as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

create sequence red_confirm_number;

create table red_confirms (
  id uuid primary key,
  confirm_no text not null unique,
  state text not null check (state in ('asking', 'noNeed', 'sellerAsked', 'buyerAsked', 'agreed', 'buyerDenied', 'sellerDenied', 'expired', 'withdrawn', 'undone')),
  issue_state text not null check (issue_state in ('waiting', 'sent', 'unknown', 'failed', 'recorded', 'issued')),
  invoice_id uuid not null references invoices,
  shipper_id uuid not null references companies,
  branch_id uuid not null references companies,
  side text not null check (side in ('SELLER', 'BUYER')),
  reason_code text not null check (reason_code in ('01', '02', '03', '04')),
  is_used boolean not null,
  note text not null default '',
  gross_fen bigint not null check (gross_fen > 0),
  tax_fen bigint not null check (tax_fen >= 0),
  deadline_at bigint,
  maker_id uuid not null references users,
  maker_for uuid references users,
  maker_name text not null,
  agreer_name text,
  answer_name text,
  reason text,
  attempt int not null default 1,
  red_no text,
  red_at bigint,
  fault text,
  next_at bigint,
  tries int not null default 0,
  recorder_id uuid references users,
  recorder_for uuid references users,
  recorder_name text,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  check (issue_state = 'waiting' or state in ('noNeed', 'agreed')),
  check ((issue_state = 'issued') <= (red_no is not null and red_at is not null))
);
comment on column red_confirms.is_used is 'the buyer deducted the tax of the invoice: it has to confirm';
-- an invoice has one confirmation under way: two could take back more than it has
create unique index red_confirms_live on red_confirms (invoice_id)
  where state in ('asking', 'noNeed', 'sellerAsked', 'buyerAsked', 'agreed') and issue_state <> 'issued';
create unique index red_confirms_number on red_confirms (red_no) where red_no is not null and issue_state = 'issued';
create index red_confirms_shipper on red_confirms (shipper_id, id desc);
create index red_confirms_branch on red_confirms (branch_id, id desc);
create index red_confirms_deadline on red_confirms (deadline_at) where state in ('sellerAsked', 'buyerAsked');
create index red_confirms_due on red_confirms (next_at) where issue_state in ('sent', 'unknown');

create table red_lines (
  confirm_id uuid not null references red_confirms,
  n int not null check (n > 0),
  waybill_id uuid not null references waybills,
  shipper_id uuid not null references companies,
  branch_id uuid not null references companies,
  gross_fen bigint not null check (gross_fen > 0),
  tax_fen bigint not null check (tax_fen >= 0),
  primary key (confirm_id, n)
);

create table input_invoices (
  id uuid primary key,
  state text not null check (state in ('uploaded', 'verified', 'ticked', 'refused', 'dropped')),
  source text not null check (source in ('XML', 'HAND')),
  invoice_no text not null,
  seller_name text not null,
  seller_tax_no text not null,
  buyer_name text not null,
  buyer_tax_no text not null,
  issued_at bigint not null,
  gross_fen bigint not null check (gross_fen > 0),
  tax_fen bigint not null check (tax_fen >= 0 and tax_fen < gross_fen),
  carrier_id uuid references companies,
  branch_id uuid not null references companies,
  bound_fen bigint not null default 0 check (bound_fen between 0 and gross_fen),
  used_tax_fen bigint not null default 0 check (used_tax_fen between 0 and tax_fen),
  ticked_at bigint,
  maker_id uuid not null references users,
  maker_for uuid references users,
  maker_name text not null,
  checker_name text,
  reason text,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null
);
-- the same invoice is handed in once; one that came to nothing does not stand in the way of the right one
create unique index input_invoices_number on input_invoices (seller_tax_no, invoice_no) where state not in ('refused', 'dropped');
create index input_invoices_carrier on input_invoices (carrier_id, id desc);
create index input_invoices_branch on input_invoices (branch_id, id desc);

create table input_bindings (
  id uuid primary key,
  input_id uuid not null references input_invoices,
  waybill_id uuid not null references waybills,
  carrier_id uuid not null references companies,
  branch_id uuid not null references companies,
  bound_fen bigint not null check (bound_fen > 0),
  tax_fen bigint not null check (tax_fen >= 0),
  by_id uuid not null references users,
  by_name text not null,
  created_at bigint not null,
  unbound_at bigint,
  unbound_name text,
  unbound_reason text
);
create unique index input_bindings_once on input_bindings (input_id, waybill_id) where unbound_at is null;
create index input_bindings_waybill on input_bindings (waybill_id) where unbound_at is null;

grant select, insert, update on red_confirms, red_lines, input_invoices, input_bindings to yunshu_app;
grant usage on sequence red_confirm_number to yunshu_app;

do $$
declare
  wall text;
  house constant text := $q$current_setting('app.reach') in ('platform', 'system')
    or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)$q$;
  sales constant text := house || $q$ or shipper_id = current_setting('app.company')::uuid$q$;
  purchases constant text := house || $q$ or carrier_id = current_setting('app.company')::uuid$q$;
begin
  foreach wall in array array['red_confirms', 'red_lines', 'input_invoices', 'input_bindings'] loop
    execute format('alter table %I enable row level security', wall);
    execute format('alter table %I force row level security', wall);
  end loop;
  foreach wall in array array['red_confirms', 'red_lines'] loop
    execute format('create policy wall on %I using (%s) with check (%s)', wall, sales, sales);
  end loop;
  foreach wall in array array['input_invoices', 'input_bindings'] loop
    execute format('create policy wall on %I using (%s) with check (%s)', wall, purchases, purchases);
  end loop;
end $$;

-- who sees the record sees its history; all other kinds as before
alter function sees_record(text, uuid) rename to sees_record_before_red;
create function sees_record(entity text, id uuid) returns boolean language plpgsql stable as $$
begin
  case entity
    when 'redConfirm' then return exists (select from red_confirms r where r.id = $2);
    when 'inputInvoice' then return exists (select from input_invoices r where r.id = $2);
    else return sees_record_before_red(entity, id);
  end case;
end $$;
comment on function sees_record is 'whether the reach of the transaction sees the record a line of history is of';
alter policy wall on events using (sees_record(entity, entity_id)) with check (sees_record(entity, entity_id));

update roles set functions = functions || array['invoice.input', 'invoice.supply'] where 'invoice.issue' = any (functions);
update roles r set functions = functions || array['invoice.supply']
  where functions && array['voucher.view', 'account.view'] and exists (select from companies c where c.id = r.company_id and c.role_flags & 2 > 0);
