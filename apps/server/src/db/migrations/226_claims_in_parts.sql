-- Money that came may be claimed in parts: each claim is a row of its own, and what no claim has taken is nobody's still.
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

create table remittance_claims (
  id uuid primary key,
  remittance_id uuid not null references remittances,
  branch_id uuid not null references companies,
  amount_fen bigint not null check (amount_fen > 0),
  shipper_id uuid references companies,
  carrier_id uuid references companies,
  deposit_id uuid references deposits,
  claimer_name text not null,
  claimed_at bigint not null,
  undone_at bigint,
  undone_name text,
  undone_reason text,
  constraint remittance_claims_of_one check (num_nonnulls(shipper_id, carrier_id) = 1),
  constraint remittance_claims_deposit check (deposit_id is null or carrier_id is not null),
  constraint remittance_claims_undone check (num_nonnulls(undone_at, undone_name, undone_reason) in (0, 3))
);
comment on table remittance_claims is 'the parts of money that came, each with whose it is; the id is the source of its entries in the books';
comment on column remittance_claims.shipper_id is 'the shipper it pays or is prepaid money of';
comment on column remittance_claims.carrier_id is 'the carrier whose debts it paid, or whose deposit it is';
comment on column remittance_claims.undone_at is 'the moment the claim was taken back, ms; its money is nobody''s again';

insert into remittance_claims (id, remittance_id, branch_id, amount_fen, shipper_id, carrier_id, deposit_id, claimer_name, claimed_at)
  select r.claim_id, r.id, r.branch_id, r.amount_fen, r.shipper_id, coalesce(r.debtor_id, d.carrier_id), r.deposit_id,
    r.claimer_name, r.claimed_at
  from remittances r left join deposits d on d.id = r.deposit_id where r.claim_id is not null;
create index remittance_claims_remittance on remittance_claims (remittance_id);
create index remittance_claims_shipper on remittance_claims (shipper_id, branch_id) where undone_at is null and shipper_id is not null;
create unique index remittance_claims_held on remittance_claims (deposit_id) where undone_at is null and deposit_id is not null;

grant select, insert on remittance_claims to yunshu_app;
grant update (undone_at, undone_name, undone_reason) on remittance_claims to yunshu_app;
alter table remittance_claims enable row level security;
alter table remittance_claims force row level security;
create policy wall on remittance_claims using (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
) with check (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
);

alter table remittances add column claimed_fen bigint not null default 0;
comment on column remittances.claimed_fen is 'the money its standing claims have taken; the rest is nobody''s, or went back';
update remittances set claimed_fen = amount_fen where claim_id is not null;
drop index remittances_payer;
create index remittances_payer on remittances (payer_account, id desc) where claimed_fen > 0;
alter table remittances drop constraint remittances_claimed,
  drop column shipper_id, drop column debtor_id, drop column deposit_id, drop column claim_id, drop column claimer_name,
  drop column claimed_at,
  add constraint remittances_claimed check (claimed_fen between 0 and amount_fen
    and (state = 'claimed') = (claimed_fen = amount_fen)
    and (claimed_fen = 0 or state in ('unclaimed', 'claimed', 'refunding', 'refunded')));
