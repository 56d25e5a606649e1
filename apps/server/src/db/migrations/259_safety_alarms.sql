-- Driving alarms of active safety (苏标): behind 248, which made the tables of driving alarms.
alter table vehicle_alarms drop constraint vehicle_alarms_kind_check;
alter table vehicle_alarms add constraint vehicle_alarms_kind_check check (kind in ('sos', 'crash', 'fatigue', 'overspeed', 'powerCut',
  'driver', 'road', 'tyre'));
alter table vehicle_alarms add column said text;
comment on column vehicle_alarms.said is 'the alarm of active safety that told it last, as packages/jt808/src/safety.ts names it; none where a bit of the alarm word did';

alter table episodes drop constraint episodes_kind_check;
alter table episodes add constraint episodes_kind_check check (kind in ('offline', 'noFix', 'overdue', 'placeMismatch',
  'mismatch', 'jump', 'frozen', 'abroad', 'clock', 'sos', 'crash', 'fatigue', 'overspeed', 'powerCut', 'driver', 'road', 'tyre'));
