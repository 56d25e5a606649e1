-- The four flows of waybills: the order in which they are walked by the whole house, and who may see them.

-- the owner is held by the walls too: rows are moved as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

create index waybills_signed on waybills (signed_at, id) where signed_at is not null;

-- positions that read the books of the house read how waybills stand
update roles set functions = functions || array['chain.view']
where 'ledger.view' = any (functions) and not 'chain.view' = any (functions);
