-- The bank's number under which a remittance was sent back is asked for before another payment is entered under it. Two of
-- them may stand there from before that was so: the index is not unique.
create index remittances_refund_serial on remittances (branch_id, upper(refund_serial)) where refund_serial is not null;
