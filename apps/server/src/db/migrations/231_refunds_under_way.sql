-- A shipper reads what it asked back: its money stands on 2241.04 until it is paid or comes back to what it has prepaid.
do $$
declare
  own constant text := $q$current_setting('app.reach') in ('platform', 'system')
    or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
    or (party_id = current_setting('app.company')::uuid and account in ('1122.01', '2205.01', '2241.04', '1123.03',
      '1221.01', '1221.02', '2202.01', '2202.02', '2202.03', '2241.02'))$q$;
begin
  execute format('alter policy wall on journal_lines using (%s)', own);
  execute format('alter policy wall on account_days using (%s)', own);
end $$;
