-- Sales invoices: titles they are made out to, applications with the waybills they are for, and the invoices with their
-- lines. The simulated tax office keeps a book of its own.

-- the owner is held by the walls too: rows are moved as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

create sequence invoice_app_number;

create table invoice_sellers (
  branch_id uuid primary key references companies,
  per_invoice_max_fen bigint not null check (per_invoice_max_fen > 0),
  lines_max int not null check (lines_max between 1 and 2000),
  month_quota_fen bigint check (month_quota_fen > 0),
  version int not null default 1,
  updated_at bigint not null
);
comment on table invoice_sellers is 'what a branch may put on one invoice and issue in a month, where it is not the usual';

create table invoice_titles (
  id uuid primary key,
  shipper_id uuid not null references companies,
  name text not null,
  tax_no text not null,
  kind text not null check (kind in ('81', '82')),
  address text,
  phone text,
  bank text,
  account_no text,
  email text,
  closed_at bigint,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null
);
create unique index invoice_titles_once on invoice_titles (shipper_id, tax_no, kind) where closed_at is null;

create table invoice_apps (
  id uuid primary key,
  app_no text not null unique,
  state text not null check (state in ('submitted', 'approved', 'issuing', 'issued', 'sent', 'rejected', 'withdrawn')),
  shipper_id uuid not null references companies,
  branch_id uuid not null references companies,
  title jsonb not null,
  title_name text not null,
  tax_no text not null,
  kind text not null check (kind in ('81', '82')),
  split_by text not null check (split_by in ('NONE', 'VEHICLE', 'ROUTE', 'GOODS')),
  waybills int not null check (waybills > 0),
  invoices int not null check (invoices > 0),
  issued int not null default 0,
  gross_fen bigint not null check (gross_fen > 0),
  tax_fen bigint not null check (tax_fen >= 0),
  remark text not null default '',
  maker_id uuid not null references users,
  maker_for uuid references users,
  maker_name text not null,
  reviewer_id uuid references users,
  reviewer_name text,
  reviewed_at bigint,
  delivered_to text,
  delivered_at bigint,
  reason text,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  check (reviewer_id <> maker_id and reviewer_id <> maker_for),
  check (state in ('submitted', 'withdrawn', 'rejected') or reviewer_id is not null)
);
comment on column invoice_apps.title is 'the title as it was when the application was made, in wire form';
create index invoice_apps_shipper on invoice_apps (shipper_id, id desc);
create index invoice_apps_branch on invoice_apps (branch_id, id desc);
create index invoice_apps_waiting on invoice_apps (state, id desc) where state in ('submitted', 'approved', 'issuing', 'issued');

create table invoice_app_waybills (
  app_id uuid not null references invoice_apps,
  waybill_id uuid not null references waybills,
  shipper_id uuid not null references companies,
  branch_id uuid not null references companies,
  gross_fen bigint not null check (gross_fen > 0),
  tax_fen bigint not null check (tax_fen >= 0),
  is_live boolean not null default true,
  primary key (app_id, waybill_id)
);
-- a waybill stands on one live application: the second of two people who apply for it is refused
create unique index invoice_app_waybills_live on invoice_app_waybills (waybill_id) where is_live;

create table invoices (
  id uuid primary key,
  serial_no text not null unique,
  app_id uuid not null references invoice_apps,
  n int not null check (n > 0),
  state text not null check (state in ('planned', 'sent', 'unknown', 'failed', 'recorded', 'issued', 'partRed', 'red', 'dropped')),
  shipper_id uuid not null references companies,
  branch_id uuid not null references companies,
  kind text not null check (kind in ('81', '82')),
  title_name text not null,
  tax_no text not null,
  vat_bp int not null check (vat_bp >= 0),
  gross_fen bigint not null check (gross_fen > 0),
  tax_fen bigint not null check (tax_fen >= 0),
  lines int not null check (lines > 0),
  remark text not null default '',
  attempt int not null default 1 check (attempt > 0),
  wanted boolean not null default false,
  invoice_no text,
  issued_at bigint,
  fault text,
  next_at bigint,
  tries int not null default 0,
  record text check (record in ('ISSUED', 'NONE')),
  recorder_id uuid references users,
  recorder_for uuid references users,
  recorder_name text,
  confirmer_name text,
  red_fen bigint not null default 0 check (red_fen between 0 and gross_fen),
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  unique (app_id, n),
  check ((state in ('issued', 'partRed', 'red')) <= (invoice_no is not null and issued_at is not null)),
  check ((state = 'recorded') <= (recorder_id is not null and record is not null))
);
comment on column invoices.serial_no is 'our number at the tax platform: one serial is one invoice there, however often it is said';
comment on column invoices.wanted is 'to be sent as soon as the month has room for it';
create unique index invoices_number on invoices (invoice_no) where invoice_no is not null and state <> 'recorded';
create index invoices_shipper on invoices (shipper_id, id desc);
create index invoices_branch on invoices (branch_id, id desc);
create index invoices_due on invoices (next_at) where state in ('planned', 'sent', 'unknown') and next_at is not null;
create index invoices_month on invoices (branch_id, issued_at) where issued_at is not null;

create table invoice_lines (
  invoice_id uuid not null references invoices,
  n int not null check (n > 0),
  waybill_id uuid not null references waybills,
  shipper_id uuid not null references companies,
  branch_id uuid not null references companies,
  waybill_no text not null,
  gross_fen bigint not null check (gross_fen > 0),
  tax_fen bigint not null check (tax_fen >= 0),
  red_fen bigint not null default 0 check (red_fen between 0 and gross_fen),
  red_tax_fen bigint not null default 0 check (red_tax_fen between 0 and tax_fen),
  primary key (invoice_id, n)
);
create index invoice_lines_waybill on invoice_lines (waybill_id);

create table sim_invoices (
  serial_no text primary key,
  tax_no text not null,
  gross_fen bigint not null,
  tax_fen bigint not null,
  result text not null check (result in ('issued', 'failed')),
  reason text,
  invoice_no text not null unique,
  issued_at bigint not null,
  received int not null default 1,
  asked int not null default 0,
  ready_at bigint,
  created_at bigint not null
);
comment on column sim_invoices.received is 'how often the invoice was sent; more than once would be our fault';

grant select, insert, update on invoice_sellers, invoice_titles, invoice_apps, invoice_app_waybills, invoices, invoice_lines, sim_invoices to yunshu_app;
grant usage on sequence invoice_app_number to yunshu_app;

do $$
declare
  wall text;
  house constant text := $q$current_setting('app.reach') in ('platform', 'system')
    or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)$q$;
  rule constant text := house || $q$ or shipper_id = current_setting('app.company')::uuid$q$;
  titles constant text := $q$current_setting('app.reach') in ('platform', 'system') or shipper_id = current_setting('app.company')::uuid$q$;
  system constant text := $q$current_setting('app.reach') = 'system'$q$;
begin
  foreach wall in array array['invoice_apps', 'invoice_app_waybills', 'invoices', 'invoice_lines'] loop
    execute format('alter table %I enable row level security', wall);
    execute format('alter table %I force row level security', wall);
    execute format('create policy wall on %I using (%s) with check (%s)', wall, rule, rule);
  end loop;
  alter table invoice_titles enable row level security;
  alter table invoice_titles force row level security;
  execute format('create policy wall on invoice_titles using (%s) with check (%s)', titles, titles);
  alter table invoice_sellers enable row level security;
  alter table invoice_sellers force row level security;
  execute format('create policy wall on invoice_sellers using (%s) with check (%s)', house, house);
  alter table sim_invoices enable row level security;
  alter table sim_invoices force row level security;
  execute format('create policy wall on sim_invoices using (%s) with check (%s)', system, system);
end $$;

-- positions: whoever reads the books of their company reads its invoices; shippers' finance applies, the house's judges
update roles set functions = functions || array['invoice.view'] where functions && array['voucher.view', 'account.view'];
update roles r set functions = functions || array['invoice.apply']
  where r.functions @> array['settlement.make', 'account.view'] and exists (select from companies c where c.id = r.company_id and c.role_flags & 4 > 0);
update roles set functions = functions || array['invoice.review', 'invoice.issue'] where 'fund.confirm' = any (functions);

-- who sees the record sees its history; all other kinds as before
alter function sees_record(text, uuid) rename to sees_record_before_invoices;
create function sees_record(entity text, id uuid) returns boolean language plpgsql stable as $$
begin
  case entity
    when 'invoiceApp' then return exists (select from invoice_apps r where r.id = $2);
    when 'invoice' then return exists (select from invoices r where r.id = $2);
    else return sees_record_before_invoices(entity, id);
  end case;
end $$;
comment on function sees_record is 'whether the reach of the transaction sees the record a line of history is of';
alter policy wall on events using (sees_record(entity, entity_id)) with check (sees_record(entity, entity_id));
