-- Agreements (合同) with their templates and parties, real-name checks at the seal partner, the notices it sends, the ways
-- back of browsers that went there, and the book of the simulated one.

-- the owner is held by the walls too: rows are moved as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

create sequence agreement_number;

create table agreement_templates (
  id uuid primary key,
  kind text not null check (kind in ('FRAME', 'CONSIGN', 'CARRY')),
  name text not null,
  body text not null,
  edition int not null default 1 check (edition > 0),
  closed_at bigint,
  maker_name text not null,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null
);
comment on table agreement_templates is 'texts of the house that every company reads; agreements keep a copy of the edition they were made of';

create table agreements (
  id uuid primary key,
  agreement_no text not null unique,
  kind text not null check (kind in ('FRAME', 'CONSIGN', 'CARRY')),
  state text not null check (state in ('draft', 'sending', 'unknown', 'signing', 'paper', 'revoking', 'signed', 'refused', 'expired', 'void')),
  method text check (method in ('SEAL', 'PAPER')),
  title text not null,
  template_id uuid not null references agreement_templates,
  template_name text not null,
  template_body text not null,
  known jsonb not null,
  fills jsonb not null,
  body text not null,
  sha256 text not null,
  shipper_id uuid references companies,
  branch_id uuid references companies,
  carrier_id uuid references companies,
  waybill_id uuid references waybills,
  relation_id uuid references relations,
  task_no text unique,
  until_at bigint,
  heard_at bigint,
  asked_at bigint,
  next_at bigint,
  tries int not null default 0,
  fault text,
  filer_id uuid references users,
  filer_for uuid references users,
  filer_name text,
  confirmer_id uuid references users,
  confirmer_name text,
  signed_at bigint,
  reason text,
  maker_id uuid not null references users,
  maker_for uuid references users,
  maker_name text not null,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  check (kind = 'FRAME' and relation_id is not null and waybill_id is null and shipper_id is not null and carrier_id is not null
    or kind = 'CONSIGN' and relation_id is null and waybill_id is not null and shipper_id is not null and carrier_id is null and branch_id is not null
    or kind = 'CARRY' and relation_id is null and waybill_id is not null and shipper_id is null and carrier_id is not null and branch_id is not null),
  check (state not in ('sending', 'unknown', 'signing', 'revoking') or (task_no is not null and method = 'SEAL')),
  check (state <> 'signed' or (signed_at is not null and method is not null)),
  check (state <> 'paper' or (filer_id is not null and method = 'PAPER')),
  check (not (state = 'signed' and method = 'PAPER') or (confirmer_id is not null and confirmer_id <> filer_id and confirmer_id is distinct from filer_for))
);
comment on column agreements.known is 'values of the blanks the product filled when it was drafted; fills: those of people';
comment on column agreements.branch_id is 'the branch that signs for the house; of a frame the branch that serves the shipper';
comment on column agreements.heard_at is 'the last answer of the partner that fitted what was sent; null while it is not known to have arrived';
comment on column agreements.fault is 'why the state may be out of date: nothing, or nothing that fits, was heard';
-- one that lives, so that of two people who draft the second is refused
create unique index agreements_of_waybill on agreements (waybill_id, kind) where state <> 'void';
create unique index agreements_of_relation on agreements (relation_id) where state <> 'void' and kind = 'FRAME';
create index agreements_shipper on agreements (shipper_id, id desc);
create index agreements_carrier on agreements (carrier_id, id desc);
create index agreements_branch on agreements (branch_id, id desc);
create index agreements_due on agreements (next_at) where state in ('sending', 'unknown', 'signing', 'revoking');

create table agreement_parties (
  agreement_id uuid not null references agreements,
  role text not null check (role in ('SHIPPER', 'HOUSE', 'CARRIER')),
  company_id uuid not null references companies,
  name text not null,
  credit_no text not null,
  signature text not null check (signature in ('waiting', 'signed', 'refused')),
  signed_at bigint,
  primary key (agreement_id, role)
);
comment on column agreement_parties.name is 'as it was sent; it is never changed by what the partner says';

create table real_names (
  id uuid primary key,
  kind text not null check (kind in ('COMPANY', 'PERSON')),
  state text not null check (state in ('pending', 'unknown', 'passed', 'failed', 'expired')),
  company_id uuid not null references companies,
  user_id uuid references users,
  name text not null,
  no_shown text not null,
  no_sealed text not null,
  order_no text not null unique,
  heard_at bigint,
  asked_at bigint,
  next_at bigint,
  tries int not null default 0,
  until_at bigint not null,
  ended_at bigint,
  reason text,
  maker_id uuid not null references users,
  maker_name text not null,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  check ((kind = 'PERSON') = (user_id is not null)),
  check ((state in ('passed', 'failed', 'expired')) = (ended_at is not null))
);
comment on column real_names.no_sealed is 'sealed for its row; needed to hold the answer against what was sent';
create unique index real_names_open on real_names (company_id, kind, coalesce(user_id, '00000000-0000-0000-0000-000000000000')) where state in ('pending', 'unknown');
create index real_names_company on real_names (company_id, kind, id desc);
create index real_names_due on real_names (next_at) where state in ('pending', 'unknown');

create table seal_notices (
  id uuid primary key,
  event text not null,
  nonce text not null,
  subject text not null,
  body text not null,
  is_late boolean not null,
  received_at bigint not null,
  unique (event, nonce)
);
comment on table seal_notices is 'rightly signed notices of the seal partner, each once; a notice changes nothing, it only makes us ask';
comment on column seal_notices.subject is 'number of the task or order it speaks of; empty where it names none';

alter table partner_returns alter column invite_id drop not null;
alter table partner_returns add column agreement_id uuid references agreements;
alter table partner_returns add column real_name_id uuid references real_names;
alter table partner_returns add column role text check (role in ('SHIPPER', 'HOUSE', 'CARRIER'));
alter table partner_returns add check (num_nonnulls(invite_id, agreement_id, real_name_id) = 1);
alter table partner_returns add check ((agreement_id is null) = (role is null));

create table sim_seal_tasks (
  task_no text primary key,
  title text not null,
  sha256 text not null,
  parties jsonb not null,
  result text not null check (result in ('signing', 'finished', 'refused', 'expired', 'cancelled', 'silent')),
  reason text,
  until_at bigint not null,
  notice_event text,
  received int not null default 1,
  asked int not null default 0
);
create table sim_seal_checks (
  order_no text primary key,
  kind text not null,
  name text not null,
  no text not null,
  result text not null check (result in ('pending', 'passed', 'failed', 'silent')),
  reason text,
  notice_event text,
  received int not null default 1,
  asked int not null default 0
);
create table sim_seal_tickets (
  ticket text primary key,
  task_no text references sim_seal_tasks,
  role text,
  order_no text references sim_seal_checks,
  back text not null,
  check ((task_no is null) <> (order_no is null))
);
comment on table sim_seal_tickets is 'addresses of the simulated signing page, each for one party';

grant select, insert, update on agreement_templates, agreements, agreement_parties, real_names, sim_seal_tasks, sim_seal_checks to yunshu_app;
grant select, insert on seal_notices, sim_seal_tickets to yunshu_app;
grant usage on sequence agreement_number to yunshu_app;

do $$
declare
  wall text;
  mine constant text := $q$current_setting('app.reach') in ('platform', 'system')
    or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)
    or shipper_id = current_setting('app.company')::uuid or carrier_id = current_setting('app.company')::uuid$q$;
  checks constant text := $q$current_setting('app.reach') in ('platform', 'system', 'branch') or company_id = current_setting('app.company')::uuid$q$;
  parties constant text := 'exists (select from agreements a where a.id = agreement_id)';
  system constant text := $q$current_setting('app.reach') = 'system'$q$;
begin
  foreach wall in array array['agreements', 'agreement_parties', 'real_names', 'seal_notices', 'sim_seal_tasks', 'sim_seal_checks', 'sim_seal_tickets'] loop
    execute format('alter table %I enable row level security', wall);
    execute format('alter table %I force row level security', wall);
  end loop;
  execute format('create policy wall on agreements using (%s) with check (%s)', mine, mine);
  execute format('create policy wall on agreement_parties using (%s) with check (%s)', parties, parties);
  execute format('create policy wall on real_names using (%s) with check (%s)', checks, checks);
  foreach wall in array array['seal_notices', 'sim_seal_tasks', 'sim_seal_checks', 'sim_seal_tickets'] loop
    execute format('create policy wall on %I using (%s) with check (%s)', wall, system, system);
  end loop;
  alter table agreement_templates enable row level security;
  alter table agreement_templates force row level security;
  create policy reading on agreement_templates for select using (true);
  create policy writing on agreement_templates for all using (current_setting('app.reach') in ('platform', 'system'));
end $$;

-- positions: whoever sees relations or waybills sees agreements; whoever runs a company signs for it; the house drafts and confirms
update roles set functions = functions || array['agreement.view'] where functions && array['relation.view', 'waybill.view'];
update roles set functions = functions || array['agreement.make', 'agreement.sign'] where 'relation.end' = any (functions);
update roles r set functions = functions || array['agreement.make', 'agreement.sign']
  where not functions && array['agreement.make'] and 'company.actFor' = any (functions);
update roles set functions = functions || array['agreement.confirm'] where functions && array['fund.confirm'];
update roles r set functions = functions || array['agreement.confirm']
  where not functions && array['agreement.confirm'] and functions @> array['company.verify', 'settlement.make'];

-- who sees the record sees its history; all other kinds as before
alter function sees_record(text, uuid) rename to sees_record_before_agreements;
create function sees_record(entity text, id uuid) returns boolean language plpgsql stable as $$
begin
  case entity
    when 'agreement' then return exists (select from agreements r where r.id = $2);
    else return sees_record_before_agreements(entity, id);
  end case;
end $$;
comment on function sees_record is 'whether the reach of the transaction sees the record a line of history is of';
alter policy wall on events using (sees_record(entity, entity_id)) with check (sees_record(entity, entity_id));

insert into agreement_templates (id, kind, name, body, maker_name, created_at, updated_at)
select id, kind, name, body, '系统', t, t
from (select 1764000000000::bigint as t) at, (values
  ('0199a000-0000-7000-8000-0000000000a1'::uuid, 'FRAME', '公路货物运输框架合同', $b$公路货物运输框架合同

合同编号：{合同编号}
起草日期：{起草日期}

甲方（托运人）：{托运人}
统一社会信用代码：{托运人信用代码}
联系人：{托运人联系人}　电话：{托运人电话}

乙方（实际承运人）：{实际承运人}
统一社会信用代码：{实际承运人信用代码}
联系人：{实际承运人联系人}　电话：{实际承运人电话}

一、甲方将公路货物运输业务委托乙方承运。每次运输的货物、起讫地点、时间、数量和运价，以平台内的货源、任务和运单为准。
二、乙方保证具有道路货物运输经营资质，所派车辆和驾驶员证件齐全有效，并按法律规定投保。
三、乙方应按约定时间到达装货地和卸货地，不得擅自转交他人承运；经甲方同意转交的，乙方对全程运输负责。
四、货物自乙方装货签收起至收货人签收止由乙方保管。货物灭失、短少、损坏的，乙方按实际损失赔偿，法律规定免责的除外。
五、运费按运单结算。结算周期：{结算周期}。回单经甲方审核后进入结算。
六、违约责任：{违约责任}。
七、因履行本合同发生的争议，双方协商解决；协商不成的，向{管辖法院}起诉。
八、本合同自双方签署之日起生效，有效期至{有效期至}。$b$),
  ('0199a000-0000-7000-8000-0000000000a2'::uuid, 'CONSIGN', '货物托运合同', $b$货物托运合同

合同编号：{合同编号}
起草日期：{起草日期}

甲方（托运人）：{托运人}
统一社会信用代码：{托运人信用代码}
联系人：{托运人联系人}　电话：{托运人电话}

乙方（承运平台）：{承运平台}
统一社会信用代码：{承运平台信用代码}

一、乙方以承运人身份承运甲方的下列货物，运单号 {运单号}。
　　货物：{货物}
　　计划重量：{计划重量}
　　装货地：{装货地}
　　卸货地：{卸货地}
　　运价：{运价}（{计价方式}）
二、乙方委托实际承运人完成运输，并对全程运输承担承运人责任。
三、甲方保证货物的品名、性质、重量属实，不托运国家禁止运输的货物。
四、货物重量以双方确认的磅单或回单为准。
五、运费于回单审核后 {付款天数} 日内支付，乙方开具货物运输服务增值税发票。
六、货物灭失、短少、损坏的赔偿，按法律规定和货源约定的亏吨规则计算。
七、争议由双方协商解决；协商不成的，向乙方所在地人民法院起诉。
八、本合同自双方签署之日起生效。$b$),
  ('0199a000-0000-7000-8000-0000000000a3'::uuid, 'CARRY', '货物承运合同', $b$货物承运合同

合同编号：{合同编号}
起草日期：{起草日期}

甲方（承运平台）：{承运平台}
统一社会信用代码：{承运平台信用代码}

乙方（实际承运人）：{实际承运人}
统一社会信用代码：{实际承运人信用代码}
联系人：{实际承运人联系人}　电话：{实际承运人电话}

一、甲方委托乙方运输下列货物，运单号 {运单号}。
　　货物：{货物}
　　计划重量：{计划重量}
　　装货地：{装货地}
　　卸货地：{卸货地}
　　车牌号：{车牌号}　司机：{司机}
　　运价：{运价}（{计价方式}）
二、乙方以本单位的车辆和驾驶员完成运输，不得再转委托。
三、乙方同意甲方为履行监管义务采集车辆定位、上传运单和资金流水。
四、货物重量以磅单或回单为准，回单应于卸货后 {回单天数} 日内上传。
五、运费于回单审核后 {付款天数} 日内支付至乙方名下或乙方书面授权的账户。
六、货物灭失、短少、损坏的，乙方按货源约定的亏吨规则和法律规定赔偿。
七、争议由双方协商解决；协商不成的，向甲方所在地人民法院起诉。
八、本合同自双方签署之日起生效。$b$)
) as own (id, kind, name, body);
