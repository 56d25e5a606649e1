-- Waybills of a vehicle that are not unloaded, or were after a moment. Behind the walls a condition with coalesce may not be asked
-- of an index, since PostgreSQL holds that it might tell of rows that are not seen; the same by case may.
drop index waybills_vehicle_unloaded;
create index waybills_vehicle_unloaded on waybills (vehicle_id,
  (case when unloaded_at is null then 9223372036854775807 else unloaded_at end)) where accepted_at is not null;
