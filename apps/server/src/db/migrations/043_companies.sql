-- Bank accounts of a company are seen by the branch that serves it, as its papers are; one default among those kept.
drop policy wall on company_accounts;
do $$
declare
  rule constant text := $q$current_setting('app.reach') in ('platform', 'system') or company_id = current_setting('app.company')::uuid
    or (current_setting('app.reach') = 'branch' and exists (select 1 from companies c where c.id = company_id and (c.branch_id = current_setting('app.branch')::uuid or c.id = current_setting('app.branch')::uuid)))$q$;
begin
  execute format('create policy wall on company_accounts using (%s) with check (%s)', rule, rule);
end $$;
alter table company_accounts add constraint company_accounts_default_kept check (not is_default or removed_at is null);
-- who waits to be verified, and namesakes
create index companies_waiting on companies (id) where state = 'pending';
create index companies_name on companies (lower(name));

-- which reminder of an operating permit was sent: one per permit and number of days left, however often the job runs
create table permit_reminders (
  company_id uuid not null references companies,
  permit_expiry bigint not null,
  days int not null check (days in (60, 30, 7, 0)),
  sent_at bigint not null,
  primary key (company_id, permit_expiry, days)
);
create index company_profiles_expiry on company_profiles (permit_expiry) where permit_expiry is not null;
grant select, insert on permit_reminders to yunshu_app;
alter table permit_reminders enable row level security;
alter table permit_reminders force row level security;
create policy wall on permit_reminders using (current_setting('app.reach') = 'system') with check (current_setting('app.reach') = 'system');
