-- Penalties apart from cuts (decision 146): the share of what is deducted that does not lower the freight, and is income on 6301.

-- the owner is held by the walls too: rows are written as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

alter table waybills add column penalty_fen bigint not null default 0 check (penalty_fen >= 0);
alter table settlements add column penalty_fen bigint not null default 0, add constraint settlements_penalty check (penalty_fen >= 0 and penalty_fen <= deducted_fen);
alter table settlement_lines add column penalty_fen bigint not null default 0, add constraint settlement_lines_penalty check (penalty_fen >= 0 and penalty_fen <= deducted_fen);
alter table waybill_parts drop constraint waybill_parts_check3;
alter table waybill_parts add constraint waybill_parts_ended
  check (state not in ('paid', 'setOff') or (fixed_fen is not null and paid_fen + set_off_fen + issued_fen = fixed_fen));
alter table waybill_parts add constraint waybill_parts_penalty check (penalty_fen >= 0 and penalty_fen <= deducted_fen);
comment on column waybills.penalty_fen is 'the share of deducted_fen that is penalties: payable_fen - deducted_fen + penalty_fen is what the waybill costs';
comment on column waybill_parts.penalty_fen is 'the share of deducted_fen that is penalties, on the part that bears the deductions';
comment on column settlement_lines.penalty_fen is 'the share of deducted_fen that is penalties: E5, not off E4b';

-- signed and on no approved sheet: its penalties are posted apart when one is. What is in the books stays as it is there
update waybill_parts p set penalty_fen = x.fen
from (select waybill_id, -sum(amount_fen) as fen from charges where side = 'CARRIER' and state = 'confirmed' and code in ('LATE', 'FINE') group by 1) x
where x.waybill_id = p.waybill_id and x.fen > 0 and p.part in ('arrive', 'receipt', 'debt') and p.fixed_fen is not null and p.deducted_fen >= x.fen
  and (p.state in ('planned', 'ready') or p.state = 'onSheet' and exists (select from settlements s where s.id = p.settlement_id
    and s.p_settlement_num is null and s.state in ('draft', 'submitted', 'rejected')));
update waybills w set penalty_fen = x.fen from (select waybill_id, sum(penalty_fen) as fen from waybill_parts group by 1) x
where x.waybill_id = w.id and x.fen > 0;
update settlement_lines l set penalty_fen = p.penalty_fen
from waybill_parts p join settlements s on s.id = p.settlement_id
where p.penalty_fen > 0 and l.part_id = p.id and l.settlement_id = s.id and l.is_open;
update settlements s set penalty_fen = x.fen from (select settlement_id, sum(penalty_fen) as fen from settlement_lines group by 1) x
where x.settlement_id = s.id and x.fen > 0;
