-- Kinds of input invoices: ordinary ones are evidence of cost, and their tax is not deducted, but for tolls.
alter table input_invoices
  add column kind text not null default 'SPECIAL' check (kind in ('SPECIAL', 'ORDINARY')),
  add constraint input_invoices_deducted_check check (state <> 'ticked' or kind = 'SPECIAL' or class = 'TOLL');
comment on column input_invoices.kind is 'as its XML says, or the one who handed it in; those of before count as special';
