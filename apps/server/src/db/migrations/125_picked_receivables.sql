-- Money claimed for waybills somebody named (E2c, decision 148): a match that keeps its claim was paid straight from the remittance, not out of prepaid money.
alter table ar_matches add column claim_id uuid;
comment on table ar_matches is 'what paid an item: prepaid money (E2b), or a remittance claimed for it (E2c)';
comment on column ar_matches.claim_id is 'the claim of a remittance that named the waybill; null: prepaid money paid it';
create index ar_matches_claim on ar_matches (claim_id) where claim_id is not null;
alter table shipper_statement_lines drop constraint shipper_statement_lines_kind_check,
  add constraint shipper_statement_lines_kind_check
    check (kind in ('FREIGHT', 'VOID', 'ALLOWANCE', 'COMPENSATION', 'RECEIVED', 'PAID', 'SET_OFF', 'REFUND', 'INVOICE', 'RED', 'OTHER'));
