-- Money that came is known by two people as that of a payment of ours, come back without the order's number (退汇): the
-- remittance is used up by it.
alter table remittances drop constraint remittances_state_check,
  add constraint remittances_state_check check (state in ('recorded', 'unclaimed', 'claimed', 'refunding', 'refunded',
    'returning', 'returned', 'rejected', 'withdrawn')),
  add column return_payment_id uuid references payments,
  add column asker_name text,
  add constraint remittances_payment_back check ((state in ('returning', 'returned')) = (return_payment_id is not null)),
  add constraint remittances_payment_back_asked check (state not in ('returning', 'returned') or asker_id is not null);
comment on column remittances.return_payment_id is 'the payment that came back: one person pointed at it, another agreed';
create unique index remittances_returning on remittances (return_payment_id) where state = 'returning';
drop index remittances_waiting;
create index remittances_waiting on remittances (state, id desc)
  where state in ('recorded', 'unclaimed', 'refunding', 'returning');
create index payments_arrived on payments (branch_id, amount_fen) where state = 'success';

-- the movement of the bank becomes one of that payment
grant update (kind, payment_id, settlement_id, channel) on trades to yunshu_app;
