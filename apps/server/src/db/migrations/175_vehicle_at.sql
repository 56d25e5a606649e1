-- The moment a waybill was given its first vehicle, where another one was appointed before it: what that vehicle did until
-- then is no business of the waybill's shipper, and no arrival of the waybill. Changes on the way are segments.
alter table waybills add column vehicle_at bigint;
comment on column waybills.vehicle_at
  is 'of a change of vehicle before loading; null: the vehicle is the one that was appointed';
