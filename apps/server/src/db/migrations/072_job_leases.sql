-- The process that may run a job now, and until when. A lock of a connection would be held for hours by a machine that is gone
-- without a word. Not logged: after a crash of the database nobody holds anything.
create unlogged table job_leases (
  name text primary key,
  owner uuid not null,
  epoch bigint not null,
  until_at bigint not null
);
comment on column job_leases.epoch is 'one more for each owner: writes of an earlier one are refused';
comment on column job_leases.until_at is 'ms by the clock of the database; 0: free';

grant select, insert, update on job_leases to yunshu_app;
