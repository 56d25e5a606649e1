-- Fees of carriers that handed work down are payable parts of their own, paid by sheets of the house (FEE): its branch
-- stands where the shipper does on other parts and sheets, which keeps them behind the shipper's wall.

-- the owner is held by the walls too: rows are moved as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

alter table settlements drop constraint settlements_kind_check, add constraint settlements_kind_check check (kind in ('NORMAL', 'ADVANCE', 'FEE', 'FAILURE')),
  add constraint settlements_fee check ((kind = 'FEE') <= (shipper_id = branch_id));
alter table waybill_parts add constraint waybill_parts_fee check ((part = 'fee') = (shipper_id = branch_id));
create index waybill_parts_fees on waybill_parts (id desc) where part = 'fee';
comment on column settlements.shipper_id is 'who pays: the shipper, or the branch itself for fees of work that was handed down';

-- fees signatures have confirmed until now can be paid from today on; their estimates name no part
insert into waybill_parts (id, waybill_id, part, shipper_id, carrier_id, branch_id, planned_fen, fixed_fen, freight_fen, waits_for, due_at, state, created_at, updated_at)
select f.id, f.waybill_id, 'fee', w.branch_id, f.carrier_id, w.branch_id, f.amount_fen, f.amount_fen, f.amount_fen, 'sign', w.signed_at, 'ready', w.signed_at, w.signed_at
from waybill_fees f join waybills w on w.id = f.waybill_id
where f.state = 'confirmed' and f.amount_fen > 0 and w.state in ('signed', 'finished') and w.signed_at is not null;

-- a carrier reads what the house owes it for work it handed down
do $$
declare
  own constant text := $q$current_setting('app.reach') in ('platform', 'system')
    or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
    or (party_id = current_setting('app.company')::uuid
      and account in ('1122.01', '2205.01', '1123.03', '1221.01', '1221.02', '2202.01', '2202.02', '2202.03'))$q$;
begin
  execute format('alter policy wall on journal_lines using (%s)', own);
  execute format('alter policy wall on account_days using (%s)', own);
end $$;
