-- Acts on many vouchers by hand, input invoices, applications and statements at once.
alter table batches drop constraint batches_act_check,
  add constraint batches_act_check
    check (act in ('submit', 'approve', 'pay', 'sign', 'urge', 'passReceipt', 'makeStatement', 'sendStatement', 'auditVoucher',
      'postVoucher', 'verifyInput', 'tickInput', 'deliverApp'));
comment on column batch_rows.branch_id is 'of a shipper or a record of the books: the branch whose books it is of, for which it is run';
