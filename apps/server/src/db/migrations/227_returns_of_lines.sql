-- A line of the bank's file that is a payment come back is entered as money that came and pointed at that payment in one step:
-- the second person agrees to both.
alter table remittances drop constraint remittances_payment_back,
  add constraint remittances_payment_back check (
    (state not in ('returning', 'returned') or return_payment_id is not null)
    and (return_payment_id is null or state in ('recorded', 'returning', 'returned')));
drop index remittances_returning;
create unique index remittances_returning on remittances (return_payment_id) where state in ('recorded', 'returning');
