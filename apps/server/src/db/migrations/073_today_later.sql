-- Work people put off (稍后): hidden from that person until the time, or until its record changes or falls overdue.
create table today_later (
  user_id uuid not null references users,
  kind text not null check (length(kind) between 1 and 40),
  record_id uuid not null,
  -- that of the record as the person saw it
  version int not null,
  put_at bigint not null,
  until bigint not null check (until > put_at),
  primary key (user_id, kind, record_id)
);
alter table today_later enable row level security;
alter table today_later force row level security;
create policy wall on today_later
  using (current_setting('app.reach') = 'system' or user_id = current_setting('app.user')::uuid)
  with check (current_setting('app.reach') = 'system' or user_id = current_setting('app.user')::uuid);
grant select, insert, update, delete on today_later to yunshu_app;

-- the soonest ends of open work, by who has it to do
create index waybills_sign_shipper on waybills (shipper_id, sign_by) where state = 'toSign';
create index waybills_answer_carrier on waybills (carrier_id, answer_by) where state = 'toAccept';
create index waybills_receipt_rejected on waybills (carrier_id) where receipt_state = 'rejected';
