-- A rightly signed notice in a form nobody agreed on is a bank's word too: it is kept, and people judge it.

alter table channel_facts drop constraint channel_facts_kind_check,
  add constraint channel_facts_kind_check check (kind in ('SUCCESS', 'FAILED', 'PROCESSING', 'NOT_FOUND', 'RETURNED', 'UNREADABLE'));
alter table money_exceptions drop constraint money_exceptions_kind_check,
  add constraint money_exceptions_kind_check check (kind in ('LATE_SUCCESS', 'LATE_FAILURE', 'EARLY_RETURN', 'STILL_OPEN', 'AMOUNT_DIFF', 'UNKNOWN_ORDER', 'NOT_FOUND', 'UNREADABLE'));
