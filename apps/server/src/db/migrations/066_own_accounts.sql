-- Companies read their own accounts with the house and no others: neither bank, revenue and cost nor lines of the other
-- side.

drop policy wall on journal_lines;
create policy wall on journal_lines using (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
  or (party_id = current_setting('app.company')::uuid and account in ('1122.01', '2205.01', '1123.03', '1221.01', '2202.01'))
) with check (current_setting('app.reach') in ('platform', 'system'));
create index journal_lines_party on journal_lines (party_id, account, period, entry_id, n) where party_id is not null;

-- the owner is held by the walls too: rows are moved as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);
update roles set functions = array_replace(functions, 'ledger.view', 'account.view')
where 'ledger.view' = any (functions) and company_id in (select c.id from companies c where c.role_flags & 1 = 0);
