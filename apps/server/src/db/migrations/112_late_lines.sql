-- How money of a payment that came late counts for each line it pays: as the first payment of the part, or as a second one.
-- One payment may be both: a sheet that paid again may have paid some of its lines.

-- the owner is held by the walls too: rows are moved as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

alter table settlement_lines add column late text check (late in ('first', 'twice')), add constraint settlement_lines_late check (late is null or payment_id is not null);
comment on column settlement_lines.late is 'how the payment counted for the line when it arrived after its failure; null: it never did';
create index settlement_lines_late_part on settlement_lines (part_id) where late is not null;

-- until now such a payment counted twice with all its lines, or with none
update settlement_lines l set late = case when exists (select from debts d where d.payment_id = p.id and d.origin = 'DOUBLE'
    and (d.returned_at is null or p.state = 'returned')) then 'twice' else 'first' end
  from payments p where p.id = l.payment_id and exists (select from money_exceptions x
    where x.payment_id = p.id and x.payment_state in ('failed', 'returned') and x.state = 'resolved' and x.outcome = 'paid');

-- a line leaves a sheet of which nothing was sent, where its money arrived by an earlier payment
grant delete on settlement_lines to yunshu_app;
