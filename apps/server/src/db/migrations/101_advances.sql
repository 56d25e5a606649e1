-- Money before the trip: sheets of advances, and what a carrier has of a waybill before its signature.

alter table settlements drop constraint settlements_kind_check, add constraint settlements_kind_check check (kind in ('NORMAL', 'ADVANCE', 'FAILURE'));
alter table settlements add column advanced_fen bigint not null default 0 check (advanced_fen >= 0);
alter table settlements drop constraint settlements_due, add constraint settlements_due
  check (due_fen >= 0 and (due_fen = 0 or carried_out_fen = 0) and due_fen = payable_fen - oil_fen - advanced_fen - deducted_fen - carried_in_fen + carried_out_fen);
alter table settlement_lines add column advanced_fen bigint not null default 0 check (advanced_fen >= 0);
alter table waybills add column advanced_fen bigint not null default 0;
alter table waybill_parts add column advanced_fen bigint not null default 0 check (advanced_fen >= 0);
alter table waybill_parts drop constraint waybill_parts_state_check, add constraint waybill_parts_state_check check (state in ('planned', 'ready', 'issued', 'onSheet', 'paid', 'setOff', 'dropped'));
alter table debts drop constraint debts_origin_check, add constraint debts_origin_check check (origin in ('SHEET', 'RELEASED', 'DOUBLE', 'ADVANCE'));
comment on column settlements.advanced_fen is 'paid before the trip: set off against 1123.03 by this sheet';
comment on column waybills.advanced_fen is 'transferred before the signature';
create index waybill_parts_advance on waybill_parts (id desc) where part = 'pre' and state = 'ready';
