-- The tax of a share of an input invoice is within its amount. Shares of before are taken off as they stand.
alter table input_bindings add constraint input_bindings_tax_check check (tax_fen <= bound_fen or unbound_at is not null) not valid;
