-- Cuts after the signature (decision 128) are compensation (E13c): the cost that was booked stays, and its carrier invoices it.
alter table waybills add column late_cut_fen bigint not null default 0 check (late_cut_fen >= 0);
comment on column waybills.late_cut_fen is 'the share of deducted_fen that is cuts agreed on after the signature: compensation (E13c), not off the cost';
