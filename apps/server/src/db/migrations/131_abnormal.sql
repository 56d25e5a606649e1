-- Visits to circles and the arrivals they propose, abnormal positions as episodes with the rules they go by, and the
-- figures of days and stops.

create table fence_visits (
  id uuid primary key,
  fence_id uuid not null references fences,
  track_no int not null,
  waybill_id uuid not null references waybills,
  entered_at bigint not null,
  entered_how text not null check (entered_how in ('crossed', 'between', 'inside')),
  left_at bigint,
  counted_at bigint,
  dwell_s int not null,
  stay text not null check (stay in ('open', 'closed', 'passed', 'withdrawn')),
  rev int not null default 1,
  correction jsonb,
  updated_at bigint not null
);
comment on column fence_visits.correction is 'what late positions changed, until it is told in the history of the waybill';
comment on table fence_visits is 'one row a stay; what late positions change is told in the history of the waybill';
create unique index fence_visits_one on fence_visits (fence_id, waybill_id, entered_at) where stay <> 'withdrawn';
create index fence_visits_told on fence_visits (updated_at) where correction is not null;
create index fence_visits_waybill on fence_visits (waybill_id, entered_at);

create table waybill_proposals (
  id uuid primary key,
  waybill_id uuid not null references waybills,
  move text not null check (move in ('arriveLoad', 'arriveUnload')),
  at bigint not null,
  visit_id uuid not null references fence_visits,
  place text not null,
  state text not null check (state in ('open', 'taken', 'refused', 'overtaken', 'withdrawn')),
  answered_name text,
  answered_at bigint,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null
);
comment on table waybill_proposals is 'arrivals positions speak for: a person takes them, nothing moves by itself';
create unique index waybill_proposals_open on waybill_proposals (waybill_id, move) where state = 'open';
create index waybill_proposals_visit on waybill_proposals (visit_id);

create table episodes (
  id uuid primary key,
  track_no int not null,
  vehicle_id uuid not null references vehicles,
  plate text not null,
  waybill_id uuid not null references waybills,
  carrier_id uuid not null references companies,
  shipper_id uuid not null references companies,
  branch_id uuid not null references companies,
  grp text not null check (grp in ('position', 'driving')),
  kind text not null check (kind in ('offline', 'noFix', 'overdue', 'placeMismatch', 'mismatch')),
  level smallint not null check (level between 1 and 3),
  state text not null check (state in ('open', 'claimed', 'handled', 'falseAlarm', 'escalated', 'recovered')),
  from_at bigint not null,
  to_at bigint,
  last_at bigint not null,
  recovered_at bigint,
  times int not null default 1,
  lon_e6 int,
  lat_e6 int,
  datum smallint not null default 0,
  evidence jsonb not null,
  claimed_by uuid references users,
  claimed_name text,
  handled_note text,
  handled_at bigint,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null
);
comment on column episodes.recovered_at is 'the positions are right again; one somebody works on stays until its note is written';
create unique index episodes_open on episodes (track_no, kind) where state in ('open', 'claimed', 'escalated');
create index episodes_carrier on episodes (carrier_id, state, id desc);
create index episodes_branch on episodes (branch_id, state, id desc);
create index episodes_shipper on episodes (shipper_id, state, id desc);
create index episodes_state on episodes (state, id desc);
create index episodes_waybill on episodes (waybill_id, id desc);
create index episodes_last on episodes (track_no, kind, last_at desc);

create table abnormal_rules (
  company_id uuid not null references companies,
  kind text not null,
  is_on boolean not null,
  params jsonb not null,
  version int not null default 1,
  updated_at bigint not null,
  updated_name text not null,
  primary key (company_id, kind)
);
comment on table abnormal_rules is 'of the branch that runs a waybill; absent: as the table of kinds says';

-- the last number each company was told, so that only more is told again; nobody's id is the platform
create table abnormal_told (
  company_id uuid primary key,
  n int not null,
  at bigint not null
);

create table track_days (
  track_no int not null,
  day date not null,
  vehicle_id uuid not null references vehicles,
  carrier_id uuid not null references companies,
  plate text not null,
  distance_m int not null,
  moving_s int not null,
  idle_s int not null,
  stops int not null,
  first_at bigint not null,
  last_at bigint not null,
  online_s int not null,
  points int not null,
  late_points int not null,
  coverage_ppm int not null,
  primary key (track_no, day)
);
create index track_days_carrier on track_days (carrier_id, day desc, track_no desc);
create index track_days_day on track_days (day desc, track_no desc);

create table track_stops (
  track_no int not null,
  from_at bigint not null,
  to_at bigint not null,
  vehicle_id uuid not null references vehicles,
  carrier_id uuid not null references companies,
  plate text not null,
  lon_e6 int not null,
  lat_e6 int not null,
  kind text not null check (kind in ('parked', 'idle')),
  waybill_id uuid references waybills,
  primary key (track_no, from_at)
);
comment on column track_stops.lon_e6 is 'degrees × 10⁶ in GCJ-02';
create index track_stops_carrier on track_stops (carrier_id, from_at desc, track_no desc);
create index track_stops_from on track_stops (from_at desc, track_no desc);

grant select, insert, update on fence_visits, waybill_proposals, episodes, abnormal_rules, abnormal_told, track_days, track_stops to yunshu_app;
grant delete on track_stops to yunshu_app;

do $$
declare
  wall record;
  wide constant text := $q$current_setting('app.reach') in ('platform', 'system')$q$;
  any_branch constant text := $q$current_setting('app.reach') = 'branch'$q$;
  company constant text := $q$current_setting('app.company')::uuid$q$;
  branch constant text := $q$(current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)$q$;
  of_waybill constant text := 'exists (select 1 from waybills w where w.id = waybill_id)';
begin
  for wall in select * from (values
    ('fence_visits', of_waybill), ('waybill_proposals', of_waybill),
    ('episodes', format('%s or %s or shipper_id = %s or carrier_id = %s', wide, branch, company, company)),
    ('abnormal_rules', format('%s or (current_setting(''app.reach'') = ''branch'' and company_id = current_setting(''app.branch'')::uuid)', wide)),
    ('abnormal_told', format('%s', $q$current_setting('app.reach') = 'system'$q$)),
    -- a shipper sees vehicles in its own spans alone: days and stops are the carrier's and the house's
    ('track_days', format('%s or %s or carrier_id = %s', wide, any_branch, company)),
    ('track_stops', format('%s or %s or carrier_id = %s', wide, any_branch, company))
  ) as t (name, rule) loop
    execute format('alter table %I enable row level security', wall.name);
    execute format('alter table %I force row level security', wall.name);
    execute format('create policy wall on %I using (%s) with check (%s)', wall.name, wall.rule, wall.rule);
  end loop;
end $$;
-- the history of an episode is seen by whoever sees the episode
create policy wall_episode on events using (entity = 'episode' and exists (select from episodes e where e.id = entity_id))
  with check (entity = 'episode' and exists (select from episodes e where e.id = entity_id));

-- spans of access of waybills that were there before
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);
insert into track_access (id, company_id, track_no, vehicle_id, from_at, why)
select gen_random_uuid(), v.carrier_id, v.track_no, v.id, 0, 'own' from vehicles v;

-- positions that see vehicles and waybills look at what is wrong with them, and work on it
update roles set functions = functions || array['abnormal.view'] where 'waybill.view' = any(functions) and not 'abnormal.view' = any(functions);
update roles set functions = functions || array['abnormal.handle'] where 'waybill.advance' = any(functions) and not 'abnormal.handle' = any(functions);

-- a carrier sees its own vehicles always, from their first day on
create function own_access() returns trigger language plpgsql as $$
declare
  reach constant text := current_setting('app.reach', true);
begin
  -- whoever registers the vehicle writes no access: the product does
  perform set_config('app.reach', 'system', true);
  insert into track_access (id, company_id, track_no, vehicle_id, from_at, why)
  values (gen_random_uuid(), new.carrier_id, new.track_no, new.id, 0, 'own');
  perform set_config('app.reach', reach, true);
  return null;
end $$;
create trigger vehicles_own_access after insert on vehicles for each row execute function own_access();
