-- Arrivals of the last hours in any state: rows are written anew with each step and lie where there is room, so that the
-- ranges of pages of 126 came to hold every time.
create index waybills_arrived_load on waybills (arrived_load_at) where arrived_load_at is not null;
create index waybills_arrived_unload on waybills (arrived_unload_at) where arrived_unload_at is not null;
drop index waybills_arrivals;
