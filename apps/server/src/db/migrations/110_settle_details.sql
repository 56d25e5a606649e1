-- Settlement details (结算明细): every fixed part of a company or branch by a walk of one index, and the few on sheets.

create index waybill_parts_details_carrier on waybill_parts (carrier_id, id desc) where fixed_fen is not null;
create index waybill_parts_details_shipper on waybill_parts (shipper_id, id desc) where fixed_fen is not null;
create index waybill_parts_details_branch on waybill_parts (branch_id, id desc) where fixed_fen is not null;
create index waybill_parts_on_sheet on waybill_parts (id desc) where state = 'onSheet';
