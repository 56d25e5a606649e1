-- Bindings of vouchers that were counted as evidence and are none: more than the cost a voucher by hand books in its class, with the
-- share of its input tax, or of fuel and tolls the product moved, which are no papers of suppliers. They end as an unbinding does,
-- the newest first until the voucher's rest has room, and stand in the history of its voucher. Bindings of other vouchers of
-- the product counted for nothing before and stay until somebody takes them back (decision 153).

-- the owner is held by the walls too: lines are read as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

with own (account, class, n) as (values ('6401.01', 'FREIGHT', 0), ('6401.04', 'FREIGHT', 0), ('6401.02', 'FUEL', 1),
    ('6401.03', 'TOLL', 2), ('6401.05', 'OTHER', 3), ('6401.09', 'OTHER', 3)),
  borne (account, class) as (select account, class from own
    union all select account, 'FREIGHT' from own where class in ('TOLL', 'OTHER')),
  bound as (select v.id, v.entry_id, v.amount_fen - v.reversed_fen as stands, v.draft_lines is not null as by_hand,
      case when v.draft_lines is not null then (select o.class from journal_lines l join own o on o.account = l.account
          where l.entry_id = v.entry_id and v.category is distinct from 'OPENING' group by o.class, o.n
          having sum(l.debit_fen - l.credit_fen) > 0 order by o.n limit 1)
        else (select case split_part(e.event, ' ', 1) when 'E6a' then 'FUEL' when 'E10' then 'TOLL' end
          from journal_entries e where e.id = v.entry_id) end as class
    from vouchers v where exists (select from voucher_waybills b where b.voucher_id = v.id and b.unbound_at is null)
      and (v.draft_lines is not null or v.kind = 'FUEL' or v.kind = 'OTHER' and exists (select from journal_entries e
        where e.id = v.entry_id and split_part(e.event, ' ', 1) like 'E10%'))),
  roomy as (select t.id, t.class, case when t.class is null then 0 when not t.by_hand then t.stands
      else least(t.stands, (select greatest(coalesce(s.cost, 0), 0)
          + coalesce(trunc(s.tax::numeric * greatest(s.cost, 0) / nullif(s.others, 0)), 0)
        from (select sum(l.debit_fen - l.credit_fen) filter (where o.account is not null) as cost,
            coalesce(sum(l.debit_fen) filter (where l.account = '2221.01'), 0) as tax,
            sum(l.debit_fen) filter (where l.account <> '2221.01') as others
          from journal_lines l left join borne o on o.account = l.account and o.class = t.class
          where l.entry_id = t.entry_id) as s)) end as room
    from bound t),
  live as (select b.id, b.voucher_id, b.waybill_id, b.amount_fen, b.class = r.class as is_own, r.room,
      sum(b.amount_fen) over (partition by b.voucher_id, b.class = r.class order by b.at, b.id) as upto
    from voucher_waybills b join roomy r on r.id = b.voucher_id where b.unbound_at is null),
  ended as (select l.id, l.voucher_id, l.amount_fen, w.waybill_no, (extract(epoch from now()) * 1000)::bigint as at
    from live l join waybills w on w.id = l.waybill_id where l.is_own is not true or l.upto > l.room),
  freed as (update voucher_waybills b set unbound_at = x.at, unbound_name = '系统',
      reason = '超出凭证中该类成本及其税额，不作为凭据'
    from ended x where x.id = b.id)
-- ids by the moment, as the product makes them: the history is read by them
insert into events (id, entity, entity_id, at, user_id, user_name, action, remark, diff)
  select (lpad(to_hex(x.at), 12, '0') || '7' || substr(md5(x.id::text), 1, 3) || '8' || substr(md5(x.id::text), 4, 15))::uuid,
    'voucher', x.voucher_id, x.at, null, '系统', '解除绑定', '超出凭证中该类成本及其税额，不作为凭据',
    jsonb_build_array(jsonb_build_object('field', x.waybill_no, 'new', '',
      'old', to_char(x.amount_fen / 100.0, 'FM999999999990.00') || ' 元'))
  from ended x;
