-- Signatures of a carrier, and the order of bindings and red invoices.
-- Waybills of a carrier by their signature: its invoices that are waited for are looked for in the days looked through, not in
-- all it ever carried nor in what everybody signed.
create index waybills_carrier_signed on waybills (carrier_id, signed_at) where signed_at is not null;
-- Bindings of an input invoice and red confirmations of a sales invoice in the order they were made: the tax of each part is
-- explained by the parts before it.
create index input_bindings_input on input_bindings (input_id, created_at, id);
create index red_confirms_invoice on red_confirms (invoice_id, created_at, id);
