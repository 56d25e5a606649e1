-- An approved sheet stands in the books: one person asks to void it, another confirms.
alter table settlements drop constraint settlements_state_check,
  add constraint settlements_state_check check (state in ('draft', 'submitted', 'rejected', 'approved', 'voiding', 'paying', 'paid', 'partial', 'closed', 'void')),
  add column void_asker_id uuid references users,
  add column void_asker_for uuid references users,
  add column void_reason text;
comment on column settlements.void_reason is 'the reason given by the one who asked; null unless the sheet waits to be voided, or was voided so';
