-- 今日 and 付款待办 read what waits for a person, few of many: sheets to be voided among them.
drop index settlements_waiting_shipper;
drop index settlements_waiting_branch;
drop index settlements_waiting;
create index settlements_waiting_shipper on settlements (shipper_id, id desc) where state in ('draft', 'submitted', 'rejected', 'approved', 'voiding', 'paying', 'partial');
create index settlements_waiting_branch on settlements (branch_id, id desc) where state in ('draft', 'submitted', 'rejected', 'approved', 'voiding', 'paying', 'partial');
create index settlements_waiting on settlements (id desc) where state in ('draft', 'submitted', 'rejected', 'approved', 'voiding', 'paying', 'partial');
create index invoices_waiting on invoices (id desc) where state = 'recorded';
create index input_invoices_waiting on input_invoices (state, id) where state in ('uploaded', 'verified');
create index vouchers_to_post on vouchers (id) where state in ('draft', 'audited');
create index agreements_waiting on agreements (state, id) where state in ('signing', 'paper');
create index pay_files_waiting on pay_files (id desc) where state = 'made';
create index pay_answers_waiting on pay_answers (id desc) where state = 'read';
create index payments_fileless on payments (id) where channel = 'FILE' and state = 'created';
create index recon_files_waiting on recon_files (id desc) where state = 'read';
create index recon_layings_waiting on recon_layings (id desc) where state in ('asked', 'undoing');
create index posting_versions_waiting on posting_versions (id desc) where state = 'asked';
