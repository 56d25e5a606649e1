-- Applications to close a month come to nothing when nobody confirms them in time.

alter table period_closings drop constraint period_closings_state_check,
  add constraint period_closings_state_check check (state in ('asked', 'closed', 'reopening', 'reopened', 'refused', 'withdrawn', 'lapsed'));
create index period_closings_asked on period_closings (asked_at) where state = 'asked';
