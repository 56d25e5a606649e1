-- People and partners in full: papers of companies, positions with data scope, invitations, second factor, sealed audit.

-- the owner is held by the walls too: what is filled in below is filled in as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);
update messages set kind = 'settlement' where kind = '结算';

-- what only the company itself and the house may see of a company; names and contacts stay in companies
create table company_profiles (
  company_id uuid primary key references companies,
  legal_person text not null default '',
  legal_id_no text not null default '',
  taxpayer text not null default 'general' check (taxpayer in ('general', 'small')),
  permit_no text,
  permit_expiry bigint,
  invoice_title jsonb,
  submitted_at bigint,
  verified_at bigint,
  verified_by uuid references users,
  reject_reason text
);
insert into company_profiles (company_id) select id from companies;

alter table company_accounts
  add column bank_code text not null default '',
  add column version int not null default 1,
  add column updated_at bigint not null default 0,
  add column removed_at bigint;
create index company_accounts_company on company_accounts (company_id) where removed_at is null;

-- rows a person sees follow from their positions
alter table roles add column data_scope text not null default 'COMPANY' check (data_scope in ('ALL', 'COMPANY', 'BRANCH', 'SELF')), add column remark text not null default '';
update roles set data_scope = 'ALL' where company_id is null;
-- whoever ran a company before now runs its people and partners too
update roles set functions = functions || array['company.view', 'company.edit', 'company.policy', 'company.actFor', 'staff.view', 'staff.edit', 'staff.role', 'relation.invite', 'relation.answer', 'relation.end', 'audit.view'] where is_system and name = '管理员';
update roles set functions = functions || array['company.verify'] where is_system and name = '管理员' and company_id is null;
update roles set functions = functions || array['company.view', 'company.verify', 'company.actFor', 'audit.view'] where is_system and name in ('运营', '分公司经理');
update roles set functions = functions || array['staff.view', 'staff.edit'] where is_system and name = '分公司经理';
update roles set functions = functions || array['company.view'] where is_system and name = '财务';
alter table users drop column data_scope, drop column rights_version,
  add column must_change_password boolean not null default false,
  add column password_changed_at bigint not null default 0;
create index companies_branch on companies (branch_id) where branch_id is not null;

-- earlier passwords, so that none comes back soon
create table password_history (
  user_id uuid not null references users,
  password_hash text not null,
  created_at bigint not null,
  primary key (user_id, created_at)
);
-- second factor: the secret is encrypted with a key of the installation, the recovery codes are hashed
create table user_factors (
  user_id uuid primary key references users,
  secret text not null,
  confirmed_at bigint,
  last_step bigint not null default 0,
  recovery text[] not null default '{}',
  created_at bigint not null
);
alter table sessions
  add column acting_for uuid references users,
  add column second_factor boolean not null default false;
create table login_log (
  id uuid primary key,
  user_id uuid not null references users,
  session_id uuid,
  at bigint not null,
  ip text not null,
  agent text not null,
  result text not null check (result in ('ok', 'password', 'factor', 'locked', 'disabled'))
);
create index login_log_user on login_log (user_id, id desc);
create index login_log_age on login_log (at);

-- one row per pair of companies; each invitation is a line of its own
drop index relations_live;
create unique index relations_pair on relations (shipper_id, carrier_id);
alter table relations
  add column invited_by text check (invited_by in ('shipper', 'carrier')),
  add column inviter_id uuid references users,
  add column message text not null default '',
  add column expires_at bigint;
create index relations_expiry on relations (expires_at) where state = 'invited';
create index relations_ending on relations (id) where state = 'ending';
create index relations_shipper on relations (shipper_id, state);
create table relation_invites (
  id uuid primary key,
  relation_id uuid not null references relations,
  shipper_id uuid not null,
  carrier_id uuid not null,
  invited_by text not null check (invited_by in ('shipper', 'carrier')),
  inviter_id uuid not null references users,
  message text not null,
  created_at bigint not null
);
create index relation_invites_relation on relation_invites (relation_id, id desc);
create table relation_links (
  id uuid primary key,
  token_hash bytea not null unique,
  company_id uuid not null references companies,
  company_side text not null check (company_side in ('shipper', 'carrier')),
  created_by uuid not null references users,
  created_at bigint not null,
  expires_at bigint not null,
  revoked_at bigint,
  uses int not null default 0
);
create index relation_links_company on relation_links (company_id, id desc);

-- how each kind of message reaches a person; no row means in full
create table message_preferences (
  user_id uuid not null references users,
  kind text not null,
  mode text not null check (mode in ('all', 'inbox', 'none')),
  primary key (user_id, kind)
);
create index messages_kind on messages (user_id, kind, id desc);

-- the seal of each audit row: a chain per day, written behind the writes so that they do not wait for each other
create table audit_seals (
  day date not null,
  seq int not null,
  audit_id uuid not null unique references audit_log,
  hash bytea not null,
  primary key (day, seq)
);
create index audit_log_at on audit_log (at);
create index audit_log_user on audit_log (user_id, id desc);

-- who on each side answers for a record: data scope SELF and BRANCH follow from it
alter table tasks add column shipper_by uuid, add column carrier_by uuid;
update tasks t set shipper_by = g.created_by, carrier_by = t.created_by from goods g where g.id = t.goods_id;
alter table tasks alter column shipper_by set not null, alter column carrier_by set not null;
alter table waybills add column shipper_by uuid, add column carrier_by uuid;
update waybills w set shipper_by = g.created_by, carrier_by = coalesce((select t.carrier_by from tasks t where t.id = w.task_id), w.created_by) from goods g where g.id = w.goods_id;
alter table waybills alter column shipper_by set not null, alter column carrier_by set not null;
create index users_office on users (company_id, branch_company_id);

grant select, insert, update on company_profiles, user_factors, relation_invites, relation_links, message_preferences to yunshu_app;
grant select, insert on password_history, login_log, audit_seals to yunshu_app;
grant delete on password_history, user_factors, login_log, message_preferences to yunshu_app;

do $$
declare
  wall record;
  wide constant text := $q$current_setting('app.reach') in ('platform', 'system')$q$;
  system constant text := $q$current_setting('app.reach') = 'system'$q$;
  me constant text := $q$current_setting('app.user')::uuid$q$;
  company constant text := $q$current_setting('app.company')::uuid$q$;
  served constant text := $q$(current_setting('app.reach') = 'branch' and exists (select 1 from companies c where c.id = company_id and (c.branch_id = current_setting('app.branch')::uuid or c.id = current_setting('app.branch')::uuid)))$q$;
begin
  for wall in select * from (values
    ('company_profiles', format('%s or company_id = %s or %s', wide, company, served)),
    ('relation_invites', format('%s or shipper_id = %s or carrier_id = %s', wide, company, company)),
    ('relation_links', format('%s or company_id = %s', wide, company)),
    ('password_history', format('%s or user_id = %s', system, me)),
    ('user_factors', format('%s or user_id = %s', system, me)),
    ('login_log', format('%s or user_id = %s', system, me)),
    ('message_preferences', format('%s or user_id = %s', system, me)),
    ('audit_seals', 'exists (select 1 from audit_log a where a.id = audit_id)')
  ) as t (name, rule) loop
    execute format('alter table %I enable row level security', wall.name);
    execute format('alter table %I force row level security', wall.name);
    execute format('create policy wall on %I using (%s) with check (%s)', wall.name, wall.rule, wall.rule);
  end loop;
end $$;

-- companies have a history of their own
drop policy wall on events;
do $$
declare
  rule constant text := $q$case entity
    when 'goods' then exists (select 1 from goods r where r.id = entity_id)
    when 'task' then exists (select 1 from tasks r where r.id = entity_id)
    when 'settlement' then exists (select 1 from settlements r where r.id = entity_id)
    when 'payment' then exists (select 1 from payments r where r.id = entity_id)
    when 'voucher' then exists (select 1 from vouchers r where r.id = entity_id)
    when 'vehicle' then exists (select 1 from vehicles r where r.id = entity_id)
    when 'driver' then exists (select 1 from drivers r where r.id = entity_id)
    when 'relation' then exists (select 1 from relations r where r.id = entity_id)
    when 'company' then exists (select 1 from company_profiles r where r.company_id = entity_id)
    when 'user' then exists (select 1 from users r where r.id = entity_id)
    when 'role' then exists (select 1 from roles r where r.id = entity_id)
    else exists (select 1 from waybills r where r.id = entity_id) end$q$;
begin
  execute format('create policy wall on events using (%s) with check (%s)', rule, rule);
end $$;
