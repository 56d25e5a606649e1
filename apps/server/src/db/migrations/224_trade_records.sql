-- Movements of money say of which record they are, and which kind of payment: money that came, tolls, the bank's own fees
-- and interest, advances and fees of work handed down were other payments, transfers and freight until now.

alter table trades drop constraint trades_kind_check,
  add constraint trades_kind_check check (kind in ('TOP_UP', 'RECEIPT', 'RECEIPT_BACK', 'FREIGHT', 'ADVANCE', 'FEE',
    'DOUBLE', 'RETURN', 'FUEL', 'TOLL', 'OWN', 'BANK_FEE', 'INTEREST', 'REFUND', 'DEPOSIT', 'OTHER')),
  add column record text check (record in ('fund', 'remittance', 'refund', 'deposit', 'depositBack')),
  add column record_no text,
  add constraint trades_record check ((record is null) = (record_no is null));
comment on column trades.record is 'the record the movement is of, beside sheets: a key of tradeRecords';

select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);
update trades t set
  kind = case
    when e.source_type = 'reconLine' then case t.direction when 'IN' then 'INTEREST' else 'BANK_FEE' end
    when e.event = 'E0' then 'RECEIPT'
    when e.event = 'E0r' then 'RECEIPT_BACK'
    when e.event = 'E10' then 'TOLL'
    when t.kind = 'FREIGHT' then coalesce((select case min(part.part) when 'pre' then 'ADVANCE' when 'fee' then 'FEE' end
      from settlement_lines l join waybill_parts part on part.id = l.part_id where l.payment_id = t.payment_id
      having min(part.part) = max(part.part)), t.kind)
    else t.kind end,
  record = case when r.no is not null then case when e.source_type = 'topUp' then 'fund' else e.source_type end end,
  record_no = r.no
from journal_entries e cross join lateral (select case
  when e.source_type in ('topUp', 'fund') then (select x.record_no from fund_records x where x.id = e.source_id)
  when e.source_type = 'remittance' then (select x.remittance_no from remittances x where x.id = e.source_id)
  when e.source_type = 'refund' then (select x.refund_no from refunds x where x.id = e.source_id)
  when e.source_type = 'deposit' then (select x.deposit_no from deposits x where x.id = e.source_id)
  when e.source_type = 'depositBack' then (select x.back_no from deposit_backs x where x.id = e.source_id) end as no) r
where e.id = t.entry_id;

-- money that came is shown to the company it was claimed for
update trades t set shipper_id = r.shipper_id, carrier_id = r.debtor_id
from journal_entries e join remittances r on r.id = e.source_id
where e.id = t.entry_id and e.source_type = 'remittance' and r.state = 'claimed';
grant update (shipper_id, carrier_id) on trades to yunshu_app;

alter table trades drop column fund_id;
