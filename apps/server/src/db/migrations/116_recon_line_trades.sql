-- A line of the bank may be several movements of the books: a late payment that is the first one of some waybills and a second
-- one of others is two. The line keeps the first of them; the others stand here.

create table recon_line_trades (
  line_id uuid not null references recon_lines,
  trade_id uuid not null references trades,
  branch_id uuid not null references companies,
  primary key (line_id, trade_id)
);
comment on table recon_line_trades is 'movements a line of the bank is besides recon_lines.trade_id';
create unique index recon_line_trades_trade on recon_line_trades (trade_id);

grant select, insert, delete on recon_line_trades to yunshu_app;

alter table recon_line_trades enable row level security;
alter table recon_line_trades force row level security;
create policy wall on recon_line_trades
  using (current_setting('app.reach') in ('platform', 'system')
    or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid))
  with check (current_setting('app.reach') in ('platform', 'system')
    or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid));
