-- Money is booked on the day the bank moved it: its words, and money sent back, keep that day.
alter table channel_facts add column happened_at bigint;
comment on column channel_facts.happened_at is 'the moment the bank says the money moved, ms; null where it does not say it';
alter table remittances add column refund_date bigint;
comment on column remittances.refund_date is 'the day the bank sent it back, ms';
alter table deposit_backs add column back_day bigint;
comment on column deposit_backs.back_day is 'the moment the bank sent it back, ms';
