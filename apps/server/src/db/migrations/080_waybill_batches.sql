-- Batches of waybills (signing, urging, passing receipts), urging (催办) once per record and day, and looks at receipts.
alter table batches drop constraint batches_act_check,
  add constraint batches_act_check check (act in ('submit', 'approve', 'pay', 'sign', 'urge', 'passReceipt')),
  alter column sum_fen drop not null,
  add column weight_g bigint;
comment on column batches.sum_fen is 'null: the act has no sum, or its person may not see the amounts';
comment on column batches.weight_g is 'of the rows to be done, where the act is about weights';
alter table batch_rows alter column amount_fen drop not null, add column weight_g bigint;

create table waybill_urges (
  waybill_id uuid not null references waybills on delete cascade,
  -- the day in China, yymmdd
  day text not null check (day ~ '^\d{6}$'),
  user_id uuid not null references users,
  user_name text not null,
  company_id uuid references companies,
  side text not null check (side in ('shipper', 'carrier')),
  act text not null,
  at bigint not null,
  primary key (waybill_id, day)
);
comment on column waybill_urges.side is 'the side that was told; act is what it was asked for';

create table receipt_looks (
  user_id uuid not null references users,
  waybill_id uuid not null references waybills on delete cascade,
  stamp text not null,
  at bigint not null,
  primary key (user_id, waybill_id)
);
comment on column receipt_looks.stamp is 'of the receipt and the weights it has to agree with, as they were seen';
create index receipt_looks_old on receipt_looks (at);

do $$
declare
  name text;
begin
  foreach name in array array['waybill_urges', 'receipt_looks'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('grant select, insert, update, delete on %I to yunshu_app', name);
  end loop;
end $$;
create policy wall on waybill_urges
  using (current_setting('app.reach') = 'system' or exists (select from waybills w where w.id = waybill_id))
  with check (current_setting('app.reach') = 'system' or exists (select from waybills w where w.id = waybill_id));
create policy wall on receipt_looks
  using (current_setting('app.reach') = 'system' or user_id = current_setting('app.user')::uuid)
  with check (current_setting('app.reach') = 'system' or user_id = current_setting('app.user')::uuid);
