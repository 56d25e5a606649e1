-- Data scope: rows by the person who answers for them, newest first; and for whom a sheet was made by somebody acting for an employee.
create index goods_creator on goods (created_by, id desc);
create index tasks_shipper_by on tasks (shipper_by, id desc);
create index tasks_carrier_by on tasks (carrier_by, id desc);
create index waybills_shipper_by on waybills (shipper_by, id desc);
create index waybills_carrier_by on waybills (carrier_by, id desc);

alter table settlements add column maker_for uuid references users;
comment on column settlements.maker_for is 'the employee the maker worked for; the maker is who it really was, and nobody checks their own work';
create index settlements_maker on settlements ((coalesce(maker_for, maker_id)), id desc);
