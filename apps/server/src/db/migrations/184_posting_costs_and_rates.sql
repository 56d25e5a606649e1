-- Posting rules of the carrier's side, and rates of VAT by charge: a version names the charges that differ from freight.

alter table posting_versions
  add column cost_accounts jsonb not null default '{}' check (jsonb_typeof(cost_accounts) = 'object'),
  add column vat_rates jsonb not null default '{}' check (jsonb_typeof(vat_rates) = 'object');
comment on column posting_versions.cost_accounts is 'account of cost by charge of carriers; all others on 6401.01';
comment on column posting_versions.vat_rates is 'rate of VAT in basis points by charge of shippers; all others 900';
