-- Expected arrivals of waybills under way, worked out by a job, and the mark of those that will be late.

create table waybill_eta (
  waybill_id uuid primary key references waybills,
  goal text not null check (goal in ('load', 'unload')),
  place text not null check (place in ('circle', 'division')),
  eta_at bigint not null,
  due_at bigint,
  due_by text check (due_by in ('planned', 'window', 'pace')),
  left_m int not null,
  kmh int not null,
  is_own_speed boolean not null,
  fix_at bigint not null,
  late_times int not null,
  updated_at bigint not null,
  check ((due_at is null) = (due_by is null))
);
comment on column waybill_eta.left_m is 'great-circle metres times 1.32';
comment on column waybill_eta.late_times is 'looks running that found it late';
grant select, insert, update on waybill_eta to yunshu_app;
alter table waybill_eta enable row level security;
alter table waybill_eta force row level security;
create policy wall on waybill_eta using (exists (select 1 from waybills w where w.id = waybill_id)) with check (current_setting('app.reach') = 'system');

alter table waybills add column late_due_at bigint;
comment on column waybills.late_due_at is 'when it is due, while its vehicle is expected later';
-- the condition is that of 059 and the new mark
drop index waybills_alerts;
create index waybills_alerts on waybills (id desc, state, shipper_id, carrier_id, branch_id, receipt_state, settle_state)
  where state = 'interrupted' or state = 'disputed' or (receipt_state = 'rejected' and state not in ('cancelled', 'void')) or settle_state = 'frozen'
    or (state = 'toAccept' and answer_by is not null)
    or (state = 'signed' and receipt_state in ('waiting', 'rejected'))
    or (state in ('signed', 'finished') and settle_state <> 'settled' and due_at is not null)
    or (state in ('toLoad', 'inTransit') and late_due_at is not null);
