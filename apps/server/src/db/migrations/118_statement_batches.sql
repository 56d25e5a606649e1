-- Statements of all shippers of a month in one batch: a row is a shipper with a branch until its statement is made.
alter table batches drop constraint batches_act_check,
  add constraint batches_act_check
    check (act in ('submit', 'approve', 'pay', 'sign', 'urge', 'passReceipt', 'makeStatement')),
  add column period text check (period ~ '^\d{6}$');
comment on column batches.period is 'the month, where the act is about one';
alter table batch_rows add column branch_id uuid references companies,
  drop constraint batch_rows_batch_id_record_id_key;
comment on column batch_rows.branch_id is 'of a shipper whose statement is to be made: the branch whose books it is of';
create unique index batch_rows_record on batch_rows (batch_id, record_id, branch_id) nulls not distinct;
