-- Trips: the ways between stops of a quarter of an hour, of each day, written with its stops.
create table track_trips (
  track_no int not null,
  from_at bigint not null,
  to_at bigint not null,
  vehicle_id uuid not null references vehicles,
  carrier_id uuid not null references companies,
  plate text not null,
  distance_m int not null,
  gap_m int not null,
  moving_s int not null,
  most_speed int not null,
  from_lon_e6 int not null,
  from_lat_e6 int not null,
  to_lon_e6 int not null,
  to_lat_e6 int not null,
  waybill_id uuid references waybills,
  primary key (track_no, from_at)
);
comment on column track_trips.from_lon_e6 is 'degrees × 10⁶ in GCJ-02, as all places here';
comment on column track_trips.most_speed is '0.1 km/h';
create index track_trips_from on track_trips (from_at desc, track_no desc);
grant select, insert, delete on track_trips to yunshu_app;

do $$
declare
  wide constant text := $q$current_setting('app.reach') in ('platform', 'system')$q$;
  mine constant text := $q$(a.company_id = current_setting('app.company')::uuid or (current_setting('app.reach') = 'branch' and a.company_id = current_setting('app.branch')::uuid))$q$;
begin
  alter table track_trips enable row level security;
  alter table track_trips force row level security;
  -- figures of a trip cannot be cut: of a waybill it lies whole within the span
  execute format('create policy wall on track_trips using (%s or exists (select from track_access a where a.track_no = track_trips.track_no and %s
    and a.from_at <= track_trips.from_at and (a.to_at is null or a.to_at >= track_trips.to_at))) with check (current_setting(''app.reach'') = ''system'')', wide, mine);
end $$;
