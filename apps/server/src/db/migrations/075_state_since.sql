-- Since when a record is in its state: written by every move, and when the record is made.
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);
alter table waybills add column state_since bigint;
alter table goods add column state_since bigint;
alter table tasks add column state_since bigint;
alter table settlements add column state_since bigint;
comment on column waybills.state_since is 'since when it is in its state, ms; null for records that were finished before this was kept';
comment on column goods.state_since is 'as that of waybills';
comment on column tasks.state_since is 'as that of waybills';
comment on column settlements.state_since is 'as that of waybills';

-- What is still under way, from its history: the last line that led into the state from another. Finished records stay as they are.
update waybills r set state_since = coalesce((select max(e.at) from events e where e.entity_id = r.id and e.to_state = r.state and e.from_state is distinct from e.to_state), r.created_at)
  where r.state in ('toAccept', 'toLoad', 'loading', 'inTransit', 'interrupted', 'arrived', 'toSign', 'disputed', 'signed');
update goods r set state_since = coalesce((select max(e.at) from events e where e.entity_id = r.id and e.to_state = r.state and e.from_state is distinct from e.to_state), r.created_at)
  where r.state in ('draft', 'published', 'partial', 'full', 'paused');
update tasks r set state_since = coalesce((select max(e.at) from events e where e.entity_id = r.id and e.to_state = r.state and e.from_state is distinct from e.to_state), r.created_at)
  where r.state in ('sent', 'accepted', 'dispatching');
update settlements r set state_since = coalesce((select max(e.at) from events e where e.entity_id = r.id and e.to_state = r.state and e.from_state is distinct from e.to_state), r.created_at)
  where r.state in ('draft', 'submitted', 'rejected', 'approved', 'voiding', 'paying', 'partial');
