-- Fences that are polygons: their corners beside the circle around them, in the fence and in each version of it.
alter table fences add column corners int[], drop constraint fences_radius_m_check;
alter table fence_versions add column corners int[];
-- bounds as polygonLimits of the domain has them; that edges do not cross is said by the command
alter table fences add constraint fences_shape check (
  case when corners is null then radius_m in (30, 50, 100, 200, 500, 1000, 2000, 3000, 5000, 10000)
    else radius_m between 1 and 20000 and cardinality(corners) between 6 and 400 and cardinality(corners) % 2 = 0
      and array_position(corners, null) is null end);
comment on column fences.corners is 'of a polygon: degrees × 10⁶ in GCJ-02, longitude and latitude of each corner in order; null of a circle';
comment on column fences.radius_m is 'of a polygon the circle around its centre of gravity that holds all corners';

create or replace function keep_fence_version() returns trigger language plpgsql as $$
begin
  insert into fence_versions (fence_id, version, from_at, lon_e6, lat_e6, radius_m, slots, is_on, corners)
  values (new.id, new.version, new.updated_at, new.lon_e6, new.lat_e6, new.radius_m, new.slots, new.is_on, new.corners);
  return null;
end $$;
drop trigger fences_version on fences;
create trigger fences_version after insert or update of lon_e6, lat_e6, radius_m, slots, is_on, corners on fences
  for each row execute function keep_fence_version();
