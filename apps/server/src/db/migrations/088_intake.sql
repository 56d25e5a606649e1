-- The intake log: what terminals said, as they said it. A message is acknowledged after the COMMIT of its row and not before.
-- Each lane has one writer, so its numbers have no holes and none is seen before the one below it.
create table track_lanes (
  id int primary key generated always as identity,
  writer text not null,
  shard_group smallint not null check (shard_group between 0 and 7),
  epoch int not null default 1,
  last_seq bigint not null default 0,
  beat_at bigint not null,
  unique (writer, shard_group)
);
comment on column track_lanes.writer is 'a slot such as gateway-1, never a process: whoever starts again takes its lanes over';
comment on column track_lanes.epoch is 'one more for each writer: an earlier one stores nothing';
comment on column track_lanes.last_seq is 'of the rows retention has dropped, and of the lane when it was last taken over';

create table track_intake (
  day date not null,
  lane int not null,
  seq bigint not null,
  received_at bigint not null,
  n int not null check (n between 1 and 5000),
  body bytea not null,
  primary key (lane, seq, day)
) partition by range (day);
-- packing costs more than half of the speed and saves a quarter of the log
alter table track_intake alter column body set storage external;
comment on column track_intake.day is 'fixed when the row is made; never earlier than that of the row before in its lane';
comment on column track_intake.body is 'messages as they came (packages/intake/src/envelope.ts)';

create table track_cursors (
  consumer text not null,
  lane int not null references track_lanes,
  seq bigint not null,
  epoch int not null,
  primary key (consumer, lane)
);
comment on column track_cursors.epoch is 'one more for each who took the cursor: an earlier one moves nothing';

grant select, insert, update on track_lanes, track_cursors to yunshu_app;
-- what was said is never changed, and goes with its partition alone
grant select, insert on track_intake to yunshu_app;

do $$
declare
  name text;
begin
  foreach name in array array['track_lanes', 'track_intake', 'track_cursors'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy wall on %I using (current_setting(''app.reach'') = ''system'') with check (current_setting(''app.reach'') = ''system'')',
      name
    );
  end loop;
end $$;
