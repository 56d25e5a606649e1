-- Opening balances (期初余额): a voucher made by hand of its own category, one for a branch while it stands.
create unique index vouchers_opening on vouchers (branch_id)
  where category = 'OPENING' and state in ('draft', 'audited', 'posted', 'partly');
