-- Trails of signed waybills as sealed objects: each part is written once; positions that come later are a part of their own.
create table waybill_tracks (
  id uuid primary key,
  waybill_id uuid not null references waybills,
  part int not null check (part >= 1),
  key text not null unique,
  bytes int not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  points int not null,
  late_points int not null,
  from_at bigint not null,
  to_at bigint not null check (to_at >= from_at),
  first_at bigint,
  last_at bigint,
  distance_m int not null,
  gaps int not null,
  gap_m int not null,
  sealed_at bigint not null,
  unique (waybill_id, part)
);
comment on column waybill_tracks.key is 'place of the object in the store; its bytes have the hash';
comment on column waybill_tracks.points is 'positions of this part; metres, gaps and ends are those of all parts up to it';
comment on column waybill_tracks.from_at is 'the span of the shipper when it was sealed';

-- the times are those of shippers' spans; keys without a reference, so that whoever writes trails waits for no waybill
create table waybill_tracks_due (
  waybill_id uuid primary key,
  due_at bigint not null,
  rev int not null default 1
);
comment on table waybill_tracks_due is 'signed waybills whose trail is to be sealed, or was added to since';
create index waybill_tracks_due_at on waybill_tracks_due (due_at);
create index track_access_ended on track_access (track_no, to_at) where why = 'waybill' and to_at is not null;

-- lists of tracks are looks too: of many vehicles at once
alter table track_views alter column vehicle_id drop not null, add column text text;
comment on column track_views.vehicle_id is 'null: a list, of the vehicles that text names or of all';
-- half years of looks go at once
create index track_views_at on track_views (at);

grant select, insert on waybill_tracks to yunshu_app;
grant select, insert, update, delete on waybill_tracks_due to yunshu_app;
do $$
declare
  system constant text := $q$current_setting('app.reach') = 'system'$q$;
begin
  alter table waybill_tracks enable row level security;
  alter table waybill_tracks force row level security;
  execute format('create policy wall on waybill_tracks using (%s or exists (select from waybills w where w.id = waybill_id)) with check (%s)', system, system);
  alter table waybill_tracks_due enable row level security;
  alter table waybill_tracks_due force row level security;
  execute format('create policy wall on waybill_tracks_due using (%s) with check (%s)', system, system);
end $$;

-- as the product: the owner of a foreign database is held by the walls
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);
-- waybills that were signed before
insert into waybill_tracks_due (waybill_id, due_at)
select a.waybill_id, max(a.to_at) + 600000 from track_access a join waybills w on w.id = a.waybill_id
where a.why = 'waybill' and w.state in ('signed', 'finished') group by a.waybill_id having count(*) = count(a.to_at);
