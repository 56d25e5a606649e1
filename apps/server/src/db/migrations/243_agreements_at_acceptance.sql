-- Carriage agreements that a waybill waits for from its acceptance on; drafts sent in batches; several signed on one way to the partner.
alter table waybills add column agreement_waits boolean not null default false;
comment on column waybills.agreement_waits is 'its carriage agreement was due at the acceptance and is not signed yet';
create index waybills_unsigned on waybills (branch_id, id) where agreement_waits;
alter table batches drop constraint batches_act_check,
  add constraint batches_act_check
    check (act in ('submit', 'approve', 'pay', 'sign', 'urge', 'passReceipt', 'makeStatement', 'sendStatement', 'auditVoucher',
      'postVoucher', 'verifyInput', 'tickInput', 'deliverApp', 'sendAgreement'));
alter table partner_returns add column agreement_ids uuid[];
comment on column partner_returns.agreement_ids is 'all agreements that were signed on one way, agreement_id the first of them; null where it is one';
alter table sim_seal_tickets add column task_nos text[];
comment on column sim_seal_tickets.task_nos is 'all tasks of the page, task_no the first of them; null where it is one';
