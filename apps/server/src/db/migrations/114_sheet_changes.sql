-- Lines of an approved sheet are taken off, or paid to another account, when one person asks and another agrees.
alter table settlements
  add column asked_change jsonb,
  add column change_asker_id uuid references users,
  add column change_asker_for uuid references users;
comment on column settlements.asked_change is 'the change of its lines that waits for another person to agree: kind, parts, payee, reason, asker''s name, moment';
