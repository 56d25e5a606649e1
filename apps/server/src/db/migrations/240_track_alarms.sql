-- Alarms of terminals as rows: each from when to when, those of active safety (苏标) among them.
create table track_alarms (
  track_no int not null,
  kind text not null,
  from_at bigint not null,
  to_at bigint not null,
  level smallint not null,
  lon_e6 int,
  lat_e6 int,
  vehicle_id uuid not null references vehicles,
  carrier_id uuid not null references companies,
  plate text not null,
  waybill_id uuid references waybills,
  primary key (track_no, kind, from_at)
);
comment on table track_alarms is 'alarms a terminal of the vehicle told; one told again within five minutes goes on';
comment on column track_alarms.kind is 'a name of packages/jt808/src/alarms.ts or safety.ts';
comment on column track_alarms.level is '1 or 2 of active safety, the higher the worse; 0 where there is none';
comment on column track_alarms.lon_e6 is 'degrees × 10⁶ in GCJ-02, where it began; none without a trusted place';
create index track_alarms_from on track_alarms (from_at desc, track_no desc, kind desc);
create index track_alarms_to on track_alarms (track_no, kind, to_at);
grant select, insert, update, delete on track_alarms to yunshu_app;

do $$
declare
  wide constant text := $q$current_setting('app.reach') in ('platform', 'system')$q$;
  mine constant text := $q$(a.company_id = current_setting('app.company')::uuid or (current_setting('app.reach') = 'branch' and a.company_id = current_setting('app.branch')::uuid))$q$;
begin
  alter table track_alarms enable row level security;
  alter table track_alarms force row level security;
  execute format('create policy wall on track_alarms using (%s or exists (select from track_access a where a.track_no = track_alarms.track_no and %s
    and a.from_at <= track_alarms.from_at and (a.to_at is null or a.to_at >= track_alarms.from_at))) with check (current_setting(''app.reach'') = ''system'')', wide, mine);
end $$;
