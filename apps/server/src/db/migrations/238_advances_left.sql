-- Advances that the bank sent back before a return ended the debt of a waybill that had come to nothing (decision 172): the
-- money is back, and the carrier owes it still, on a sheet that nobody can close and that would pay it again. Each is an
-- exception of money from here on, which holds the sheet, and which two people end.
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

insert into money_exceptions (id, kind, state, payment_id, payment_state, settlement_id, shipper_id, branch_id, created_at, updated_at)
  select (lpad(to_hex(n.at), 12, '0') || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid, 'LATE_FAILURE', 'open', p.id, 'returned', p.settlement_id, p.shipper_id, p.branch_id, n.at, n.at
  from payments p cross join (select (extract(epoch from now()) * 1000)::bigint as at) n
  where p.state = 'returned' and exists (select from settlement_lines l join waybill_parts w on w.id = l.part_id
      where l.payment_id = p.id and w.part = 'pre' and w.state = 'dropped'
        and exists (select from settlement_lines o where o.part_id = l.part_id and o.is_open))
    and exists (select from debts d where d.payment_id = p.id and d.origin = 'ADVANCE' and d.returned_at is null)
    and not exists (select from money_exceptions x where x.payment_id = p.id and x.kind = 'LATE_FAILURE' and x.state <> 'resolved');
