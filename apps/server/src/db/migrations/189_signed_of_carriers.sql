-- Waybills of a carrier by their signature: its invoices that are waited for are looked for in the days looked through, not in
-- all it ever carried nor in what everybody signed.
create index waybills_carrier_signed on waybills (carrier_id, signed_at) where signed_at is not null;
