-- Lists at millions of waybills: parts of plates and names, places, times, first characters of customers' numbers, and what is wrong or late.

-- Every plate, driver's name and mobile that waybills say, once: a part of one is looked for here, and the rows are found by the whole.
-- (The walls let no index find a part of a text in waybills itself.) The product alone reads it; every waybill adds to it.
create table waybill_words (
  kind text not null check (kind in ('plate', 'name', 'mobile')),
  word text not null,
  primary key (kind, word)
);
alter table waybill_words enable row level security;
alter table waybill_words force row level security;
create policy wall on waybill_words for select using (current_setting('app.reach') = 'system');
create policy added on waybill_words for insert with check (true);
grant select, insert on waybill_words to yunshu_app;
create function add_waybill_words() returns trigger language plpgsql as $$
begin
  insert into waybill_words (kind, word) values ('plate', new.plate), ('name', new.driver_name), ('mobile', new.driver_mobile) on conflict do nothing;
  return null;
end $$;
create trigger waybill_words after insert or update of plate, driver_name, driver_mobile on waybills for each row execute function add_waybill_words();
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);
insert into waybill_words select distinct 'plate', plate from waybills union select distinct 'name', driver_name from waybills union select distinct 'mobile', driver_mobile from waybills;
create index waybills_driver_name on waybills (driver_name, id desc);
create index waybills_driver_mobile on waybills (driver_mobile, id desc);

-- equality as before, and the first characters too
drop index waybills_upstream;
create index waybills_upstream on waybills (upstream_no text_pattern_ops) where upstream_no is not null;

-- a province or a city is the beginning of its districts' codes
create index waybills_load_region on waybills (load_region text_pattern_ops, id desc);
create index waybills_unload_region on waybills (unload_region text_pattern_ops, id desc);

-- rows lie in the order they were made, and their times follow it closely: a few pages say where a month is
create index waybills_times on waybills using brin (loaded_at, signed_at, finished_at) with (pages_per_range = 32, autosummarize = on);

-- every row that can carry a mark (waybillAlert.queries.ts); the literals are those of its conditions
create index waybills_alerts on waybills (id desc)
  where state = 'interrupted' or state = 'disputed' or (receipt_state = 'rejected' and state not in ('cancelled', 'void')) or settle_state = 'frozen'
    or (state = 'toAccept' and answer_by is not null)
    or (state = 'signed' and receipt_state in ('waiting', 'rejected'))
    or (state in ('signed', 'finished') and settle_state <> 'settled' and due_at is not null);
