-- Debts that stand are told of after 7, 30 and 60 days, and whoever collects notes that the carrier was asked.
alter table debts add column told_days smallint not null default 0, add column chased_days smallint not null default 0;
comment on column debts.told_days is 'days it had stood for at the last notice; 0 before the first';
comment on column debts.chased_days is 'the notice its carrier was asked for it after; below told_days it waits for somebody to ask';
create index debts_untold on debts (created_at) where taken_by is null and returned_at is null and state = 'open'
  and open_fen > 0 and told_days < 60;
create index debts_unchased on debts (branch_id) where taken_by is null and returned_at is null and state = 'open'
  and open_fen > 0 and told_days > chased_days;
