-- Entries of a close: the tax of sales without an invoice (E8u) and income and expense carried to profit (E16), as its asker chose.

alter table period_closings
  add column uninvoiced boolean not null default false,
  add column carries boolean not null default false;
comment on column period_closings.uninvoiced is 'the close books the tax of sales that are paid or due and have no invoice (E8u)';
comment on column period_closings.carries is 'the close carries income and expense to 4103 (E16)';
