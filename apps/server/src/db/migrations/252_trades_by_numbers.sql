-- Trades are asked for by many numbers at once: the bank's, and those of records.
create index trades_bank_serial on trades (upper(bank_serial)) where bank_serial is not null;
create index trades_record on trades (record_no) where record_no is not null;
