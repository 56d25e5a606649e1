-- Adjustments (调差, decision 128): a claim agreed on after the signature is a payable part of its own.
alter table waybill_claims add column part_id uuid unique references waybill_parts;
comment on column waybill_claims.part_id is 'the part it became after the signature; null: the signature charged it, or nothing did';
