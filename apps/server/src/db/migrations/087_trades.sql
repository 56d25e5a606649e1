-- Trades (交易流水): one row for each real movement of money, made of the line of the books that moved it, with the
-- waybills it was for.

-- the owner is held by the walls too: rows are moved as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

create sequence trade_number;
create table trades (
  id uuid primary key,
  trade_no text not null unique,
  entry_id uuid not null,
  n smallint not null,
  account text not null check (account in ('1002.01', '1002.02')),
  kind text not null check (kind in ('TOP_UP', 'FREIGHT', 'DOUBLE', 'RETURN', 'FUEL', 'OWN', 'OTHER')),
  direction text not null check (direction in ('IN', 'OUT')),
  amount_fen bigint not null check (amount_fen > 0),
  fee_fen bigint not null check (fee_fen >= 0),
  branch_id uuid not null references companies,
  shipper_id uuid references companies,
  carrier_id uuid references companies,
  payment_id uuid references payments,
  settlement_id uuid references settlements,
  fund_id uuid references fund_records,
  channel text,
  bank_serial text,
  payer text not null,
  payer_account text,
  payer_bank text,
  payee text not null,
  payee_account text,
  payee_bank text,
  happened_at bigint not null,
  created_at bigint not null,
  unique (entry_id, n),
  foreign key (entry_id, n) references journal_lines
);
comment on table trades is 'real movements of money: each line of the books on a bank or channel account is one';
comment on column trades.amount_fen is 'without the fee: amount and fee together left, or came';
comment on column trades.happened_at is 'the moment of the bank, or the day a person recorded; the books may have taken it in later';
create index trades_branch on trades (branch_id, id desc);
create index trades_shipper on trades (shipper_id, id desc) where shipper_id is not null;
create index trades_carrier on trades (carrier_id, id desc) where carrier_id is not null;
create index trades_settlement on trades (settlement_id) where settlement_id is not null;
create index trades_payment on trades (payment_id) where payment_id is not null;

create table trade_waybills (
  trade_id uuid not null references trades,
  waybill_id uuid not null references waybills,
  amount_fen bigint not null check (amount_fen > 0),
  primary key (trade_id, waybill_id)
);
create index trade_waybills_waybill on trade_waybills (waybill_id);

-- what moved before: the id carries the moment of its entry, so that old and new stand in one order
insert into trades (id, trade_no, entry_id, n, account, kind, direction, amount_fen, fee_fen, branch_id, shipper_id, carrier_id,
  payment_id, settlement_id, fund_id, channel, bank_serial, payer, payer_account, payer_bank, payee, payee_account, payee_bank, happened_at, created_at)
select (lpad(to_hex(m.created_at), 12, '0') || '7' || substr(m.hash, 1, 3) || '8' || substr(m.hash, 4, 15))::uuid,
  'LS' || to_char(to_timestamp(m.created_at / 1000.0) at time zone 'Asia/Shanghai', 'YYMMDD') || lpad(m.number::text, greatest(8, length(m.number::text)), '0'),
  m.entry_id, m.n, m.account, m.kind, case when m.net > 0 then 'IN' else 'OUT' end, abs(m.net) - m.fee, m.fee, m.branch_id, m.shipper_id, m.carrier_id,
  m.payment_id, m.settlement_id, m.fund_id, m.channel, m.bank_serial,
  case when m.net > 0 then m.other else m.house end, case when m.net > 0 then m.other_account end, case when m.net > 0 then m.other_bank end,
  case when m.net > 0 then m.house else m.other end, case when m.net < 0 then m.other_account end, case when m.net < 0 then m.other_bank end,
  m.happened_at, m.created_at
from (
  select moved.*, nextval('trade_number') as number from (
    select l.entry_id, l.n, l.account, l.debit_fen - l.credit_fen as net, l.branch_id, e.created_at, md5(l.entry_id::text || l.n) as hash,
      coalesce((select sum(f.debit_fen) from journal_lines f where f.entry_id = l.entry_id and f.account = '6603.01'), 0) as fee,
      case e.event when 'E1' then 'TOP_UP' when 'E7b' then 'FREIGHT' when 'E7d' then 'DOUBLE' when 'E7r' then 'RETURN' when 'E7e' then 'RETURN'
        when 'E6a' then 'FUEL' when 'E18' then 'OWN' when 'E6t' then 'OWN' else 'OTHER' end as kind,
      e.shipper_id, e.carrier_id, p.id as payment_id, st.id as settlement_id, fr.id as fund_id, p.channel,
      coalesce(cf.bank_serial, case when e.event = 'E7b' then p.bank_serial end, fr.serial) as bank_serial,
      b.name as house, coalesce(p.payee, v.counterparty) as other, p.account_no as other_account, p.bank as other_bank,
      coalesce(fr.date, e.happened_at) as happened_at
    from journal_lines l
    join journal_entries e on e.id = l.entry_id
    join vouchers v on v.entry_id = e.id
    join companies b on b.id = l.branch_id
    left join channel_facts cf on e.source_type = 'channelFact' and cf.id = e.source_id
    left join payments p on p.id = case when e.source_type = 'payment' then e.source_id
      else (select x.id from payments x where x.channel = cf.channel and x.idem_key = cf.order_key) end
    left join settlements st on st.id = p.settlement_id
    left join fund_records fr on e.source_type in ('topUp', 'fund') and fr.id = e.source_id
    where l.account in ('1002.01', '1002.02') and l.debit_fen <> l.credit_fen
    order by e.created_at, l.entry_id, l.n
  ) as moved
) as m;
insert into trade_waybills (trade_id, waybill_id, amount_fen)
select t.id, l.waybill_id, l.pay_fen from trades t join settlement_lines l on l.payment_id = t.payment_id where l.pay_fen > 0;

grant select, insert on trades, trade_waybills to yunshu_app;
grant usage on sequence trade_number to yunshu_app;
alter table trades enable row level security;
alter table trades force row level security;
create policy wall on trades using (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
  or shipper_id = current_setting('app.company')::uuid or carrier_id = current_setting('app.company')::uuid
) with check (current_setting('app.reach') in ('platform', 'system'));
alter table trade_waybills enable row level security;
alter table trade_waybills force row level security;
create policy wall on trade_waybills using (
  current_setting('app.reach') in ('platform', 'system') or exists (select from trades t where t.id = trade_id)
) with check (current_setting('app.reach') in ('platform', 'system'));

-- positions that read the books, or their company's own accounts, read what moved
update roles set functions = functions || array['trade.view', 'trade.slip']
where functions && array['ledger.view', 'account.view'];
