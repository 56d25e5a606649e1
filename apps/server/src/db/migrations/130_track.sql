-- Tracks: the last position of each vehicle, hours of trails as bytes, and the spans in which a company sees a vehicle.

create table vehicle_live (
  track_no int primary key,
  vehicle_id uuid not null references vehicles,
  lon_e6 int not null,
  lat_e6 int not null,
  datum smallint not null,
  speed int not null check (speed >= 0),
  heading smallint not null,
  at bigint not null,
  received_at bigint not null,
  state smallint not null,
  source smallint not null,
  address_code text,
  rev bigint not null
) with (fillfactor = 70);
comment on column vehicle_live.speed is '0.1 km/h';
comment on column vehicle_live.at is 'repaired time of the newest position; one that comes late never takes its place';
comment on column vehicle_live.received_at is 'of the newest message, heartbeats included';
comment on column vehicle_live.state is 'place in liveStates (packages/track/src/point.ts)';
comment on column vehicle_live.datum is 'place in datums (packages/track/src/point.ts)';
create unique index vehicle_live_vehicle on vehicle_live (vehicle_id);

create table track_segments (
  track_no int not null,
  hour_at bigint not null,
  month date not null,
  n int not null check (n > 0),
  first_at bigint not null,
  last_at bigint not null,
  min_lon int not null,
  min_lat int not null,
  max_lon int not null,
  max_lat int not null,
  distance_m int not null,
  moving_s int not null,
  rev int not null default 1,
  datum smallint not null,
  payload bytea not null,
  primary key (track_no, hour_at, month)
) partition by range (month);
comment on column track_segments.payload is 'positions of the hour (packages/track/src/segment.ts)';
comment on column track_segments.month is 'the first day of the month hour_at lies in, in China';
create index track_segments_area on track_segments using gist (box(point(min_lon, min_lat), point(max_lon, max_lat)));
-- months are made ahead by the job; what none takes stays here
create table track_segments_rest partition of track_segments default;

create unlogged table track_open (
  track_no int primary key,
  hour_at bigint not null,
  upto bigint not null,
  payload bytea not null
) with (fillfactor = 50);
comment on table track_open is 'the hour under way; empty after a crash and filled again from the log';

create table track_access (
  id uuid primary key,
  company_id uuid not null references companies,
  track_no int not null,
  vehicle_id uuid not null references vehicles,
  waybill_id uuid references waybills,
  from_at bigint not null,
  to_at bigint,
  why text not null check (why in ('own', 'waybill', 'platform', 'branch'))
);
comment on table track_access is 'who sees which vehicle when: rows of a waybill are derived from it and replaced whole';
create index track_access_company on track_access (company_id, track_no);
create index track_access_open on track_access (track_no) where to_at is null;
create index track_access_waybill on track_access (waybill_id) where waybill_id is not null;
create index track_access_vehicle on track_access (vehicle_id);

create table track_shards (
  shard_group smallint primary key check (shard_group between 0 and 7),
  owner text,
  epoch int not null default 0,
  beat bigint not null default 0
);
comment on column track_shards.beat is 'counts up while the owner lives; one that stands still for 10 s of the watcher is dead';
-- the owner is held by the walls too: rows are written as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);
insert into track_shards (shard_group) select generate_series(0, 7);

create table track_faults (
  lane int not null,
  seq bigint not null,
  i int not null,
  consumer text not null,
  error text not null,
  at bigint not null,
  primary key (lane, seq, i, consumer)
);
comment on table track_faults is 'messages a consumer failed on three times: set aside, so that no message stops a group';

grant select, insert, update on vehicle_live, track_segments, track_open, track_access, track_shards, track_faults to yunshu_app;
grant delete on track_access, track_open to yunshu_app;

do $$
declare
  wall record;
  system constant text := $q$current_setting('app.reach') = 'system'$q$;
  wide constant text := $q$current_setting('app.reach') in ('platform', 'system')$q$;
  mine constant text := $q$(company_id = current_setting('app.company')::uuid or (current_setting('app.reach') = 'branch' and company_id = current_setting('app.branch')::uuid))$q$;
begin
  for wall in select * from (values
    ('track_access', format('%s or %s', wide, mine)),
    ('vehicle_live', format('%s or exists (select from track_access a where a.track_no = vehicle_live.track_no and a.from_at <= vehicle_live.at and (a.to_at is null or a.to_at >= vehicle_live.at) and %s)', wide, mine)),
    -- whole hours: the command cuts to the second
    ('track_segments', format('%s or exists (select from track_access a where a.track_no = track_segments.track_no and a.from_at <= track_segments.last_at and (a.to_at is null or a.to_at >= track_segments.first_at) and %s)', wide, mine)),
    ('track_open', format('%s or exists (select from track_access a where a.track_no = track_open.track_no and a.from_at < track_open.hour_at + 3600000 and (a.to_at is null or a.to_at >= track_open.hour_at) and %s)', wide, mine)),
    ('track_shards', system),
    ('track_faults', system)
  ) as t (name, rule) loop
    execute format('alter table %I enable row level security', wall.name);
    execute format('alter table %I force row level security', wall.name);
    execute format('create policy wall on %I using (%s) with check (%s)', wall.name, wall.rule, system);
  end loop;
end $$;
