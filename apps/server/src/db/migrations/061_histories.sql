-- Whose eyes a line of history is for, as one question of its own: a new kind of record adds its case here, and one that
-- was forgotten is seen by nobody. Consents and fees get what every row with a state has.

alter table goods_consents add column id uuid not null default gen_random_uuid() unique, add column version int not null default 1, add column updated_at bigint;
alter table waybill_fees add column id uuid not null default gen_random_uuid() unique, add column version int not null default 1, add column updated_at bigint;
alter table charges add column version int not null default 1, add column updated_at bigint;
comment on column goods_consents.updated_at is 'when it was answered or lapsed; null while it is asked';
comment on column waybill_fees.updated_at is 'when it was confirmed; null while it is an estimate';
comment on column charges.updated_at is 'when an estimate was confirmed; null before that, and for lines written as confirmed';

-- a sheet names its charges by settlement_id; no charge was ever in a state of that name
alter table charges drop constraint charges_state_check, add constraint charges_state_check check (state in ('estimated', 'confirmed'));

-- Asks the record itself, so each arm is as narrow as the wall of its table. In a language that keeps the plan of each
-- arm: as part of the policy all arms were planned with every read of a history.
create function sees_record(entity text, id uuid) returns boolean language plpgsql stable as $$
begin
  case entity
    when 'goods' then return exists (select from goods r where r.id = $2);
    when 'goodsChange' then return exists (select from goods_changes r where r.id = $2);
    when 'goodsConsent' then return exists (select from goods_consents r where r.id = $2);
    when 'fence' then return exists (select from fences r where r.goods_id = $2) or exists (select from fence_vehicles r where r.goods_id = $2);
    when 'task' then return exists (select from tasks r where r.id = $2);
    when 'waybill', 'receipt', 'waybillSettle', 'swap', 'claim', 'pound', 'specialLine' then return exists (select from waybills r where r.id = $2);
    when 'shipperClaim' then return exists (select from waybill_claims r where r.id = $2);
    when 'specialTicket' then return exists (select from special_tickets r where r.id = $2);
    when 'settlement' then return exists (select from settlements r where r.id = $2);
    when 'payment' then return exists (select from payments r where r.id = $2);
    when 'voucher' then return exists (select from vouchers r where r.id = $2);
    when 'vehicle' then return exists (select from vehicles r where r.id = $2);
    when 'driver' then return exists (select from drivers r where r.id = $2);
    when 'payee' then return exists (select from payees r where r.id = $2);
    when 'payeeAuth' then return exists (select from payee_auths r where r.id = $2);
    when 'export' then return exists (select from exports r where r.id = $2);
    when 'import' then return exists (select from imports r where r.id = $2);
    when 'relation' then return exists (select from relations r where r.id = $2);
    when 'company' then return exists (select from company_profiles r where r.company_id = $2);
    when 'user' then return exists (select from users r where r.id = $2);
    when 'role' then return exists (select from roles r where r.id = $2);
    else return false;
  end case;
end $$;
comment on function sees_record is 'whether the reach of the transaction sees the record a line of history is of';
alter policy wall on events using (sees_record(entity, entity_id)) with check (sees_record(entity, entity_id));
