-- Waybills of a vehicle that are not unloaded, or were after a moment: folding stays read all it ever had.
create index waybills_vehicle_unloaded on waybills (vehicle_id, (coalesce(unloaded_at, 9223372036854775807)))
  where accepted_at is not null;
