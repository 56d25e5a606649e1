-- Permits of people who keep the books: positions of the house that read the ledger and may record funds make vouchers
-- and bind waybills, those that confirm funds audit vouchers; and an index for what took the place of an estimate.

-- the owner is held by the walls too: rows are moved as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

update roles set functions = functions || array['voucher.make', 'voucher.bind']
where 'ledger.view' = any (functions) and 'fund.record' = any (functions) and not 'voucher.make' = any (functions);
update roles set functions = functions || array['voucher.audit']
where 'ledger.view' = any (functions) and 'fund.confirm' = any (functions) and not 'voucher.audit' = any (functions);
create index journal_lines_waybill on journal_lines (waybill_id, account) where waybill_id is not null;
