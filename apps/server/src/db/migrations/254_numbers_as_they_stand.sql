-- Behind row-level security no index of a function is used: numbers of banks are looked up as the texts they are.
drop index trades_bank_serial, remittances_numbers, remittance_refunds_numbers;
create index trades_bank_serial on trades (bank_serial) where bank_serial is not null;
create index remittances_numbers on remittances (serial);
create index remittance_refunds_numbers on remittance_refunds (serial) where serial is not null;
