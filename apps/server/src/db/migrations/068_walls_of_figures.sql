-- Walls around the tables of companies' figures, of pushes on their way, and of the book of the simulated bank.

do $$
declare
  wall text;
  owner constant text := $q$current_setting('app.reach') in ('platform', 'system')
    or (current_setting('app.reach') = 'branch' and owner_id = current_setting('app.branch')::uuid)
    or (current_setting('app.reach') = 'company' and owner_id = current_setting('app.company')::uuid)$q$;
  system constant text := $q$current_setting('app.reach') = 'system'$q$;
begin
  -- each owner reads its own; what a waybill changes for all of its owners is written as the product itself
  foreach wall in array array['waybill_counts', 'waybill_days'] loop
    execute format('alter table %I enable row level security', wall);
    execute format('alter table %I force row level security', wall);
    execute format('create policy wall on %I using (%s) with check (%s)', wall, owner, system);
  end loop;
  foreach wall in array array['outbox', 'sim_orders'] loop
    execute format('alter table %I enable row level security', wall);
    execute format('alter table %I force row level security', wall);
    execute format('create policy wall on %I using (%s) with check (%s)', wall, system, system);
  end loop;
end $$;
-- whoever works tells others of it; the relay alone reads whom
create policy tell on outbox for insert with check (true);
