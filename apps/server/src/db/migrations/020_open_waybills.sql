-- Open waybills of a vehicle and of a driver: asked for every candidate of an appointment and every row of the fleet lists.
create index waybills_open_vehicle on waybills (vehicle_id)
  where state in ('toAccept', 'toLoad', 'loading', 'inTransit', 'interrupted', 'arrived', 'toSign', 'disputed');
create index waybills_open_driver on waybills (driver_id)
  where state in ('toAccept', 'toLoad', 'loading', 'inTransit', 'interrupted', 'arrived', 'toSign', 'disputed');
