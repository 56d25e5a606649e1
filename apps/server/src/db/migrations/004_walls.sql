-- The second wall: row-level security. Each transaction says whom it serves; without that no row is seen.
-- app.reach: platform (all rows), branch (rows of app.branch), company (rows of app.company), system (the product itself).
-- Tables without a wall: companies (names and contacts of partners), waybill_counts (sums only, always read by owner),
-- periods (no party), company_accounts is walled below. Policies use plain current_setting: fast, and refused when unset.

grant usage on schema public to yunshu_app;
grant select, insert, update on all tables in schema public to yunshu_app;
grant usage on all sequences in schema public to yunshu_app;
-- only these rows may ever go away; money, waybills, history and audit may not
grant delete on user_roles, roles, user_settings, drafts, outbox, inbox, messages, idempotency, login_failures, sessions to yunshu_app;
revoke update on audit_log, events, journal_entries, journal_lines, channel_notices from yunshu_app;

do $$
declare
  wall record;
  wide constant text := $q$current_setting('app.reach') in ('platform', 'system')$q$;
  system constant text := $q$current_setting('app.reach') = 'system'$q$;
  any_branch constant text := $q$current_setting('app.reach') = 'branch'$q$;
  me constant text := $q$current_setting('app.user')::uuid$q$;
  company constant text := $q$current_setting('app.company')::uuid$q$;
  branch constant text := $q$(current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)$q$;
  parties text;
begin
  parties := format('%s or %s or shipper_id = %s or carrier_id = %s', wide, branch, company, company);
  for wall in select * from (values
    ('tasks', parties), ('waybills', parties), ('files', parties), ('settlements', parties), ('payments', parties),
    ('vouchers', parties), ('journal_entries', parties),
    ('vehicles', format('%s or %s or carrier_id = %s', wide, any_branch, company)),
    ('drivers', format('%s or %s or carrier_id = %s', wide, any_branch, company)),
    ('relations', format('%s or %s or shipper_id = %s or carrier_id = %s', wide, any_branch, company, company)),
    ('goods_carriers', format('%s or %s or shipper_id = %s or carrier_id = %s', wide, any_branch, company, company)),
    ('goods', format($q$%s or %s or shipper_id = %s or (publish_to = 'PUBLIC' and state <> 'draft') or id in (select gc.goods_id from goods_carriers gc where gc.carrier_id = %s)$q$, wide, branch, company, company)),
    ('company_accounts', format('%s or company_id = %s', wide, company)),
    ('charges', 'exists (select 1 from waybills w where w.id = waybill_id)'),
    ('settlement_lines', 'exists (select 1 from settlements s where s.id = settlement_id)'),
    ('journal_lines', 'exists (select 1 from journal_entries e where e.id = entry_id)'),
    ('account_balances', format('%s or %s', wide, branch)),
    ('users', format('%s or company_id = %s or id = %s', wide, company, me)),
    ('roles', format('%s or company_id = %s', wide, company)),
    ('user_roles', 'exists (select 1 from users u where u.id = user_id)'),
    ('sessions', format('%s or user_id = %s', system, me)),
    ('user_settings', format('%s or user_id = %s', system, me)),
    ('drafts', format('%s or user_id = %s', system, me)),
    ('inbox', format('%s or user_id = %s', system, me)),
    ('messages', format('%s or user_id = %s', system, me)),
    ('idempotency', format('%s or user_id = %s', system, me)),
    ('login_failures', system),
    ('installation', system),
    ('channel_notices', system),
    -- the history of a record is seen by whoever sees the record
    ('events', $q$case entity
      when 'goods' then exists (select 1 from goods r where r.id = entity_id)
      when 'task' then exists (select 1 from tasks r where r.id = entity_id)
      when 'settlement' then exists (select 1 from settlements r where r.id = entity_id)
      when 'payment' then exists (select 1 from payments r where r.id = entity_id)
      when 'voucher' then exists (select 1 from vouchers r where r.id = entity_id)
      when 'vehicle' then exists (select 1 from vehicles r where r.id = entity_id)
      when 'driver' then exists (select 1 from drivers r where r.id = entity_id)
      when 'relation' then exists (select 1 from relations r where r.id = entity_id)
      when 'user' then exists (select 1 from users r where r.id = entity_id)
      when 'role' then exists (select 1 from roles r where r.id = entity_id)
      else exists (select 1 from waybills r where r.id = entity_id) end$q$),
    ('audit_log', format('%s or user_id = %s or company_id = %s', wide, me, company))
  ) as t (name, rule) loop
    execute format('alter table %I enable row level security', wall.name);
    execute format('alter table %I force row level security', wall.name);
    execute format('create policy wall on %I using (%s) with check (%s)', wall.name, wall.rule, wall.rule);
  end loop;
end $$;
