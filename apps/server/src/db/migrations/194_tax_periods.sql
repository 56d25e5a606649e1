-- The month whose tax return deducts an input invoice (税款所属期): it is ticked in the first days of the next one as often as in its own.
alter table input_invoices add column tax_period text check (tax_period ~ '^20[0-9]{2}(0[1-9]|1[0-2])$');

-- the owner is held by the walls too: rows are read as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);
update input_invoices set tax_period = to_char(to_timestamp(ticked_at / 1000.0) at time zone 'Asia/Shanghai', 'YYYYMM')
  where ticked_at is not null;
comment on column input_invoices.tax_period is 'chosen as it is ticked: that month or the last one while it is open; of before, the month of the tick';
