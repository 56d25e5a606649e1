-- Strangers a person has put away.
alter table terminal_claims add column ignored_at bigint, add column ignored_by text,
  add constraint terminal_claims_ignored check ((ignored_at is null) = (ignored_by is null));
comment on column terminal_claims.ignored_at is 'put away by a person; one that asks for another reason is shown again';
