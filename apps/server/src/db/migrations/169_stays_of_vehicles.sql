-- A stay is one vehicle's: of a waybill that was given another one, both may stand in a fence from the same moment on.
-- Open stays are looked for by themselves.
drop index fence_visits_one;
create unique index fence_visits_one on fence_visits (fence_id, waybill_id, track_no, entered_at)
  where stay <> 'withdrawn';
create index fence_visits_open on fence_visits (waybill_id) where stay = 'open';
