-- Waybills whose carriage agreement was refused or ran out before the mark was there wait for one, as those since do
-- (decision 202).

-- the owner is held by the walls too: rows are written as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

update waybills w set agreement_waits = true
where not w.agreement_waits and w.state not in ('signed', 'finished', 'cancelled', 'void')
  and exists (select from agreements a where a.waybill_id = w.id and a.kind = 'CARRY' and a.state in ('refused', 'expired'))
  and not exists (select from agreements a where a.waybill_id = w.id and a.kind = 'CARRY' and a.state = 'signed');
