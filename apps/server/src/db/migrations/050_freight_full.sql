-- Freight in full: changes and shares of goods, tasks sent and handed down, segments, tickets, claims, special lines, fences, fleet, payees, imports and exports.

-- the owner is held by the walls too: what is filled in below is filled in as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

-- goods: a public address nobody can guess, where they were copied from, and when their next price comes into force
alter table goods
  add column public_id text unique,
  add column copied_from uuid references goods,
  add column daily_trucks int check (daily_trucks > 0),
  add column next_price_at bigint;
comment on column goods.public_id is '128 random bits: the address of the public page of goods offered to everybody';
create index goods_next_price on goods (next_price_at) where next_price_at is not null;

-- a change of published goods (货源信息变更); carriers with open work must agree first
create table goods_changes (
  id uuid primary key,
  goods_id uuid not null references goods,
  shipper_id uuid not null references companies,
  branch_id uuid not null references companies,
  state text not null check (state in ('pending', 'refused', 'withdrawn', 'applied')),
  reason text not null,
  diff jsonb not null,
  body jsonb not null,
  applies_to_open boolean not null,
  version int not null default 1,
  created_by uuid not null references users,
  created_name text not null,
  created_at bigint not null,
  updated_at bigint not null
);
comment on column goods_changes.diff is '[{field, old, new}] in words';
comment on column goods_changes.body is 'the new values in wire form, only what changes';
create index goods_changes_goods on goods_changes (goods_id, id desc);
create index goods_changes_shipper on goods_changes (shipper_id, id desc);
create unique index goods_changes_one on goods_changes (goods_id) where state = 'pending';
create table goods_consents (
  change_id uuid not null references goods_changes,
  carrier_id uuid not null references companies,
  shipper_id uuid not null references companies,
  branch_id uuid not null references companies,
  state text not null default 'asked' check (state in ('asked', 'agreed', 'refused', 'lapsed')),
  reason text,
  answered_by text,
  answered_at bigint,
  primary key (change_id, carrier_id)
);
create index goods_consents_carrier on goods_consents (carrier_id, change_id) where state = 'asked';

-- links anybody may open (分享); the token is the whole secret
create table shares (
  id uuid primary key,
  token text not null unique,
  goods_id uuid not null references goods,
  shipper_id uuid not null references companies,
  branch_id uuid not null references companies,
  shows_price boolean not null,
  expires_at bigint not null,
  max_views int,
  views int not null default 0,
  last_view_at bigint,
  revoked_at bigint,
  created_by uuid not null references users,
  created_name text not null,
  created_at bigint not null
);
create index shares_goods on shares (goods_id, id desc);

-- tasks: sent with a price and a time to answer, or handed down (转派) to the next carrier
alter table tasks drop constraint tasks_source_check, add constraint tasks_source_check check (source in ('GRAB', 'SENT', 'RELEASED')),
  add column parent_id uuid references tasks,
  add column depth smallint not null default 0 check (depth between 0 and 2),
  add column carrier_unit_price bigint check (carrier_unit_price >= 0),
  add column may_release boolean not null default true,
  add column remark text not null default '';
comment on column tasks.carrier_unit_price is 'what this carrier gets per unit; null: the price of the goods at the time';
create index tasks_parent on tasks (parent_id) where parent_id is not null;
create index tasks_answer on tasks (answer_by) where state = 'sent' and answer_by is not null;

-- what carriers that handed work down get of a waybill: their price less the price they handed it down at
create table waybill_fees (
  waybill_id uuid not null references waybills,
  carrier_id uuid not null references companies,
  task_id uuid not null references tasks,
  shipper_id uuid not null references companies,
  branch_id uuid not null references companies,
  unit_price bigint not null check (unit_price >= 0),
  amount_fen bigint not null check (amount_fen >= 0),
  state text not null check (state in ('estimated', 'confirmed')),
  primary key (waybill_id, carrier_id)
);

-- waybills: who is paid for it, how many vehicles it had, when the carrier must have answered, and when silence signs
alter table waybills
  add column payee_id uuid,
  add column segments smallint not null default 1 check (segments > 0),
  add column answer_by bigint,
  add column sign_by bigint,
  add column disputed_weight_g bigint check (disputed_weight_g > 0);
comment on column waybills.disputed_weight_g is 'unloaded weight the receiver says in a dispute, until it ends';
comment on column waybills.sign_by is 'set by unloading and by the end of a dispute: then the product signs, where the shipper leaves it to (policy autoSign)';
create index waybills_answer on waybills (answer_by) where state = 'toAccept' and answer_by is not null;
create index waybills_to_sign on waybills (sign_by) where state = 'toSign' and sign_by is not null;
create index waybills_driver on waybills (driver_id, id desc);

-- settlement: a sheet pays nothing when deductions and fuel pass the freight; what is left is the carrier's debt (1221.01), taken off its next sheet of the same shipper and branch
alter table settlements
  add column carried_in_fen bigint not null default 0 check (carried_in_fen >= 0),
  add column carried_out_fen bigint not null default 0 check (carried_out_fen >= 0),
  add column carried_to uuid references settlements,
  drop constraint settlements_check,
  add constraint settlements_due check (due_fen >= 0 and (due_fen = 0 or carried_out_fen = 0) and due_fen = payable_fen - oil_fen - deducted_fen - carried_in_fen + carried_out_fen);
comment on column settlements.carried_in_fen is 'debt of earlier sheets that this one takes off: those whose carried_to it is';
comment on column settlements.carried_out_fen is 'what the carrier owes once this sheet is paid with nothing, until the sheet of carried_to takes it off';
create index settlements_owed on settlements (shipper_id, carrier_id, branch_id) where carried_out_fen > 0 and carried_to is null;
create index settlements_carried on settlements (carried_to) where carried_to is not null;

-- a line of the books leads to its voucher: without this a month of an account reads every voucher for every line
create index vouchers_entry on vouchers (entry_id);
create index journal_lines_month on journal_lines (account, period, entry_id, n);

-- the vehicles of a waybill that changed on the way (换车); the last is the one on the waybill itself
create table waybill_segments (
  waybill_id uuid not null references waybills,
  serial smallint not null check (serial > 0),
  vehicle_id uuid not null references vehicles,
  driver_id uuid not null references drivers,
  plate text not null,
  plate_color text not null,
  driver_name text not null,
  driver_mobile text not null,
  from_at bigint not null,
  to_at bigint,
  reason text,
  changed_by text not null,
  primary key (waybill_id, serial)
);
create index waybill_segments_vehicle on waybill_segments (vehicle_id, waybill_id);

-- a change of vehicle the carrier wants on the way, until the platform or the branch has answered
create table waybill_swaps (
  id uuid primary key,
  waybill_id uuid not null references waybills,
  state text not null check (state in ('proposed', 'applied', 'refused', 'withdrawn')),
  vehicle_id uuid not null references vehicles,
  driver_id uuid not null references drivers,
  plate text not null,
  driver_name text not null,
  reason text not null,
  answered_name text,
  answered_at bigint,
  answer_reason text,
  version int not null default 1,
  created_by uuid not null references users,
  created_name text not null,
  created_at bigint not null,
  updated_at bigint not null
);
create unique index waybill_swaps_open on waybill_swaps (waybill_id) where state = 'proposed';
create index waybill_swaps_waybill on waybill_swaps (waybill_id, id desc);

-- weighings (磅单): the last kept of each end and party counts
create table pound_tickets (
  id uuid primary key,
  waybill_id uuid not null references waybills,
  place text not null check (place in ('load', 'unload')),
  party text not null check (party in ('driver', 'receiver')),
  side text not null check (side in ('house', 'shipper', 'carrier')),
  ticket_no text not null,
  gross_g bigint not null check (gross_g > 0),
  tare_g bigint not null check (tare_g >= 0),
  net_g bigint not null check (net_g = gross_g - tare_g and net_g > 0),
  station text not null default '',
  weighed_at bigint not null,
  removed_at bigint,
  remove_reason text,
  created_by uuid not null references users,
  created_name text not null,
  created_at bigint not null
);
create index pound_tickets_waybill on pound_tickets (waybill_id, id desc);

-- additions and deductions one side asks for and the other agrees to (费用扣款)
create table waybill_claims (
  id uuid primary key,
  waybill_id uuid not null references waybills,
  side text not null check (side in ('SHIPPER', 'CARRIER')),
  code text not null,
  amount_fen bigint not null check (amount_fen <> 0),
  reason text not null,
  state text not null check (state in ('proposed', 'agreed', 'refused', 'withdrawn')),
  asked_by text not null check (asked_by in ('house', 'shipper', 'carrier')),
  answer_by bigint,
  answered_name text,
  answered_at bigint,
  answer_reason text,
  is_dispute boolean not null default false,
  charge_id uuid references charges,
  version int not null default 1,
  created_by uuid not null references users,
  created_name text not null,
  created_at bigint not null,
  updated_at bigint not null
);
comment on column waybill_claims.is_dispute is 'deduction the receiver asks for while the waybill is disputed: agreed to, or withdrawn, with the end of the dispute';
create index waybill_claims_waybill on waybill_claims (waybill_id, id desc);
create index waybill_claims_answer on waybill_claims (answer_by) where state = 'proposed';

-- special lines (专线): the shift a waybill rides on and the small consignments it carries
create table special_lines (
  waybill_id uuid primary key references waybills,
  line_company text not null,
  from_hub text not null,
  to_hub text not null,
  shift_no text not null,
  depart_at bigint,
  arrive_at bigint,
  transfers jsonb not null default '[]',
  remark text not null default '',
  version int not null default 1,
  updated_by text not null,
  updated_at bigint not null
);
create table special_tickets (
  id uuid primary key,
  waybill_id uuid not null references waybills,
  ticket_no text not null,
  state text not null check (state in ('received', 'loaded', 'onWay', 'arrived', 'delivering', 'signed')),
  consignee text not null,
  mobile text not null,
  address text not null default '',
  item_name text not null,
  pieces int not null check (pieces > 0),
  weight_g bigint not null check (weight_g >= 0),
  volume bigint not null default 0,
  pickup_fen bigint not null default 0,
  freight_fen bigint not null default 0,
  deliver_fen bigint not null default 0,
  cod_fen bigint not null default 0,
  pay_mode text not null check (pay_mode in ('CASH', 'ARRIVE', 'MONTH', 'RECEIPT')),
  signer text,
  signed_at bigint,
  removed_at bigint,
  version int not null default 1,
  created_by uuid not null references users,
  created_at bigint not null,
  updated_at bigint not null,
  unique (waybill_id, ticket_no)
);
create index special_tickets_waybill on special_tickets (waybill_id, id);

-- circles around the places of goods, and the vehicles watched by them
create table fences (
  id uuid primary key,
  goods_id uuid not null references goods,
  shipper_id uuid not null references companies,
  branch_id uuid not null references companies,
  kind text not null check (kind in ('load', 'unload')),
  point_no smallint not null check (point_no >= 0),
  name text not null,
  lon_e6 int not null check (lon_e6 between 73000000 and 136000000),
  lat_e6 int not null check (lat_e6 between 3000000 and 54000000),
  radius_m int not null check (radius_m in (30, 50, 100, 200, 500, 1000, 2000, 3000, 5000, 10000)),
  slots jsonb not null default '[]',
  is_on boolean not null default true,
  version int not null default 1,
  created_by uuid not null references users,
  created_at bigint not null,
  updated_at bigint not null,
  unique (goods_id, kind, point_no)
);
comment on column fences.lon_e6 is 'degrees × 10⁶ in GCJ-02, as Chinese maps give them';
create table fence_vehicles (
  id uuid primary key,
  goods_id uuid not null references goods,
  vehicle_id uuid not null references vehicles,
  shipper_id uuid not null references companies,
  carrier_id uuid not null references companies,
  branch_id uuid not null references companies,
  bound_at bigint not null,
  bound_name text not null,
  by_publisher boolean not null,
  unbound_at bigint,
  unbound_name text
);
comment on column fence_vehicles.by_publisher is 'bound by the side that published the goods: the carrier it measures cannot unbind it';
create unique index fence_vehicles_bound on fence_vehicles (goods_id, vehicle_id) where unbound_at is null;
create index fence_vehicles_goods on fence_vehicles (goods_id, id desc);
create index fence_vehicles_vehicle on fence_vehicles (vehicle_id) where unbound_at is null;

-- fleet: what the certificates say (body), verification, and who is not to be used; a vehicle or driver that was retired may be registered anew, by another carrier too
alter table vehicles
  drop constraint vehicles_plate_plate_color_key,
  alter column transport_cert_expiry drop not null,
  add column body jsonb not null default '{}',
  add column annual_check_expiry bigint,
  add column insurance_expiry bigint,
  add column trailer_plate text,
  add column terminal_id text,
  add column papers jsonb not null default '{}',
  add column verified_at bigint,
  add column verified_name text,
  add column blacklisted_at bigint,
  add column blacklist_reason text,
  add column blacklisted_by text,
  add column blacklisted_side text check (blacklisted_side in ('house', 'carrier')),
  add column retired_at bigint,
  add constraint vehicles_blacklist check (num_nulls(blacklisted_at, blacklist_reason, blacklisted_by, blacklisted_side) in (0, 4));
comment on column vehicles.transport_cert_no is 'empty: none, as vehicles up to 4.5 t need none; then it has no expiry';
comment on column vehicles.papers is 'how each certificate stands, by its key, with who judged it and what must be mended; one that is not there stands as the record (paper), which is what all of them come to';
create unique index vehicles_plate on vehicles (plate, plate_color) where retired_at is null;
create unique index vehicles_terminal on vehicles (terminal_id) where terminal_id is not null and retired_at is null;
create index vehicles_waiting on vehicles (id desc) where paper = 'pending' and retired_at is null;
create index vehicles_blacklisted on vehicles (plate, plate_color) where blacklisted_at is not null;
alter table drivers
  drop constraint drivers_id_no_key,
  alter column qualification_expiry drop not null,
  add column body jsonb not null default '{}',
  add column licence_no text,
  add column id_card_expiry bigint,
  add column papers jsonb not null default '{}',
  add column verified_at bigint,
  add column verified_name text,
  add column blacklisted_at bigint,
  add column blacklist_reason text,
  add column blacklisted_by text,
  add column blacklisted_side text check (blacklisted_side in ('house', 'carrier')),
  add column retired_at bigint,
  add constraint drivers_blacklist check (num_nulls(blacklisted_at, blacklist_reason, blacklisted_by, blacklisted_side) in (0, 4));
comment on column drivers.qualification_no is 'empty: none, as who drives vehicles up to 4.5 t only needs none; then it has no expiry';
create unique index drivers_id_no on drivers (id_no) where retired_at is null;
create index drivers_waiting on drivers (id desc) where paper = 'pending' and retired_at is null;
create index drivers_blacklisted on drivers (id_no) where blacklisted_at is not null;
create index drivers_mobile on drivers (mobile);

-- which reminder of a paper was sent: one per paper, end and number of days left, however often the job runs
create table paper_reminders (
  owner_id uuid not null,
  paper text not null,
  expiry bigint not null,
  days smallint not null check (days in (60, 30, 7, 0)),
  sent_at bigint not null,
  primary key (owner_id, paper, expiry, days)
);
comment on column paper_reminders.owner_id is 'a vehicle, a driver, a company (its operating permit), or an authorisation to be paid';
insert into paper_reminders select id, 'licence', licence_expiry, 30, reminded_expiry from vehicles where reminded_expiry = licence_expiry
  union all select id, 'transportCert', transport_cert_expiry, 30, reminded_expiry from vehicles where reminded_expiry = transport_cert_expiry
  union all select id, 'licence', licence_expiry, 30, reminded_expiry from drivers where reminded_expiry = licence_expiry
  union all select id, 'qualification', qualification_expiry, 30, reminded_expiry from drivers where reminded_expiry = qualification_expiry
  union all select company_id, 'permit', permit_expiry, days, sent_at from permit_reminders;
drop table permit_reminders;
drop index vehicles_expiry, drivers_expiry;
alter table vehicles drop column reminded_expiry;
alter table drivers drop column reminded_expiry;
create index vehicles_expiry on vehicles (least(licence_expiry, transport_cert_expiry, annual_check_expiry, insurance_expiry)) where retired_at is null;
create index drivers_expiry on drivers (least(licence_expiry, qualification_expiry, id_card_expiry)) where retired_at is null;

create index files_fleet on files (carrier_id) where owner in ('company', 'vehicle', 'driver', 'payee', 'payeeAuth');

create table payees (
  id uuid primary key,
  carrier_id uuid not null references companies,
  kind text not null check (kind in ('PERSON', 'COMPANY')),
  name text not null,
  id_no text not null,
  mobile text not null,
  bank text not null,
  bank_code text not null default '',
  account_no text not null,
  driver_id uuid references drivers,
  paper text not null check (paper in ('unsubmitted', 'pending', 'approved', 'rejected')),
  papers jsonb not null default '{}',
  verified_at bigint,
  verified_name text,
  blacklisted_at bigint,
  blacklist_reason text,
  blacklisted_by text,
  blacklisted_side text check (blacklisted_side in ('house', 'carrier')),
  removed_at bigint,
  version int not null default 1,
  created_by uuid not null references users,
  created_at bigint not null,
  updated_at bigint not null,
  constraint payees_blacklist check (num_nulls(blacklisted_at, blacklist_reason, blacklisted_by, blacklisted_side) in (0, 4))
);
comment on column payees.id_no is 'the 身份证号 of a person, the credit code of a company';
comment on column payees.driver_id is 'set: the account is the driver''s own; else money needs an authorisation of the driver';
create unique index payees_account on payees (carrier_id, account_no) where removed_at is null;
create index payees_carrier on payees (carrier_id, id desc);
create index payees_waiting on payees (id desc) where paper = 'pending' and removed_at is null;
create index payees_driver on payees (driver_id) where driver_id is not null;
create index payees_blacklisted on payees (account_no) where blacklisted_at is not null;
create index payees_blacklisted_person on payees (id_no) where blacklisted_at is not null;
alter table drivers add column payee_id uuid references payees;
comment on column drivers.payee_id is 'who is paid for this driver unless somebody else is chosen';
create index drivers_payee on drivers (payee_id) where payee_id is not null;
alter table waybills add constraint waybills_payee foreign key (payee_id) references payees;
create index waybills_payee on waybills (payee_id, id desc) where payee_id is not null;

-- a driver lets somebody else receive what he earns (收款授权)
create table payee_auths (
  id uuid primary key,
  payee_id uuid not null references payees,
  driver_id uuid not null references drivers,
  carrier_id uuid not null references companies,
  state text not null check (state in ('pending', 'active', 'rejected', 'revoked', 'expired')),
  valid_from bigint not null,
  valid_to bigint not null,
  scope text not null default '',
  reason text,
  version int not null default 1,
  created_by uuid not null references users,
  created_at bigint not null,
  updated_at bigint not null,
  check (valid_from < valid_to)
);
comment on column payee_auths.valid_to is 'the first moment it is over: the day after its last day begins';
create index payee_auths_driver on payee_auths (driver_id, id desc);
create index payee_auths_payee on payee_auths (payee_id, id desc);
create index payee_auths_carrier on payee_auths (carrier_id, id desc);
create index payee_auths_ending on payee_auths (valid_to) where state in ('pending', 'active');
create index payee_auths_waiting on payee_auths (payee_id) where state = 'pending';

-- files made in the background for one person (下载中心) and files people hand in to be read (导入)
create table exports (
  id uuid primary key,
  user_id uuid not null references users,
  acting_for uuid references users,
  company_id uuid references companies,
  branch_id uuid references companies,
  list text not null,
  title text not null,
  note text not null default '',
  filter jsonb not null,
  columns text[] not null default '{}',
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'cancelled', 'expired')),
  rows_total bigint,
  rows_done bigint not null default 0,
  sums jsonb not null default '{}',
  fault text,
  storage_key text,
  file_name text not null,
  size bigint,
  heartbeat_at bigint,
  attempts smallint not null default 0,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  done_at bigint
);
comment on column exports.company_id is 'whose limits it counts against: the company whose data it holds; null: the house';
comment on column exports.branch_id is 'the branch a platform account had chosen when it asked';
comment on column exports.note is 'the filter in words, as the person saw it';
comment on column exports.filter is 'the input of the list''s call in wire form';
comment on column exports.columns is 'keys of the columns asked for; none: all';
comment on column exports.heartbeat_at is 'when the run last said it lives';
create index exports_user on exports (user_id, id desc);
create index exports_company on exports (company_id) where state in ('waiting', 'running', 'done');
create index exports_waiting on exports (id) where state in ('waiting', 'running');
create index exports_old on exports (done_at) where state = 'done';
create table imports (
  id uuid primary key,
  user_id uuid not null references users,
  acting_for uuid references users,
  company_id uuid references companies,
  kind text not null,
  target_id uuid,
  file_name text not null,
  state text not null check (state in ('checked', 'done', 'dropped')),
  mode text check (mode in ('ALL', 'GOOD')),
  rows_total int not null,
  rows_bad int not null,
  rows_done int not null default 0,
  heartbeat_at bigint,
  content jsonb not null,
  notes jsonb not null default '[]',
  faults jsonb not null,
  changed int[] not null default '{}',
  results jsonb not null default '[]',
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  done_at bigint
);
comment on column imports.content is 'the rows as they were read; when the import is over only those with faults, and those for a week';
comment on column imports.faults is '[{row, field, reason}]';
comment on column imports.changed is 'rows right when the file was checked and wrong when it was to be written';
create index imports_old on imports (updated_at);
-- goods by file are told apart by the customer's number
create index goods_customer on goods (shipper_id, upstream_no) where upstream_no is not null;
create index imports_user on imports (user_id, id desc);

grant select, insert, update on goods_changes, goods_consents, shares, waybill_fees, waybill_segments, waybill_swaps, pound_tickets, waybill_claims, special_lines, special_tickets, fences, fence_vehicles, payees, payee_auths, exports, imports to yunshu_app;
grant select, insert on paper_reminders to yunshu_app;
grant delete on exports, imports, goods_carriers to yunshu_app;

do $$
declare
  wall record;
  wide constant text := $q$current_setting('app.reach') in ('platform', 'system')$q$;
  system constant text := $q$current_setting('app.reach') = 'system'$q$;
  any_branch constant text := $q$current_setting('app.reach') = 'branch'$q$;
  me constant text := $q$current_setting('app.user')::uuid$q$;
  company constant text := $q$current_setting('app.company')::uuid$q$;
  branch constant text := $q$(current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)$q$;
  of_waybill constant text := 'exists (select 1 from waybills w where w.id = waybill_id)';
  owner text;
  parties text;
  fleet text;
begin
  owner := format('%s or %s or shipper_id = %s', wide, branch, company);
  parties := format('%s or carrier_id = %s', owner, company);
  fleet := format('%s or %s or carrier_id = %s', wide, any_branch, company);
  for wall in select * from (values
    ('goods_changes', format('%s or exists (select 1 from goods_consents c where c.change_id = id and c.carrier_id = %s)', owner, company)),
    ('goods_consents', parties),
    ('shares', owner),
    ('waybill_fees', parties),
    ('waybill_segments', of_waybill), ('waybill_swaps', of_waybill), ('pound_tickets', of_waybill), ('waybill_claims', of_waybill), ('special_lines', of_waybill), ('special_tickets', of_waybill),
    ('fences', format('%s or exists (select 1 from tasks t where t.goods_id = fences.goods_id and t.carrier_id = %s)', owner, company)),
    ('fence_vehicles', parties),
    ('payees', fleet), ('payee_auths', fleet), ('paper_reminders', system),
    ('exports', format('%s or user_id = %s', system, me)),
    ('imports', format('%s or user_id = %s', system, me))
  ) as t (name, rule) loop
    execute format('alter table %I enable row level security', wall.name);
    execute format('alter table %I force row level security', wall.name);
    execute format('create policy wall on %I using (%s) with check (%s)', wall.name, wall.rule, wall.rule);
  end loop;
end $$;

-- payees have a history of their own; changes, fences and special lines stand in that of their goods and waybills
drop policy wall on events;
do $$
declare
  rule constant text := $q$case entity
    when 'goods' then exists (select 1 from goods r where r.id = entity_id)
    when 'task' then exists (select 1 from tasks r where r.id = entity_id)
    when 'settlement' then exists (select 1 from settlements r where r.id = entity_id)
    when 'payment' then exists (select 1 from payments r where r.id = entity_id)
    when 'voucher' then exists (select 1 from vouchers r where r.id = entity_id)
    when 'vehicle' then exists (select 1 from vehicles r where r.id = entity_id)
    when 'driver' then exists (select 1 from drivers r where r.id = entity_id)
    when 'payee' then exists (select 1 from payees r where r.id = entity_id)
    when 'payeeAuth' then exists (select 1 from payee_auths r where r.id = entity_id)
    when 'goodsChange' then exists (select 1 from goods_changes r where r.id = entity_id)
    when 'fence' then exists (select 1 from fences r where r.goods_id = entity_id) or exists (select 1 from fence_vehicles r where r.goods_id = entity_id)
    when 'specialTicket' then exists (select 1 from special_tickets r where r.id = entity_id)
    when 'shipperClaim' then exists (select 1 from waybill_claims r where r.id = entity_id)
    when 'export' then exists (select 1 from exports r where r.id = entity_id)
    when 'import' then exists (select 1 from imports r where r.id = entity_id)
    when 'relation' then exists (select 1 from relations r where r.id = entity_id)
    when 'company' then exists (select 1 from company_profiles r where r.company_id = entity_id)
    when 'user' then exists (select 1 from users r where r.id = entity_id)
    when 'role' then exists (select 1 from roles r where r.id = entity_id)
    else exists (select 1 from waybills r where r.id = entity_id) end$q$;
begin
  execute format('create policy wall on events using (%s) with check (%s)', rule, rule);
end $$;

-- whoever ran a side of the business before runs its new parts too
update roles r set functions = (select array_agg(f) from (
  select unnest(r.functions) as f
  union select unnest(more.permits) from (values
    ('goods.publish', array['goods.share', 'task.send', 'fence.view', 'fence.edit', 'waybill.backfill', 'waybill.charge', 'export.run']),
    ('goods.take', array['task.release', 'fence.view', 'fence.edit', 'special.edit', 'waybill.charge', 'payee.view', 'payee.edit', 'fleet.blacklist', 'export.run']),
    ('waybill.void', array['waybill.correct', 'waybill.backfill', 'special.edit', 'fleet.verify', 'fleet.blacklist', 'payee.view', 'payee.edit', 'fence.view', 'fence.edit', 'waybill.charge', 'goods.share', 'task.send', 'export.run']),
    ('settlement.view', array['export.run'])
  ) as more (held, permits) where r.functions @> array[more.held]) as granted)
where r.is_system;
update roles set functions = (select array_agg(distinct f) from unnest(functions || array['fleet.verify', 'fleet.blacklist', 'payee.view', 'payee.edit', 'fence.view', 'fence.edit', 'special.edit', 'waybill.backfill', 'waybill.charge', 'export.run']) f)
where is_system and name in ('运营', '分公司经理');
update roles set functions = array_remove(functions, 'goods.share') where is_system and name = '分公司经理';
-- the audit log is exported as every other list now: whoever could take it along still can
update roles set functions = functions || array['export.run'] where functions @> array['audit.view'] and not functions @> array['export.run'];
