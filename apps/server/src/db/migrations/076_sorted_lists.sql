-- Orders of lists over what is under way; what is finished leaves them. The expressions are those of db/sorted.ts (lastIfNone).
do $$
declare
  owner record;
  sort record;
begin
  for owner in select * from (values ('shipper', 'shipper_id, '), ('carrier', 'carrier_id, '), ('branch', 'branch_id, '), ('all', '')) as o (name, columns) loop
    execute format('create index waybills_stay_%s on waybills (%s state, coalesce(state_since, 9007199254740991), id) where state in (%s)', owner.name, owner.columns,
      $s$'toAccept', 'toLoad', 'loading', 'inTransit', 'interrupted', 'arrived', 'toSign', 'disputed'$s$);
    for sort in select * from (values ('stay', 'coalesce(state_since, 9007199254740991)'), ('due', 'coalesce(due_at, 9007199254740991)'), ('amount', 'due_fen')) as s (name, key) loop
      execute format('create index settlements_%s_%s on settlements (%s state, %s, id) where state in (%s)', sort.name, owner.name, owner.columns, sort.key,
        $s$'draft', 'submitted', 'rejected', 'approved', 'voiding', 'paying', 'partial'$s$);
    end loop;
  end loop;
end $$;
