-- Looks at trails: who looked at whose, when, and of which time. Positions of a vehicle tell of the person who drives it.
create table track_views (
  id uuid primary key,
  at bigint not null,
  user_id uuid not null references users,
  company_id uuid references companies,
  vehicle_id uuid not null references vehicles,
  waybill_id uuid references waybills,
  from_at bigint not null,
  to_at bigint not null check (to_at >= from_at),
  why text not null,
  ip text not null
);
comment on column track_views.company_id is 'whose person looked; null for the house';
comment on column track_views.why is 'the page the look came from';
create index track_views_vehicle on track_views (vehicle_id, id desc);
create index track_views_user on track_views (user_id, id desc);

grant select, insert on track_views to yunshu_app;
alter table track_views enable row level security;
alter table track_views force row level security;
create policy wall on track_views using (
  current_setting('app.reach') in ('platform', 'system') or company_id = current_setting('app.company')::uuid
) with check (current_setting('app.reach') = 'system');

-- as the product: the owner of a foreign database is held by the walls
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);
-- whoever sees waybills sees where they are
update roles set functions = functions || array['track.view', 'track.replay'] where functions && array['waybill.view'];
