-- Clocks of terminals that are behind by one lag: known until they are right again, or their offset is learned and what was
-- left out is written.
alter table terminals add column clock_behind_ms bigint, add column clock_behind_since bigint,
  add check ((clock_behind_ms is null) = (clock_behind_since is null));
comment on column terminals.clock_behind_ms is 'the lag of a clock that is behind, whose positions stay in the log; 0 once its offset is learned, until they are written';
comment on column terminals.clock_behind_since is 'when the first report of that lag came';
create index terminals_behind on terminals (track_no) where clock_behind_ms > 0;
