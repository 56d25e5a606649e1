-- Numbers of banks are looked up whatever their letter case. upper() is not leakproof, so behind row-level security no index of it is
-- used: the capitals are kept beside each number, and the indexes are of them.
alter table refunds add column serial_upper text generated always as (upper(serial)) stored;
alter table deposits add column serial_upper text generated always as (upper(serial)) stored;
alter table deposit_backs add column serial_upper text generated always as (upper(serial)) stored,
  add column back_serial_upper text generated always as (upper(back_serial)) stored;
alter table remittances add column serial_upper text generated always as (upper(serial)) stored;
alter table remittance_refunds add column serial_upper text generated always as (upper(serial)) stored;
alter table fund_records add column serial_upper text generated always as (upper(serial)) stored;
alter table payments add column bank_serial_upper text generated always as (upper(bank_serial)) stored;
alter table offline_slips add column serial_upper text generated always as (upper(serial)) stored;
alter table trades add column bank_serial_upper text generated always as (upper(bank_serial)) stored;
alter table fuel_uses add column serial_upper text generated always as (upper(serial)) stored;
alter table toll_passes add column serial_upper text generated always as (upper(serial)) stored;
alter table recon_lines add column serial_upper text generated always as (upper(serial)) stored,
  add column order_key_upper text generated always as (upper(order_key)) stored,
  add column entered_upper text generated always as (upper("left"(serial, 40))) stored;
comment on column recon_lines.entered_upper is 'the number as a remittance made of the line bears it, in capitals';

drop index refunds_serial, deposits_serial, deposit_backs_serial, deposit_backs_back_serial, remittances_serial,
  remittances_numbers, remittance_refunds_serial, remittance_refunds_numbers, fund_records_serial, offline_slips_serial,
  trades_bank_serial, fuel_uses_serial, toll_passes_serial, recon_lines_serial, recon_lines_order;
-- the number first: some are asked for in all branches
create unique index refunds_serial on refunds (serial_upper, branch_id) where serial_upper is not null;
create unique index deposits_serial on deposits (serial_upper, branch_id)
  where state in ('recorded', 'standing', 'undoing', 'ended');
create unique index deposit_backs_serial on deposit_backs (serial_upper, branch_id) where serial_upper is not null;
create unique index deposit_backs_back_serial on deposit_backs (back_serial_upper, branch_id)
  where back_serial_upper is not null;
create unique index remittances_serial on remittances (serial_upper, branch_id) where state not in ('rejected', 'withdrawn');
create index remittances_numbers on remittances (serial_upper);
create index remittance_refunds_serial on remittance_refunds (serial_upper, branch_id) where serial_upper is not null;
create unique index fund_records_serial on fund_records (serial_upper, branch_id, kind) where state in ('recorded', 'confirmed');
create index payments_bank_serial on payments (bank_serial_upper, branch_id) where bank_serial_upper is not null;
create unique index offline_slips_serial on offline_slips (serial_upper, branch_id) where state <> 'refused';
create index trades_bank_serial on trades (bank_serial_upper) where bank_serial_upper is not null;
create unique index fuel_uses_serial on fuel_uses (serial_upper, account_id);
create unique index toll_passes_serial on toll_passes (serial_upper, account_id);
create index recon_lines_serial on recon_lines (serial_upper);
create index recon_lines_order on recon_lines (order_key_upper) where order_key_upper is not null;
-- money entered by hand is asked for among the lines of its branch
create index recon_lines_entered on recon_lines (entered_upper, branch_id);
