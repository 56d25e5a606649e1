-- The base of carriers' invoices: without the fuel and tolls they were handed, or with them; kept by each waybill as its signature found it.
alter table companies add column input_base text not null default 'CASH_ONLY' check (input_base in ('CASH_ONLY', 'GROSS'));
comment on column companies.input_base is 'what a carrier invoices: its freight without the fuel and tolls it was handed, or all of it';

alter table waybills
  add column input_base text check (input_base in ('CASH_ONLY', 'GROSS')),
  add column toll_fen bigint not null default 0 check (toll_fen >= 0);
comment on column waybills.input_base is 'the base of its carrier at the signature; none of those signed before invoices for fuel and tolls were booked';
comment on column waybills.toll_fen is 'tolls handed out that the signature counted; those known later are a debt of the carrier';

create index waybills_fuelled on waybills (branch_id, id desc) where input_base = 'CASH_ONLY' and oil_fen > 0;
create index waybills_tolled on waybills (branch_id, id desc) where input_base = 'CASH_ONLY' and toll_fen > 0;
