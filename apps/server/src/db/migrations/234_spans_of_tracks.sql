-- Waybills of a vehicle within a day are asked for with each flush of the track role: of those that are over long ago none is
-- read. Behind row-level security a condition with coalesce would be asked of no index.
create index track_access_branch on track_access (track_no, (case when to_at is null then 9223372036854775807 else to_at end))
  where why = 'branch' and waybill_id is not null;
