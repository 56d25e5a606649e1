-- The state of a vehicle by the time it was said at, and objects of sealed trails that are listed before their first byte.
alter table vehicle_live add column state_at bigint not null default 0;
comment on column vehicle_live.state_at is 'repaired time of the report that says the state: of a place, or of one without a fix, which moves no place';

create table waybill_track_keys (
  key text primary key,
  until_at bigint not null,
  is_given_up boolean not null default false
);
comment on table waybill_track_keys is 'keys of objects that are being written; the row that names one takes its line out';
comment on column waybill_track_keys.until_at is 'whoever writes the object has it until then; given up, the moment it is removed once more';
create index waybill_track_keys_until on waybill_track_keys (until_at);

grant select, insert, update, delete on waybill_track_keys to yunshu_app;
alter table waybill_track_keys enable row level security;
alter table waybill_track_keys force row level security;
create policy wall on waybill_track_keys using (current_setting('app.reach') = 'system')
  with check (current_setting('app.reach') = 'system');

-- as the product: the owner of a foreign database is held by the walls
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);
update vehicle_live set state_at = case state when 4 then greatest(at, received_at) else at end;
