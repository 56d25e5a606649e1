-- Shippers of waybills that wait for the window their goods appointed saw the truck from the acceptance on.
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);
update track_access a set from_at = x.from_at
from (select w.id, (w.body #>> '{loadPoints,0,windowStart}')::bigint - 12 * 3600000 as from_at from waybills w
  where w.state = 'toLoad' and w.planned_load_at is null) x
where a.waybill_id = x.id and a.why = 'waybill' and a.from_at < x.from_at and (a.to_at is null or a.to_at > x.from_at);
