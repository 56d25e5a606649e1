-- Who asked for the end of a relation: only they may take it back.
alter table relations add column ended_by uuid references companies;
