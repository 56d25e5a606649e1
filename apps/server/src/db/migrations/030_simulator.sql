-- What the simulated bank remembers of the orders it was sent; it stands outside our books, as a bank does.
create table sim_orders (
  idem_key text primary key,
  account_no text not null,
  amount_fen bigint not null,
  result text not null check (result in ('success', 'failed')),
  reason text,
  bank_serial text not null,
  received int not null default 1,
  asked int not null default 0,
  notice_at bigint,
  created_at bigint not null
);
comment on column sim_orders.received is 'how often the order was sent; more than once would be our fault';
create index sim_orders_notice on sim_orders (notice_at) where notice_at is not null;
grant select, insert, update on sim_orders to yunshu_app;
