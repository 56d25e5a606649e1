-- The moment trails of vehicles under way were looked at last for abnormal positions, by whichever server: one row.
create table abnormal_looks (
  id boolean primary key default true check (id),
  trails_at bigint not null
);
comment on column abnormal_looks.trails_at is 'by the clock of the database: those of several servers differ';
grant select, insert, update on abnormal_looks to yunshu_app;
alter table abnormal_looks enable row level security;
alter table abnormal_looks force row level security;
create policy wall on abnormal_looks using (current_setting('app.reach') = 'system')
  with check (current_setting('app.reach') = 'system');
