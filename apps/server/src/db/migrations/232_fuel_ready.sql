-- Waybills whose plan has fuel they were not handed yet: few of the parts there are.
create index waybill_parts_fuel on waybill_parts (branch_id, waybill_id) where part = 'oil' and fixed_fen is null
  and state <> 'dropped' and planned_fen > issued_fen;
