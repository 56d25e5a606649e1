-- Money that came, and went back, is asked for by many numbers of banks at once, in all branches.
create index remittances_numbers on remittances (upper(serial));
create index remittance_refunds_numbers on remittance_refunds (upper(serial)) where serial is not null;
