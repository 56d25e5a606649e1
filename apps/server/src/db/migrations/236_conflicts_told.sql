-- Conflicts of terminals are told to people once.
alter table terminals add column conflict_told_at bigint;
comment on column terminals.conflict_told_at is 'people were told of the conflict it is in; null in any other state';
create index terminals_conflict on terminals (id) where state = 'conflict' or conflict_told_at is not null;
