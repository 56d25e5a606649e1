-- Reports on the books: who reads profit, and what the aging of a past day looks at.

-- the owner is held by the walls too: rows are moved as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

-- what was paid, or ended, since a day was open at its end
create index ar_matches_created on ar_matches (created_at);
create index ar_items_cancelled on ar_items (cancelled_at) where cancelled_at is not null;

-- whoever reads the books and the margin reads what waybills earned
update roles set functions = functions || array['profit.view']
where 'ledger.view' = any (functions) and 'price.margin' = any (functions) and not 'profit.view' = any (functions);
