-- Papers of waybills behind links, the check of a waybill by number and code, and the verdicts of whoever checked it.

-- the owner is held by the walls too: rows are moved as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

create table paper_links (
  id uuid primary key,
  token text not null unique,
  waybill_id uuid not null references waybills,
  company_id uuid references companies,
  branch_id uuid not null references companies,
  amount_side text check (amount_side in ('SHIPPER', 'CARRIER')),
  prints int not null default 0 check (prints >= 0),
  expires_at bigint not null,
  revoked_at bigint,
  created_by uuid not null references users,
  created_name text not null,
  created_at bigint not null,
  check (expires_at > created_at)
);
comment on column paper_links.token is 'in the clear, as people of the same side pass it on again';
comment on column paper_links.company_id is 'the company whose people made it; null: the house';
comment on column paper_links.amount_side is 'the freight it shows with the check; null: none';
create index paper_links_waybill on paper_links (waybill_id, id desc);

create table waybill_checks (
  id uuid primary key,
  waybill_id uuid not null references waybills,
  shipper_id uuid not null references companies,
  carrier_id uuid not null references companies,
  branch_id uuid not null references companies,
  verdict text not null check (verdict in ('passed', 'doubtful')),
  name text not null,
  mobile text not null,
  remark text not null,
  ip text not null,
  created_at bigint not null
);
create index waybill_checks_waybill on waybill_checks (waybill_id, id desc);

create table check_tries (
  waybill_no text not null,
  line text not null,
  since bigint not null,
  tries int not null,
  primary key (waybill_no, line)
);
comment on table check_tries is 'wrong pairs of number and code: of a line for a number, and of everybody for it (line empty)';
create index check_tries_since on check_tries (since);

grant select, insert, update on paper_links to yunshu_app;
grant select, insert on waybill_checks to yunshu_app;
grant select, insert, update, delete on check_tries to yunshu_app;
alter table paper_links enable row level security;
alter table paper_links force row level security;
create policy wall on paper_links using (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and company_id is null and branch_id = current_setting('app.branch')::uuid)
  or company_id = current_setting('app.company')::uuid);
alter table waybill_checks enable row level security;
alter table waybill_checks force row level security;
create policy wall on waybill_checks using (
  current_setting('app.reach') in ('platform', 'system')
  or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
  or shipper_id = current_setting('app.company')::uuid or carrier_id = current_setting('app.company')::uuid);
alter table check_tries enable row level security;
alter table check_tries force row level security;
create policy wall on check_tries using (current_setting('app.reach') = 'system');

-- whoever shares goods or dispatches trucks hands papers on
update roles set functions = functions || array['waybill.share'] where functions && array['goods.share', 'waybill.appoint'];
