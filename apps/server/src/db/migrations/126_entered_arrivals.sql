-- Arrivals that were entered a while ago, of waybills in any state: their times follow the order rows lie in.
create index waybills_arrivals on waybills using brin (arrived_load_at, arrived_unload_at) with (pages_per_range = 32, autosummarize = on);
