-- The code of an invoice on paper (发票代码): its number of eight digits is one of many of the same seller. Electronic ones have none.
alter table input_invoices add column invoice_code text not null default '' check (invoice_code ~ '^([0-9]{10}|[0-9]{12})?$');
drop index input_invoices_number;
create unique index input_invoices_number on input_invoices (seller_tax_no, invoice_code, invoice_no)
  where state not in ('refused', 'dropped');
