-- A bank's word is never thrown away: stored as it came, then judged; what contradicts the books is an exception that
-- two people resolve.

-- the owner is held by the walls too: rows are moved as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

create table money_exceptions (
  id uuid primary key,
  kind text not null check (kind in ('LATE_SUCCESS', 'LATE_FAILURE', 'EARLY_RETURN', 'STILL_OPEN', 'AMOUNT_DIFF', 'UNKNOWN_ORDER', 'NOT_FOUND')),
  state text not null check (state in ('open', 'proposed', 'resolved')),
  payment_id uuid references payments,
  payment_state text check (payment_state in ('created', 'sent', 'success', 'failed', 'unknown', 'returned')),
  settlement_id uuid references settlements,
  shipper_id uuid references companies,
  branch_id uuid references companies,
  outcome text check (outcome in ('paid', 'notPaid', 'dismiss')),
  reason text,
  proposer_id uuid references users,
  proposer_name text,
  proposed_at bigint,
  checker_id uuid references users,
  checker_name text,
  resolved_at bigint,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  check (checker_id <> proposer_id),
  check (state <> 'resolved' or (checker_id is not null and proposer_id is not null and outcome is not null))
);
comment on column money_exceptions.payment_state is 'state of the payment when the word came, or on hold since then; an agreed end holds for that state only';
-- the same contradiction said again joins the one that waits
create unique index money_exceptions_live on money_exceptions (payment_id, kind) where state <> 'resolved';
create index money_exceptions_sheet on money_exceptions (settlement_id) where state <> 'resolved';
create index money_exceptions_shipper on money_exceptions (shipper_id, id desc);

create table channel_facts (
  id uuid primary key,
  channel text not null,
  fact_key text not null,
  source text not null check (source in ('NOTICE', 'ANSWER')),
  order_key text not null,
  kind text not null check (kind in ('SUCCESS', 'FAILED', 'PROCESSING', 'NOT_FOUND', 'RETURNED')),
  amount_fen bigint,
  bank_serial text,
  reason text,
  raw jsonb not null,
  received_at bigint not null,
  shipper_id uuid references companies,
  branch_id uuid references companies,
  verdict text check (verdict in ('APPLIED', 'SAME', 'EXCEPTION')),
  exception_id uuid references money_exceptions,
  unique (channel, fact_key)
);
comment on column channel_facts.verdict is 'null until it is judged, in a transaction after the one that stored it';
create index channel_facts_order on channel_facts (channel, order_key, id desc);
create index channel_facts_exception on channel_facts (exception_id) where exception_id is not null;
create index channel_facts_unjudged on channel_facts (id) where verdict is null;

insert into channel_facts (id, channel, fact_key, source, order_key, kind, bank_serial, reason, raw, received_at, shipper_id, branch_id, verdict)
select gen_random_uuid(), n.channel, n.event_id, 'NOTICE', n.body ->> 'orderNo', upper(n.body ->> 'result'), n.body ->> 'bankSerial', n.body ->> 'reason', n.body, n.received_at, p.shipper_id, p.branch_id, 'APPLIED'
from channel_notices n left join payments p on p.channel = n.channel and p.idem_key = n.body ->> 'orderNo';
drop table channel_notices;

-- money that left for a sheet after it was closed: owed by the carrier, the next sheet takes it off like any debt
alter table settlements add column late_paid_fen bigint not null default 0 check (late_paid_fen >= 0);
create index settlements_late on settlements (shipper_id, carrier_id, branch_id) where late_paid_fen > 0 and carried_to is null;
-- a failed payment may have to be asked about again
drop index payments_due;
create index payments_due on payments (next_at) where next_at is not null;
-- the simulated bank can send money back, and say so later
alter table sim_orders drop constraint sim_orders_result_check, add constraint sim_orders_result_check check (result in ('success', 'failed', 'returned'));

grant select, insert on channel_facts to yunshu_app;
grant update (verdict, exception_id) on channel_facts to yunshu_app;
grant select, insert, update on money_exceptions to yunshu_app;

do $$
declare
  wall text;
  rule constant text := $q$current_setting('app.reach') in ('platform', 'system')
    or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
    or shipper_id = current_setting('app.company')::uuid$q$;
begin
  foreach wall in array array['money_exceptions', 'channel_facts'] loop
    execute format('alter table %I enable row level security', wall);
    execute format('alter table %I force row level security', wall);
    execute format('create policy wall on %I using (%s) with check (%s)', wall, rule, rule);
  end loop;
end $$;
