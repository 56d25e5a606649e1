-- Passages of toll gates, line by line as the provider's file says them, and the waybill each was for.

create table toll_passes (
  id uuid primary key,
  account_id uuid not null references fuel_accounts,
  branch_id uuid not null references companies,
  serial text not null,
  state text not null check (state in ('open', 'proposed', 'confirmed')),
  plate text not null,
  entry text,
  exit text not null,
  entered_at bigint,
  passed_at bigint not null,
  amount_fen bigint not null check (amount_fen > 0),
  waybill_id uuid references waybills,
  issue_id uuid references fuel_issues,
  file_name text not null,
  made_name text not null,
  ended_name text,
  ended_at bigint,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  check ((state = 'open') = (waybill_id is null)),
  check ((state = 'confirmed') = (issue_id is not null)),
  check (entered_at is null or entered_at <= passed_at)
);
comment on column toll_passes.waybill_id is 'the waybill whose trip covers it: proposed by the product, or named by a person';
create unique index toll_passes_serial on toll_passes (account_id, upper(serial));
create index toll_passes_branch on toll_passes (branch_id, id desc);
create index toll_passes_waiting on toll_passes (id desc) where state <> 'confirmed';
create index waybills_plate_trip on waybills (plate, accepted_at desc) where accepted_at is not null;

-- a passage that is known after the signature is no part of the freight any more: it is a debt at once
alter table fuel_issues alter column part_id drop not null, add check (part_id is not null or medium = 'PASS');

grant select, insert, update on toll_passes to yunshu_app;
alter table toll_passes enable row level security;
alter table toll_passes force row level security;
create policy wall on toll_passes using (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
) with check (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
);

alter function sees_record(text, uuid) rename to sees_record_before_tolls;
create function sees_record(entity text, id uuid) returns boolean language plpgsql stable as $$
begin
  case entity
    when 'tollPass' then return exists (select from toll_passes r where r.id = $2);
    else return sees_record_before_tolls(entity, id);
  end case;
end $$;
comment on function sees_record is 'whether the reach of the transaction sees the record a line of history is of';
alter policy wall on events using (sees_record(entity, entity_id)) with check (sees_record(entity, entity_id));
