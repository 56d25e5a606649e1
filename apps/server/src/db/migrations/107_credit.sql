-- Credit of shippers: how far the house carries for each before it pays, and whether an appointment beyond it is refused.

-- the owner is held by the walls too: rows are moved as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

create table credits (
  id uuid primary key,
  shipper_id uuid not null references companies,
  branch_id uuid not null references companies,
  limit_fen bigint not null check (limit_fen >= 0),
  blocks boolean not null,
  reason text not null,
  set_by uuid not null references users,
  set_name text not null,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  unique (shipper_id, branch_id)
);
comment on table credits is 'a shipper without a row is not held to any limit';
comment on column credits.blocks is 'an appointment beyond what is available is refused, not only warned of';

grant select, insert, update on credits to yunshu_app;
alter table credits enable row level security;
alter table credits force row level security;
create policy wall on credits using (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
  or shipper_id = current_setting('app.company')::uuid
) with check (current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid));

-- who sees the record sees its history; all other kinds as before
alter function sees_record(text, uuid) rename to sees_record_before_credit;
create function sees_record(entity text, id uuid) returns boolean language plpgsql stable as $$
begin
  case entity
    when 'credit' then return exists (select from credits r where r.id = $2);
    else return sees_record_before_credit(entity, id);
  end case;
end $$;
comment on function sees_record is 'whether the reach of the transaction sees the record a line of history is of';
alter policy wall on events using (sees_record(entity, entity_id)) with check (sees_record(entity, entity_id));

update roles set functions = functions || array['credit.view'] where 'fund.view' = any (functions);
update roles set functions = functions || array['credit.set'] where 'fund.confirm' = any (functions);
