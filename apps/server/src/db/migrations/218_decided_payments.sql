-- A payment whose bank stays silent is ended by two people: what they say of it is an exception like any other, and a
-- word of the bank that comes first ends that.
alter table money_exceptions drop constraint money_exceptions_kind_check,
  add constraint money_exceptions_kind_check check (kind in ('LATE_SUCCESS', 'LATE_FAILURE', 'EARLY_RETURN', 'STILL_OPEN', 'AMOUNT_DIFF', 'UNKNOWN_ORDER', 'NOT_FOUND', 'UNREADABLE', 'NO_ANSWER', 'NOT_IN_FILE'));
alter table money_exceptions add column bank_serial text, add column bank_day bigint, add column told_at bigint;
comment on column money_exceptions.bank_serial is 'the number of the movement at the bank, as the person who says that it is paid read it, with its day';
comment on column money_exceptions.told_at is 'when the bank gave its result before two people had agreed: nobody decides any more';
alter table money_exceptions drop constraint money_exceptions_check1,
  add constraint money_exceptions_resolved check (state <> 'resolved' or told_at is not null
    or (checker_id is not null and proposer_id is not null and outcome is not null));
alter table channel_facts drop constraint channel_facts_source_check,
  add constraint channel_facts_source_check check (source in ('NOTICE', 'ANSWER', 'FILE', 'PERSON'));
