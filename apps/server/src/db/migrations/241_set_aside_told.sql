-- Messages set aside are told to people once.
alter table track_faults add column told_at bigint;
comment on column track_faults.told_at is 'people were told of it; none where nobody has been';
create index track_faults_untold on track_faults (lane) where told_at is null;
