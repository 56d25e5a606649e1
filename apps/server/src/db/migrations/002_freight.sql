-- Freight: fleet, goods, tasks, waybills, files. Each table carries the companies its rows belong to.

create table vehicles (
  id uuid primary key,
  carrier_id uuid not null references companies,
  plate text not null,
  plate_color text not null,
  type_code text not null,
  energy text not null,
  tonnage_g bigint not null check (tonnage_g > 0),
  gross_g bigint not null check (gross_g > 0),
  transport_cert_no text not null,
  transport_cert_expiry bigint not null,
  licence_expiry bigint not null,
  owner text,
  vin text,
  paper text not null check (paper in ('unsubmitted', 'pending', 'approved', 'rejected')),
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  unique (plate, plate_color)
);
create index vehicles_carrier on vehicles (carrier_id, id desc);

create table drivers (
  id uuid primary key,
  carrier_id uuid not null references companies,
  name text not null,
  id_no text not null unique,
  mobile text not null,
  licence_class text not null,
  licence_expiry bigint not null,
  qualification_no text not null,
  qualification_expiry bigint not null,
  paper text not null check (paper in ('unsubmitted', 'pending', 'approved', 'rejected')),
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null
);
create index drivers_carrier on drivers (carrier_id, id desc);

create sequence goods_number;
create table goods (
  id uuid primary key,
  goods_no text not null unique,
  state text not null check (state in ('draft', 'published', 'partial', 'full', 'paused', 'expired', 'finished', 'cancelled')),
  kind text not null check (kind in ('NORMAL', 'GX', 'SH')),
  shipper_id uuid not null references companies,
  branch_id uuid not null references companies,
  title text not null,
  upstream_no text,
  load_region text not null,
  unload_region text not null,
  load_place text not null,
  unload_place text not null,
  item_names text not null,
  weight_g bigint not null,
  quantity_mode text not null check (quantity_mode in ('BY_TRUCK', 'BY_TON', 'BY_M3', 'BY_PIECE')),
  total_qty bigint not null check (total_qty > 0),
  remain_qty bigint not null check (remain_qty between 0 and total_qty),
  per_truck_max bigint,
  pricing text not null check (pricing in ('PER_TON', 'PER_M3', 'PER_TRUCK', 'PER_KM')),
  shipper_unit_price bigint not null check (shipper_unit_price >= 0),
  carrier_unit_price bigint not null check (carrier_unit_price >= 0),
  publish_to text not null check (publish_to in ('PUBLIC', 'RELATED', 'CARRIERS')),
  take_mode text not null check (take_mode in ('GRAB', 'ASSIGN')),
  valid_to bigint not null,
  body jsonb not null,
  version int not null default 1,
  created_by uuid not null references users,
  created_at bigint not null,
  updated_at bigint not null
);
comment on column goods.body is 'the parts nobody filters by, in wire form: points, items, vehicleNeed, payPlan, lossRule, receiptRule, distanceKm, remark';
create index goods_shipper on goods (shipper_id, id desc);
create index goods_shipper_state on goods (shipper_id, state, id desc);
create index goods_branch on goods (branch_id, id desc);
create index goods_open on goods (id desc) where state in ('published', 'partial');
create index goods_expiry on goods (valid_to) where state in ('published', 'partial', 'paused');

create table goods_carriers (
  goods_id uuid not null references goods,
  carrier_id uuid not null references companies,
  shipper_id uuid not null references companies,
  primary key (carrier_id, goods_id)
);
create index goods_carriers_goods on goods_carriers (goods_id);

create sequence task_number;
create table tasks (
  id uuid primary key,
  task_no text not null unique,
  state text not null check (state in ('sent', 'accepted', 'dispatching', 'done', 'refused', 'expired', 'withdrawn', 'closed')),
  source text not null check (source in ('GRAB', 'SENT')),
  goods_id uuid not null references goods,
  shipper_id uuid not null references companies,
  branch_id uuid not null references companies,
  carrier_id uuid not null references companies,
  qty bigint not null check (qty > 0),
  remain_qty bigint not null check (remain_qty between 0 and qty),
  answer_by bigint,
  version int not null default 1,
  created_by uuid not null references users,
  created_at bigint not null,
  updated_at bigint not null
);
create index tasks_carrier on tasks (carrier_id, id desc);
create index tasks_carrier_state on tasks (carrier_id, state, id desc);
create index tasks_shipper on tasks (shipper_id, id desc);
create index tasks_branch on tasks (branch_id, id desc);
create index tasks_goods on tasks (goods_id);

create sequence waybill_number;
create table waybills (
  id uuid primary key,
  waybill_no text not null unique,
  state text not null check (state in ('toAccept', 'toLoad', 'loading', 'inTransit', 'interrupted', 'arrived', 'toSign', 'disputed', 'signed', 'finished', 'cancelled', 'void')),
  source text not null check (source in ('APPOINT', 'BACKFILL', 'IMPORT')),
  goods_id uuid not null references goods,
  task_id uuid references tasks,
  goods_no text not null,
  upstream_no text,
  shipper_id uuid not null references companies,
  branch_id uuid not null references companies,
  carrier_id uuid not null references companies,
  vehicle_id uuid not null references vehicles,
  driver_id uuid not null references drivers,
  plate text not null,
  plate_color text not null,
  driver_name text not null,
  driver_mobile text not null,
  load_region text not null,
  unload_region text not null,
  load_place text not null,
  unload_place text not null,
  item_names text not null,
  quantity_mode text not null,
  qty bigint not null check (qty > 0),
  pricing text not null,
  shipper_unit_price bigint not null,
  carrier_unit_price bigint not null,
  plan_weight_g bigint not null,
  load_weight_g bigint,
  unload_weight_g bigint,
  loss_g bigint,
  shipper_freight_fen bigint not null default 0,
  payable_fen bigint not null default 0,
  oil_fen bigint not null default 0,
  deducted_fen bigint not null default 0,
  paid_fen bigint not null default 0,
  receipt_state text not null check (receipt_state in ('none', 'waiting', 'uploaded', 'rejected', 'posted', 'confirmed')),
  settle_state text not null default 'unsettled' check (settle_state in ('unsettled', 'settling', 'partly', 'settled', 'frozen')),
  settlement_num text,
  body jsonb not null,
  planned_load_at bigint,
  accepted_at bigint,
  arrived_load_at bigint,
  loaded_at bigint,
  arrived_unload_at bigint,
  unloaded_at bigint,
  signed_at bigint,
  finished_at bigint,
  due_at bigint,
  receipt jsonb not null default '{}',
  version int not null default 1,
  created_by uuid not null references users,
  created_at bigint not null,
  updated_at bigint not null
);
comment on column waybills.payable_fen is 'carrier freight before deductions; open = payable − deducted − oil − paid';
comment on column waybills.body is 'snapshot of the goods in wire form: points, items, payPlan, lossRule, receiptRule, distanceKm';
create index waybills_shipper on waybills (shipper_id, id desc);
create index waybills_shipper_state on waybills (shipper_id, state, id desc);
create index waybills_carrier on waybills (carrier_id, id desc);
create index waybills_carrier_state on waybills (carrier_id, state, id desc);
create index waybills_branch on waybills (branch_id, id desc);
create index waybills_branch_state on waybills (branch_id, state, id desc);
create index waybills_state on waybills (state, id desc);
create index waybills_vehicle on waybills (vehicle_id, id desc);
create index waybills_goods on waybills (goods_id, id desc);
create index waybills_task on waybills (task_id);
create index waybills_goods_no on waybills (goods_no);
create index waybills_upstream on waybills (upstream_no) where upstream_no is not null;
create index waybills_plate on waybills (plate, id desc);
create index waybills_settle on waybills (shipper_id, id desc) where state = 'signed' and settle_state in ('unsettled', 'partly');
create index waybills_settle_branch on waybills (branch_id, id desc) where state = 'signed' and settle_state in ('unsettled', 'partly');

-- Counters of the waybill list by owner and state, in slots so that parallel writers do not queue on one row.
create table waybill_counts (
  owner_id uuid not null,
  state text not null,
  slot smallint not null,
  n bigint not null,
  primary key (owner_id, state, slot)
) with (fillfactor = 70);
comment on table waybill_counts is 'owner is a shipper, a carrier, a branch, or the nil UUID for the whole platform';

create table charges (
  id uuid primary key,
  waybill_id uuid not null references waybills,
  side text not null check (side in ('SHIPPER', 'CARRIER')),
  code text not null,
  amount_fen bigint not null,
  state text not null check (state in ('estimated', 'confirmed', 'locked')),
  remark text,
  settlement_id uuid,
  created_at bigint not null
);
create index charges_waybill on charges (waybill_id);

create table files (
  id uuid primary key,
  owner text not null,
  owner_id uuid not null,
  shipper_id uuid not null,
  carrier_id uuid not null,
  branch_id uuid not null,
  category text not null,
  name text not null,
  mime text not null,
  size bigint not null,
  sha256 text not null,
  storage_key text not null unique,
  uploaded_by uuid not null references users,
  uploaded_name text not null,
  created_at bigint not null
);
create index files_owner on files (owner_id, id);
