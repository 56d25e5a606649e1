-- Positions that cannot be trusted are abnormal positions of kinds of their own, and the place of one is told to whoever may
-- see its vehicle at the moment of that place.
alter table episodes drop constraint episodes_kind_check;
alter table episodes add constraint episodes_kind_check
  check (kind in ('offline', 'noFix', 'overdue', 'placeMismatch', 'mismatch', 'jump', 'frozen', 'abroad', 'clock'));
alter table episodes add column place_at bigint;
comment on column episodes.place_at is 'the moment of the place; none before it was kept, and for a vehicle that never told one';
