-- Keys of orders whose rows may have none (db/sorted.ts, lastIfNone), by case: the place where a page begins is asked of the
-- index behind the walls too, and not filtered out of all pages before it.
do $$
declare
  owner record;
  sort record;
begin
  for owner in select * from (values ('shipper', 'shipper_id, '), ('carrier', 'carrier_id, '), ('branch', 'branch_id, '), ('all', '')) as o (name, columns) loop
    execute format('drop index waybills_stay_%s', owner.name);
    execute format('create index waybills_stay_%s on waybills (%s state, (case when state_since is null then 9007199254740991 else state_since end), id) where state in (%s)',
      owner.name, owner.columns,
      $s$'toAccept', 'toLoad', 'loading', 'inTransit', 'interrupted', 'arrived', 'toSign', 'disputed'$s$);
    for sort in select * from (values ('stay', 'state_since'), ('due', 'due_at')) as s (name, time) loop
      execute format('drop index settlements_%s_%s', sort.name, owner.name);
      execute format('create index settlements_%s_%s on settlements (%s state, (case when %s is null then 9007199254740991 else %s end), id) where state in (%s)',
        sort.name, owner.name, owner.columns, sort.time, sort.time,
        $s$'draft', 'submitted', 'rejected', 'approved', 'voiding', 'paying', 'partial'$s$);
    end loop;
  end loop;
end $$;
