-- A payment whose money the bank named as come back before that money was recorded as 来款: two people say that both are one
-- movement. The books take one of them out, and its movement stands as the other.
alter table trades add column is_repeat boolean not null default false;
comment on column trades.is_repeat is 'the bank moved this money once: it stands as another movement; or the line of the books that takes it out';
grant update (is_repeat) on trades to yunshu_app;
grant update (trade_id) on trade_waybills to yunshu_app;

alter table remittances add column return_fact_id uuid references channel_facts,
  add constraint remittances_payment_named check (return_fact_id is null or return_payment_id is not null);
comment on column remittances.return_fact_id is 'the word by which the payment had come back already, where this is its money';
create unique index remittances_return_named on remittances (return_fact_id) where return_fact_id is not null;
