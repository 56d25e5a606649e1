-- Money that came goes back to its payer as often as some of it is nobody's: each return is a row of its own, and a claim taken back
-- later frees its money for another one.
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

create table remittance_refunds (
  id uuid primary key,
  remittance_id uuid not null references remittances,
  branch_id uuid not null references companies,
  amount_fen bigint not null check (amount_fen > 0),
  reason text not null,
  asker_id uuid not null references users,
  asker_for uuid references users,
  asker_name text not null,
  asked_at bigint not null,
  ended_at bigint,
  ender_id uuid references users,
  ender_name text,
  serial text,
  date bigint,
  constraint remittance_refunds_ended check ((ended_at is null) = (ender_name is null) and (ender_id is null or ended_at is not null)),
  constraint remittance_refunds_sent check ((serial is null) = (date is null) and (serial is null or ended_at is not null)),
  constraint remittance_refunds_two check (serial is null or ender_id is null or ender_id <> asker_id and ender_id is distinct from asker_for)
);
comment on table remittance_refunds is 'money that came on its way back to the account it came from; the id is the source of its entry in the books';
comment on column remittance_refunds.ended_at is 'the moment another person agreed that it had left, or somebody took the request back, ms';
comment on column remittance_refunds.serial is 'the bank''s number of the money on its way back; null while it waits, and where the request was taken back';
comment on column remittance_refunds.date is 'the day the bank sent it back, ms';

-- a return of before has the id of its money, which is the source of its entry
insert into remittance_refunds (id, remittance_id, branch_id, amount_fen, reason, asker_id, asker_for, asker_name, asked_at, ended_at,
    ender_id, ender_name, serial, date)
  select r.id, r.id, r.branch_id, r.amount_fen - r.claimed_fen, coalesce(r.reason, asked.remark, ''),
    r.asker_id, r.asker_for, coalesce(asked.user_name, r.asker_name, u.name), coalesce(asked.at, r.updated_at),
    case r.state when 'refunded' then coalesce(sent.at, r.updated_at) end,
    case r.state when 'refunded' then (select x.id from users x where x.id = sent.user_id
      and x.id <> r.asker_id and x.id is distinct from r.asker_for) end,
    case r.state when 'refunded' then coalesce(sent.user_name, '--') end, r.refund_serial,
    case r.state when 'refunded' then coalesce(r.refund_date, booked.happened_at, r.updated_at) end
  from remittances r join users u on u.id = r.asker_id
    left join lateral (select e.at, e.user_name, e.remark from events e where e.entity_id = r.id and e.entity = 'remittance'
      and e.to_state = 'refunding' order by e.id desc limit 1) asked on true
    left join lateral (select e.at, e.user_name, e.user_id from events e where e.entity_id = r.id and e.entity = 'remittance'
      and e.to_state = 'refunded' order by e.id desc limit 1) sent on true
    left join lateral (select j.happened_at from journal_entries j where j.source_type = 'remittance' and j.source_id = r.id
      and j.event = 'E0r') booked on true
  where r.state in ('refunding', 'refunded');
create index remittance_refunds_remittance on remittance_refunds (remittance_id);
create unique index remittance_refunds_waiting on remittance_refunds (remittance_id) where ended_at is null;
create index remittance_refunds_serial on remittance_refunds (branch_id, upper(serial)) where serial is not null;

grant select, insert on remittance_refunds to yunshu_app;
grant update (ended_at, ender_id, ender_name, serial, date) on remittance_refunds to yunshu_app;
alter table remittance_refunds enable row level security;
alter table remittance_refunds force row level security;
create policy wall on remittance_refunds using (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
) with check (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
);

alter table remittances add column refunded_fen bigint not null default 0;
comment on column remittances.claimed_fen is 'the money its standing claims have taken';
comment on column remittances.refunded_fen is 'the money that went back to its payer; what neither claims nor returns have taken is nobody''s';
update remittances set refunded_fen = amount_fen - claimed_fen where state = 'refunded';
-- the checks on these columns go with them; who asked stands with each return
alter table remittances drop column refund_serial, drop column refund_date, drop constraint remittances_claimed,
  drop constraint remittances_check3,
  add constraint remittances_claimed check (claimed_fen >= 0 and refunded_fen >= 0 and claimed_fen + refunded_fen <= amount_fen
    and (state = 'claimed') = (claimed_fen = amount_fen)
    and (state = 'refunded') = (refunded_fen > 0 and claimed_fen + refunded_fen = amount_fen)
    and (claimed_fen = 0 or state in ('unclaimed', 'claimed', 'refunding', 'refunded'))
    and (refunded_fen = 0 or state in ('unclaimed', 'refunding', 'refunded'))),
  add constraint remittances_refunding check (state <> 'refunding' or asker_id is not null);
