-- Laying by hand: several lines of the bank on one movement, or one on several, by two people; taken back by two.
create table recon_layings (
  id uuid primary key,
  branch_id uuid not null references companies,
  state text not null check (state in ('asked', 'laid', 'undoing', 'undone', 'dropped')),
  line_ids uuid[] not null,
  trade_ids uuid[] not null,
  amount_fen bigint not null check (amount_fen > 0),
  last_at bigint not null,
  reason text not null,
  asker_id uuid not null references users,
  asker_for uuid references users,
  asker_name text not null,
  checker_id uuid references users,
  checker_name text,
  undo_reason text,
  undo_asker_id uuid references users,
  undo_asker_for uuid references users,
  undo_asker_name text,
  undo_checker_id uuid references users,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  check (cardinality(line_ids) > 0 and cardinality(trade_ids) > 0),
  check (cardinality(line_ids) = 1 or cardinality(trade_ids) = 1),
  check (checker_id <> asker_id and checker_id <> asker_for),
  check (undo_checker_id <> undo_asker_id and undo_checker_id <> undo_asker_for),
  check (state in ('asked', 'dropped') or checker_id is not null),
  check (state <> 'undone' or undo_checker_id is not null)
);
comment on column recon_layings.amount_fen is 'of either side: both sums agree to the fen';
comment on column recon_layings.last_at is 'the moment of its last line or movement, ms: before it the pieces stand open on the statement';
create index recon_layings_branch on recon_layings (branch_id, id desc);

alter table recon_lines add column laying_id uuid references recon_layings;
comment on column recon_lines.laying_id is 'laid by hand, maybe on a movement other lines lie on too';
alter table recon_items add column laying_id uuid references recon_layings;
comment on column recon_items.laying_id is 'the laying by hand it waits for, or was ended by';
drop index recon_lines_trade;
create unique index recon_lines_trade on recon_lines (trade_id) where trade_id is not null and laying_id is null;
-- whether a movement lies on a line is asked whatever laid it there
create index recon_lines_laid on recon_lines (trade_id) where trade_id is not null;
create index recon_items_laying on recon_items (laying_id) where laying_id is not null;

grant select, insert, update on recon_layings to yunshu_app;
alter table recon_layings enable row level security;
alter table recon_layings force row level security;
create policy wall on recon_layings
  using (current_setting('app.reach') in ('platform', 'system')
    or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid))
  with check (current_setting('app.reach') in ('platform', 'system')
    or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid));
