-- What the home page draws: waybills made and signed, weight and freight, by owner and day in China; in slots as waybill_counts is.
-- A shipper's rows hold what it pays, a carrier's what it gets; branches and the platform (the nil UUID) both.
create table waybill_days (
  owner_id uuid not null,
  day_at bigint not null,
  slot smallint not null,
  made int not null default 0,
  signed int not null default 0,
  weight_g bigint not null default 0,
  shipper_fen bigint not null default 0,
  carrier_fen bigint not null default 0,
  primary key (owner_id, day_at, slot)
) with (fillfactor = 70);
comment on column waybill_days.day_at is 'first millisecond of the day in China; signed, weight and freight stand at the day of the signature';
grant select, insert, update on waybill_days to yunshu_app;

select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);
insert into waybill_days (owner_id, day_at, slot, made, signed, weight_g, shipper_fen, carrier_fen)
select owner, day, 0, sum(made), sum(signed), sum(weight), sum(pays), sum(gets) from waybills w
cross join lateral (values (shipper_id, 1, 0), (carrier_id, 0, 1), (branch_id, 1, 1), ('00000000-0000-0000-0000-000000000000'::uuid, 1, 1)) as o (owner, as_shipper, as_carrier)
cross join lateral (values
  ((created_at + 28800000) / 86400000 * 86400000 - 28800000, 1, 0, 0::bigint, 0::bigint, 0::bigint),
  ((signed_at + 28800000) / 86400000 * 86400000 - 28800000, 0, 1, unload_weight_g, shipper_freight_fen * as_shipper, payable_fen * as_carrier)
) as d (day, made, signed, weight, pays, gets)
where day is not null group by owner, day;
