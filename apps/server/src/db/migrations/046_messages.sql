-- The message centre and the payment task list: indexes for what is unread and what waits; late receipts and papers reminded of once.

-- the owner is held by the walls too: what is filled in below is filled in as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

-- unread lines page by id like all others; the kind is there for the counters
drop index messages_unread;
create index messages_unread on messages (user_id, id desc) include (kind) where read_at is null;

-- sheets that wait for somebody: few of all there ever were
create index settlements_waiting_shipper on settlements (shipper_id, id desc) where state in ('draft', 'submitted', 'rejected', 'approved', 'paying', 'partial');
create index settlements_waiting_branch on settlements (branch_id, id desc) where state in ('draft', 'submitted', 'rejected', 'approved', 'paying', 'partial');
create index settlements_waiting on settlements (id desc) where state in ('draft', 'submitted', 'rejected', 'approved', 'paying', 'partial');

-- when both sides were reminded of a receipt that is late, so that they are reminded once
alter table waybills add column receipt_reminded_at bigint;
create index waybills_receipt_late on waybills (signed_at) where receipt_state in ('waiting', 'rejected') and receipt_reminded_at is null and signed_at is not null;

update roles set functions = functions || array['message.broadcast'] where is_system and name = '管理员' and company_id is null and not functions @> array['message.broadcast'];

-- the expiry a carrier was last reminded of: a renewed paper is reminded of again
alter table vehicles add column reminded_expiry bigint;
alter table drivers add column reminded_expiry bigint;
create index vehicles_expiry on vehicles (least(licence_expiry, transport_cert_expiry));
create index drivers_expiry on drivers (least(licence_expiry, qualification_expiry));
