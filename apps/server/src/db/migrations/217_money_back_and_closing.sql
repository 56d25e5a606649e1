-- Money of an advance that came back after its waybill had ended and after its debt had been paid another way: it stands as
-- money that came, for two people to send to the carrier.
alter table remittances add column debt_id uuid references debts;
comment on column remittances.debt_id is 'the debt of an advance the bank sent back although it had been paid: the money is the carrier''s';
create unique index remittances_debt on remittances (debt_id) where debt_id is not null;

-- A sheet of which payments failed is closed by two people, as an approved one is voided.
alter table settlements add column close_asker_id uuid references users,
  add column close_asker_for uuid references users,
  add column close_reason text;
comment on column settlements.close_reason is 'the reason given by the one who asked; null unless the sheet waits to be closed, or was closed so';
create index settlements_closing on settlements (id) where close_asker_id is not null and state = 'partial';
