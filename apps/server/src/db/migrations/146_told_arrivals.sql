-- Expected arrivals people were told of: late ones once, and again when it gets an hour later.
alter table waybill_eta add column told_eta_at bigint;
comment on column waybill_eta.told_eta_at is 'the expected arrival people were last told of as late; null while it is not';
