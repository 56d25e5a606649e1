-- Figures of days for the pages of mileage and completeness, and stops and days behind the spans of access: a company
-- reads a stop whose beginning it could see, and a day on which it saw the vehicle (a shipper only whole ones).

alter table track_days add column gap_m int not null default 0, add column odometer_m int;
comment on column track_days.gap_m is 'metres of distance_m within which nothing came';
comment on column track_days.odometer_m is 'by the vehicle''s own counter; null where it sends none';

do $$
declare
  wide constant text := $q$current_setting('app.reach') in ('platform', 'system')$q$;
  system constant text := $q$current_setting('app.reach') = 'system'$q$;
  mine constant text := $q$(a.company_id = current_setting('app.company')::uuid or (current_setting('app.reach') = 'branch' and a.company_id = current_setting('app.branch')::uuid))$q$;
begin
  drop policy wall on track_days;
  drop policy wall on track_stops;
  execute format('create policy wall on track_days using (%s or exists (select from track_access a where a.track_no = track_days.track_no and %s
    and a.from_at <= track_days.last_at and (a.to_at is null or a.to_at >= track_days.first_at)
    and (a.why <> ''waybill'' or (a.from_at <= track_days.first_at and (a.to_at is null or a.to_at >= track_days.last_at))))) with check (%s)', wide, mine, system);
  execute format('create policy wall on track_stops using (%s or exists (select from track_access a where a.track_no = track_stops.track_no and %s
    and a.from_at <= track_stops.from_at and (a.to_at is null or a.to_at >= track_stops.from_at))) with check (%s)', wide, mine, system);
end $$;
