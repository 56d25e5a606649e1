-- Ages of payables: the parts that stand at the end of a day, and those that changed since.
create index waybill_parts_standing on waybill_parts (branch_id, carrier_id) where state in ('ready', 'issued', 'onSheet') or state = 'planned' and fixed_fen is not null;
create index waybill_parts_updated on waybill_parts (updated_at);
