-- Lists and counters of waybills over very many rows: what they are filtered by stands in their indexes, so what does not match is passed over
-- without reading its row. The order of the leading columns is that of 002; the columns behind serve filters alone.

select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);
alter table waybills add column kind text;
update waybills w set kind = g.kind from goods g where g.id = w.goods_id;
alter table waybills alter column kind set not null;
comment on column waybills.kind is 'that of the goods, which never changes';

do $$
declare
  filters constant text := 'receipt_state, settle_state, source, kind, load_region text_pattern_ops, unload_region text_pattern_ops, loaded_at, signed_at, finished_at';
  list record;
begin
  for list in select * from (values
    ('waybills_newest', 'id desc, state, upstream_no text_pattern_ops'), ('waybills_state', 'state, id desc'),
    ('waybills_shipper', 'shipper_id, id desc, state'), ('waybills_shipper_state', 'shipper_id, state, id desc'),
    ('waybills_carrier', 'carrier_id, id desc, state'), ('waybills_carrier_state', 'carrier_id, state, id desc'),
    ('waybills_branch', 'branch_id, id desc, state'), ('waybills_branch_state', 'branch_id, state, id desc')
  ) as lists (name, ordered) loop
    execute format('drop index if exists %I', list.name);
    execute format('create index %I on waybills (%s, %s)', list.name, list.ordered, filters);
  end loop;
end $$;

drop index waybills_load_region;
create index waybills_load_region on waybills (load_region text_pattern_ops, state);
drop index waybills_unload_region;
create index waybills_unload_region on waybills (unload_region text_pattern_ops, state);

-- the condition is that of 057
drop index waybills_alerts;
create index waybills_alerts on waybills (id desc, state, shipper_id, carrier_id, branch_id, receipt_state, settle_state)
  where state = 'interrupted' or state = 'disputed' or (receipt_state = 'rejected' and state not in ('cancelled', 'void')) or settle_state = 'frozen'
    or (state = 'toAccept' and answer_by is not null)
    or (state = 'signed' and receipt_state in ('waiting', 'rejected'))
    or (state in ('signed', 'finished') and settle_state <> 'settled' and due_at is not null);

-- Asked once per statement, the planner takes the first question for true half of the time; asked of every row, for nearly never, and then it
-- sorts all that it finds where the first rows of a list would do.
alter policy wall on waybills using (
  (select current_setting('app.reach') in ('platform', 'system')) or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
  or shipper_id = current_setting('app.company')::uuid or carrier_id = current_setting('app.company')::uuid);
