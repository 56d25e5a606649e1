-- Bindings of invoices for fuel and tolls know the provider whose fuel or passes they bear; candidates are read by their signature.

-- the owner is held by the walls too: rows are moved as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

alter table input_bindings add column provider text,
  add constraint input_bindings_provider_check check (class <> 'FREIGHT' or provider is null);
comment on column input_bindings.provider is 'whose fuel or passes the share is of; none where sheets handed the fuel out, and where several were bound before that was asked';
update input_bindings n set provider = s.provider
from (
  select i.waybill_id, case i.kind when 'OIL' then 'FUEL' else 'TOLL' end as class, min(a.provider) as provider
  from fuel_issues i join fuel_accounts a on a.id = i.account_id
  where case i.kind when 'OIL' then i.used_fen > 0 else i.part_id is not null and i.amount_fen > i.recovered_fen end
  group by 1, 2 having count(distinct a.provider) = 1
) s where s.waybill_id = n.waybill_id and s.class = n.class;

drop index waybills_fuelled;
drop index waybills_tolled;
create index waybills_fuelled on waybills (branch_id, signed_at, id) where input_base = 'CASH_ONLY' and oil_fen > 0;
create index waybills_tolled on waybills (branch_id, signed_at, id) where input_base = 'CASH_ONLY' and toll_fen > 0;
