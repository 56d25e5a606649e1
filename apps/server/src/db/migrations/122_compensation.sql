-- Compensation of shippers (赔付, decision 127): damage and fines passed on lower what is owed and neither revenue nor invoice.
-- What was signed before keeps its books: there they lowered the revenue.
alter table waybills add column compensated_fen bigint not null default 0 check (compensated_fen >= 0);
comment on column waybills.compensated_fen is 'compensation that lowered shipper_freight_fen (E13): both together are the revenue and what is invoiced';
alter table ar_items drop constraint ar_items_amount_fen_check, add constraint ar_items_amount_fen_check check (amount_fen >= 0);
alter table shipper_statement_lines drop constraint shipper_statement_lines_kind_check,
  add constraint shipper_statement_lines_kind_check
    check (kind in ('FREIGHT', 'VOID', 'ALLOWANCE', 'COMPENSATION', 'RECEIVED', 'SET_OFF', 'REFUND', 'INVOICE', 'RED', 'OTHER'));
