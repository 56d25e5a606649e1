-- The desk of terminals: who may see and keep them, and strangers by an id of their own.

-- the owner is held by the walls too: rows are moved as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

alter table terminal_claims add column id uuid not null default gen_random_uuid() unique;
comment on column terminal_claims.id is 'made by the gateway in the order of their first asking';
create index terminal_claims_why on terminal_claims (why, id desc);

-- whoever sees vehicles sees their terminals, whoever keeps vehicles keeps these
update roles set functions = functions || array['terminal.view'] where 'vehicle.view' = any (functions);
update roles set functions = functions || array['terminal.edit'] where 'vehicle.edit' = any (functions);
