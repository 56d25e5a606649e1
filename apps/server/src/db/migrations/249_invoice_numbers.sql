-- Invoices are found by their number in the header search, whoever issued them.
create index invoices_by_number on invoices (invoice_no);
create index input_invoices_by_number on input_invoices (invoice_no);
