-- Fences as they stood: each drawing and change is a version of its own from its moment on, and a stay names the one it began in.
create table fence_versions (
  fence_id uuid not null references fences,
  version int not null,
  from_at bigint not null,
  lon_e6 int not null,
  lat_e6 int not null,
  radius_m int not null,
  slots jsonb not null,
  is_on boolean not null,
  primary key (fence_id, version)
);
comment on table fence_versions is 'the first one counts for the time before it, too: nothing else was said about the place';

create function keep_fence_version() returns trigger language plpgsql as $$
begin
  insert into fence_versions (fence_id, version, from_at, lon_e6, lat_e6, radius_m, slots, is_on)
  values (new.id, new.version, new.updated_at, new.lon_e6, new.lat_e6, new.radius_m, new.slots, new.is_on);
  return null;
end $$;
-- whoever writes a circle leaves its version; the same number twice is refused
create trigger fences_version after insert or update of lon_e6, lat_e6, radius_m, slots, is_on on fences
  for each row execute function keep_fence_version();

grant select, insert on fence_versions to yunshu_app;
alter table fence_versions enable row level security;
alter table fence_versions force row level security;
create policy wall on fence_versions using (exists (select from fences f where f.id = fence_id))
  with check (exists (select from fences f where f.id = fence_id));

-- as the product: the owner of a foreign database is held by the walls
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);
-- of circles drawn before, the one there is
insert into fence_versions (fence_id, version, from_at, lon_e6, lat_e6, radius_m, slots, is_on)
select id, version, updated_at, lon_e6, lat_e6, radius_m, slots, is_on from fences;

alter table fence_visits add column fence_version int;
update fence_visits v set fence_version = f.version from fences f where f.id = v.fence_id;
alter table fence_visits alter column fence_version set not null,
  add foreign key (fence_id, fence_version) references fence_versions (fence_id, version);
comment on column fence_visits.fence_version is 'the circle as it stood when the stay began';
