-- A signed agreement is replaced by the next one of its waybill or relation: beside the signed one there may be one on its way.

alter table agreements drop constraint agreements_state_check;
alter table agreements add constraint agreements_state_check check (state in ('draft', 'sending', 'unknown', 'signing', 'paper', 'revoking', 'signed', 'replaced', 'refused', 'expired', 'void'));
drop index agreements_of_waybill;
drop index agreements_of_relation;
create unique index agreements_of_waybill on agreements (waybill_id, kind) where state not in ('void', 'signed', 'replaced');
create unique index agreements_of_relation on agreements (relation_id) where state not in ('void', 'signed', 'replaced') and kind = 'FRAME';
create unique index agreements_signed_waybill on agreements (waybill_id, kind) where state = 'signed';
create unique index agreements_signed_relation on agreements (relation_id) where state = 'signed' and kind = 'FRAME';
-- all of a waybill, for its four flows
create index agreements_waybill on agreements (waybill_id) where waybill_id is not null;
