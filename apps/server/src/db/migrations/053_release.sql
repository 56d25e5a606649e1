-- Tasks that were sent or handed down (转派): who handed them down and at which price of its own; both see the task, the goods and the fees.

alter table tasks
  add column releaser_id uuid references companies,
  add column releaser_by uuid references users,
  add column parent_unit_price bigint check (parent_unit_price >= carrier_unit_price),
  add constraint tasks_released check ((parent_id is null) = (releaser_id is null) and (parent_id is null) = (parent_unit_price is null) and (parent_id is null) = (depth = 0) and (parent_id is null or carrier_unit_price is not null));
comment on column tasks.parent_unit_price is 'what the releaser gets per unit for this part: its bargain is fixed when it hands the part down';
comment on column tasks.carrier_by is 'who answers for it at the carrier; until it is answered, whoever sent it';
create index tasks_releaser on tasks (releaser_id, id desc) where releaser_id is not null;
create index tasks_given on tasks (carrier_id, goods_id) where source <> 'GRAB';
alter table waybills add column fees_fen bigint not null default 0 check (fees_fen >= 0);
comment on column waybills.fees_fen is 'what carriers that handed the work down earn of it, together (waybill_fees): a cost beside payable_fen';
create index waybill_fees_task on waybill_fees (task_id);

-- the wall of goods asks the tasks, so that of tasks asks nothing but its own row
alter policy wall on tasks using (current_setting('app.reach') in ('platform', 'system') or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
    or shipper_id = current_setting('app.company')::uuid or carrier_id = current_setting('app.company')::uuid or releaser_id = current_setting('app.company')::uuid)
  with check (current_setting('app.reach') in ('platform', 'system') or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
    or shipper_id = current_setting('app.company')::uuid or carrier_id = current_setting('app.company')::uuid or releaser_id = current_setting('app.company')::uuid);

-- goods come to a carrier as an offer or as a task that was given to it
do $$
declare
  rule constant text := $q$current_setting('app.reach') in ('platform', 'system') or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
    or shipper_id = current_setting('app.company')::uuid or (publish_to = 'PUBLIC' and state <> 'draft')
    or id in (select gc.goods_id from goods_carriers gc where gc.carrier_id = current_setting('app.company')::uuid)
    or id in (select t.goods_id from tasks t where t.carrier_id = current_setting('app.company')::uuid and t.source <> 'GRAB')$q$;
begin
  execute format('alter policy wall on goods using (%s) with check (%s)', rule, rule);
end $$;

-- fees are between the house and the carrier that handed the work down: shippers have no part in them
alter policy wall on waybill_fees using (current_setting('app.reach') in ('platform', 'system') or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid) or carrier_id = current_setting('app.company')::uuid)
  with check (current_setting('app.reach') in ('platform', 'system') or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid) or carrier_id = current_setting('app.company')::uuid);

-- whoever publishes goods sees what became of the tasks it sent
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);
update roles set functions = functions || array['task.view'] where is_system and functions @> array['goods.view', 'price.shipper'] and not functions @> array['task.view'];
