-- Invoices of carriers that their sellers took back in red: the waybills they bore are free, the tax they brought is given back.
alter table input_invoices
  drop constraint input_invoices_state_check,
  add constraint input_invoices_state_check check (state in ('uploaded', 'verified', 'ticked', 'reversed', 'refused', 'dropped')),
  add column red_no text,
  add constraint input_invoices_red_check check ((state = 'reversed') = (red_no is not null)),
  add constraint input_invoices_free_check check (state <> 'reversed' or bound_fen = 0 and used_tax_fen = 0);
comment on column input_invoices.red_no is 'the number of the red invoice by which the seller took it back';
