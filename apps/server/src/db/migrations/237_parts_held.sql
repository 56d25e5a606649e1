-- Parts of waybills that are not to be settled for now, by somebody who makes sheets, with the reason.
alter table waybill_parts add column hold_reason text, add column hold_name text, add column hold_at bigint,
  add constraint waybill_parts_hold check ((hold_at is null) = (hold_reason is null) and (hold_at is null) = (hold_name is null));
comment on column waybill_parts.hold_at is 'put on hold (暂缓) since then: no sheet takes it before somebody lets it go; null while it is not';
create index waybill_parts_held on waybill_parts (id) where hold_at is not null;
