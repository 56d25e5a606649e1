-- Orders a second person confirms, and media that terminals send: photos, put together by the gateway, kept with their hash.
alter table terminal_commands drop constraint terminal_commands_state_check,
  add constraint terminal_commands_state_check check (state in ('asked', 'queued', 'sent', 'done', 'failed', 'unsupported', 'expired', 'cancelled'));
create unique index terminal_commands_asked on terminal_commands (terminal_id, kind) where state = 'asked';

create table terminal_media (
  id uuid primary key,
  terminal_id uuid not null references terminals,
  terminal_no int not null,
  media_id bigint not null,
  kind smallint not null,
  format smallint not null,
  event smallint not null,
  channel smallint not null,
  place bytea not null,
  sha256 text not null,
  bytes int not null check (bytes between 1 and 4194304),
  body bytea not null,
  received_at bigint not null,
  unique (terminal_id, media_id, sha256)
);
-- a photo is packed already
alter table terminal_media alter column body set storage external;
comment on column terminal_media.kind is '0 photo, 1 sound, 2 video (JT/T 808 0x0801)';
comment on column terminal_media.event is '0 asked for by the platform, 1 on time, 2 robbery, 3 collision';
comment on column terminal_media.place is 'the 28 bytes of the position it was made at';
create index terminal_media_terminal on terminal_media (terminal_id, id desc);
create index terminal_media_received on terminal_media (received_at);

grant select, delete on terminal_media to yunshu_app;
grant insert on terminal_media to yunshu_gateway;
-- a photo that came twice is there already
grant select (terminal_id, media_id, sha256) on terminal_media to yunshu_gateway;
do $$
declare
  own constant text := $q$exists (select from terminals t where t.id = terminal_id)$q$;
begin
  alter table terminal_media enable row level security;
  alter table terminal_media force row level security;
  execute format('create policy wall on terminal_media to yunshu_app using (current_setting(''app.reach'') = ''system'' or %s)', own);
  create policy gateway on terminal_media to yunshu_gateway using (true) with check (true);
end $$;

-- as the product: the owner of a foreign database is held by the walls
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);
-- whoever keeps people and may send orders is the second person
update roles set functions = functions || array['terminal.danger']
where functions @> array['terminal.command', 'staff.edit'] and not 'terminal.danger' = any (functions);
