-- Vouchers made by hand: a draft stands among the vouchers under a number of its own until it is posted.
create sequence manual_voucher_number;
alter table vouchers
  add column draft_lines jsonb,
  add column category text,
  add column maker_for uuid references users,
  add column auditor_id uuid references users,
  add check (auditor_id is null or (auditor_id <> maker_id and auditor_id is distinct from maker_for)),
  add check (entry_id is not null or draft_lines is not null);
comment on column vouchers.draft_lines is 'lines as a person typed them (amounts in fen); null: the product made it';
comment on column vouchers.category is 'of other vouchers made by hand; those of the product have that of their event';
create index vouchers_waiting on vouchers (branch_id, id desc) where state in ('draft', 'audited');
grant usage on sequence manual_voucher_number to yunshu_app;
