-- Prepaid money of a shipper is walked in the order of the books, to say whose money a refund has taken.
create index journal_lines_prepaid on journal_lines (party_id, branch_id, entry_id, n) where account = '2205.01';
