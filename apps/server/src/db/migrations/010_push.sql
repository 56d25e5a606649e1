-- Indexes of the home cards, the header search and the push relay.

-- receipts that wait for somebody, of one owner; the few open ones, so cheap to keep
create index waybills_receipt_shipper on waybills (shipper_id, receipt_state) where receipt_state in ('waiting', 'uploaded');
create index waybills_receipt_carrier on waybills (carrier_id, receipt_state) where receipt_state in ('waiting', 'uploaded');
create index waybills_receipt_branch on waybills (branch_id, receipt_state) where receipt_state in ('waiting', 'uploaded');

create index users_branch on users (branch_company_id) where branch_company_id is not null;
-- what is thrown away by age
create index inbox_age on inbox (created_at);
create index sessions_age on sessions (ends_at);
create index login_failures_age on login_failures (at);
