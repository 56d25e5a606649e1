-- Sheets that pay again: found by the sheet they were made of, whose books they share.

-- the owner is held by the walls too: rows are moved as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

-- demo data alone had any: sheets of waybills a closed sheet had let go, with books of their own
update settlements set kind = 'NORMAL', p_settlement_num = null where kind = 'FAILURE' or p_settlement_num is not null;
alter table settlements add constraint settlements_kind_parent check ((kind = 'FAILURE') = (p_settlement_num is not null));
create index settlements_parent on settlements (p_settlement_num) where p_settlement_num is not null;
