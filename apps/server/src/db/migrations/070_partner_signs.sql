-- Signs of life of partners, seen by the platform: one row each, whatever process talked to it.

create table partner_signs (
  partner text primary key check (length(partner) between 1 and 40),
  succeeded_at bigint,
  failed_at bigint,
  fault text check (length(fault) <= 300)
);
comment on table partner_signs is 'when each partner last answered and last failed';
alter table partner_signs enable row level security;
alter table partner_signs force row level security;
create policy wall on partner_signs using (current_setting('app.reach') in ('platform', 'system'))
  with check (current_setting('app.reach') = 'system');
grant select, insert, update on partner_signs to yunshu_app;

-- the owner is held by the walls too: rows are moved as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);
update roles set functions = functions || array['partner.view']
where company_id is null and is_system and name in ('管理员', '运营') and not 'partner.view' = any (functions);
