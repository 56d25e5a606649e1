-- Input invoices by class: freight of carriers, and fuel and tolls the house bought itself.
alter table input_invoices
  add column class text not null default 'FREIGHT' check (class in ('FREIGHT', 'FUEL', 'TOLL')),
  add column litres_cl bigint check (litres_cl > 0),
  add column used_litres_cl bigint not null default 0 check (used_litres_cl >= 0 and used_litres_cl <= coalesce(litres_cl, 0)),
  add constraint input_invoices_seller_check check (class = 'FREIGHT' or carrier_id is null),
  add constraint input_invoices_litres_check check (class = 'FUEL' or litres_cl is null),
  add constraint input_invoices_of_class unique (id, class);
comment on column input_invoices.litres_cl is 'hundredths of a litre, as an invoice for refined oil says them';
comment on column input_invoices.used_litres_cl is 'of those, the shares of the waybills it is bound to';

alter table input_bindings
  add column class text not null default 'FREIGHT' check (class in ('FREIGHT', 'FUEL', 'TOLL')),
  add column litres_cl bigint check (litres_cl >= 0),
  alter column carrier_id drop not null,
  add constraint input_bindings_carrier_check check ((class = 'FREIGHT') = (carrier_id is not null)),
  add constraint input_bindings_class foreign key (input_id, class) references input_invoices (id, class);
comment on column input_bindings.carrier_id is 'the carrier that sees the binding: that of an invoice of freight alone';
create index input_invoices_supply on input_invoices (class, id desc) where class <> 'FREIGHT';
