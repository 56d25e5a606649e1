-- Accounts of companies that were added or changed wait a day before money follows them; those that stand are known.
alter table company_accounts add column payable_at bigint not null default 0;
comment on column company_accounts.payable_at is 'no payment leaves to the account before: a day after it was added or changed; 0 for those of before';
