-- Alarms of terminals that somebody has to answer: when each was told last, and episodes of their kinds.
create table vehicle_alarms (
  track_no int not null,
  kind text not null check (kind in ('sos', 'crash', 'fatigue', 'overspeed', 'powerCut')),
  from_at bigint not null,
  at bigint not null,
  heard_at bigint not null,
  told_at bigint,
  primary key (track_no, kind)
);
comment on table vehicle_alarms is 'the last alarm of each kind a terminal of the vehicle told; told once more after a pause it is a new one';
comment on column vehicle_alarms.from_at is 'first and last position that tells it; heard_at: arrival of the last message that does';
comment on column vehicle_alarms.told_at is 'people were told of it; none where nobody has been';

grant select, insert, update on vehicle_alarms to yunshu_app;
alter table vehicle_alarms enable row level security;
alter table vehicle_alarms force row level security;
-- people see the episodes that are made of them
create policy wall on vehicle_alarms using (current_setting('app.reach') = 'system')
  with check (current_setting('app.reach') = 'system');

alter table episodes drop constraint episodes_kind_check;
alter table episodes add constraint episodes_kind_check check (kind in ('offline', 'noFix', 'overdue', 'placeMismatch',
  'mismatch', 'jump', 'frozen', 'abroad', 'clock', 'sos', 'crash', 'fatigue', 'overspeed', 'powerCut'));
