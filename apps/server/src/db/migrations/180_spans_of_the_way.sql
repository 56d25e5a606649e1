-- Shippers of waybills past the wait for loading saw the days before the window, where their goods appointed one, as the spans
-- of those that wait did until 176.
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);
create temp table spans_of_the_way on commit drop as
select w.id, greatest(w.accepted_at, least((w.body #>> '{loadPoints,0,windowStart}')::bigint - 12 * 3600000,
  coalesce(w.arrived_load_at, w.loaded_at))) as from_at
from waybills w where w.state <> 'toLoad' and w.planned_load_at is null and w.accepted_at is not null
  and w.body #>> '{loadPoints,0,windowStart}' is not null;
-- those that ended before the span begins leave none
delete from track_access a using spans_of_the_way x
where a.waybill_id = x.id and a.why = 'waybill' and a.to_at <= x.from_at;
update track_access a set from_at = x.from_at from spans_of_the_way x
where a.waybill_id = x.id and a.why = 'waybill' and a.from_at < x.from_at;
