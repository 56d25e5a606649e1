-- Payment files for a bank's batch upload: made of payments by one person, let out by another; the bank's answer is read
-- as a preview and taken by a second person. Templates are rows.

-- the owner is held by the walls too: rows are moved as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

create table pay_templates (
  id uuid primary key,
  name text not null unique,
  format text not null check (format in ('CSV', 'XLSX')),
  encoding text not null check (encoding in ('UTF8', 'UTF8_BOM', 'GB18030')),
  has_heading boolean not null check (has_heading or format = 'CSV'),
  columns jsonb not null,
  remark_bytes int not null check (remark_bytes between 20 and 400),
  lines_most int not null check (lines_most between 1 and 1000),
  answer jsonb not null,
  retired_at bigint,
  created_at bigint not null
);
comment on column pay_templates.columns is 'in the order of the bank: {title, field} for a fact of the payment, {title, text} for the same text in each row';
comment on column pay_templates.answer is 'headings of the columns of the bank''s answer, its words for each result, and the word of its last row with the sum, where it writes one';

create sequence pay_file_number;
create table pay_files (
  id uuid primary key,
  file_no text not null unique,
  state text not null check (state in ('made', 'released', 'withdrawn')),
  branch_id uuid not null references companies,
  template_id uuid not null references pay_templates,
  name text not null,
  content bytea not null,
  sha256 text not null,
  lines int not null check (lines > 0),
  amount_fen bigint not null check (amount_fen > 0),
  maker_id uuid not null references users,
  maker_for uuid references users,
  maker_name text not null,
  releaser_id uuid references users,
  releaser_name text,
  released_at bigint,
  downloads int not null default 0,
  reason text,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  check (releaser_id <> maker_id and releaser_id <> maker_for),
  check (state <> 'released' or (releaser_id is not null and released_at is not null))
);
comment on column pay_files.content is 'the bytes the hash is of: what is handed out is what was let out';
create index pay_files_branch on pay_files (branch_id, id desc);

create table pay_file_lines (
  file_id uuid not null references pay_files,
  n int not null check (n > 0),
  payment_id uuid not null references payments,
  branch_id uuid not null references companies,
  is_live boolean not null default true,
  primary key (file_id, n)
);
-- a payment stands in one file that was not taken back
create unique index pay_file_lines_live on pay_file_lines (payment_id) where is_live;
create index pay_file_lines_payment on pay_file_lines (payment_id);

create table pay_answers (
  id uuid primary key,
  file_id uuid not null references pay_files,
  branch_id uuid not null references companies,
  state text not null check (state in ('read', 'applied', 'dropped')),
  name text not null,
  sha256 text not null,
  rows jsonb not null,
  rows_n int not null,
  good_n int not null,
  fault text,
  maker_id uuid not null references users,
  maker_for uuid references users,
  maker_name text not null,
  checker_id uuid references users,
  checker_name text,
  checked_at bigint,
  version int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  check (checker_id <> maker_id and checker_id <> maker_for),
  check (state <> 'applied' or checker_id is not null)
);
-- the same file is read once
create unique index pay_answers_sha on pay_answers (branch_id, sha256) where state <> 'dropped';
create index pay_answers_file on pay_answers (file_id, id desc);

-- payments that wait for a file
create index payments_by_file on payments (branch_id, id desc) where channel = 'FILE' and state = 'created';

alter table channel_facts drop constraint channel_facts_source_check,
  add constraint channel_facts_source_check check (source in ('NOTICE', 'ANSWER', 'FILE'));

grant select on pay_templates to yunshu_app;
grant select, insert, update on pay_files, pay_file_lines, pay_answers to yunshu_app;
grant usage on sequence pay_file_number to yunshu_app;

do $$
declare
  wall text;
  rule constant text := $q$current_setting('app.reach') in ('platform', 'system')
    or (current_setting('app.reach') = 'branch' and branch_id = current_setting('app.branch')::uuid)$q$;
begin
  foreach wall in array array['pay_files', 'pay_file_lines', 'pay_answers'] loop
    execute format('alter table %I enable row level security', wall);
    execute format('alter table %I force row level security', wall);
    execute format('create policy wall on %I using (%s) with check (%s)', wall, rule, rule);
  end loop;
end $$;
alter table pay_templates enable row level security;
alter table pay_templates force row level security;
create policy wall on pay_templates using (current_setting('app.reach') in ('platform', 'branch', 'system'));

-- who sees the file sees its history
create policy wall_payFile on events to yunshu_app using (entity = 'payFile' and exists (select from pay_files f where f.id = entity_id))
  with check (entity = 'payFile' and exists (select from pay_files f where f.id = entity_id));

insert into pay_templates (id, name, format, encoding, has_heading, columns, remark_bytes, lines_most, answer, created_at)
select ('01000000-0000-7000-8000-00000000000' || t.n)::uuid, t.name, t.format, t.encoding, t.has_heading, t.columns::jsonb, t.remark_bytes, t.lines_most,
  '{"key": ["支付任务号", "客户业务编号", "附言", "摘要", "用途"], "amount": ["金额", "交易金额", "付款金额"], "result": ["结果", "交易状态", "处理结果", "状态"],
    "serial": ["银行流水号", "交易流水号", "流水号"], "account": ["收款账号", "收款方账号"], "reason": ["失败原因", "银行返回信息", "备注"],
    "words": {"success": ["成功", "交易成功", "支付成功", "已入账"], "failed": ["失败", "交易失败", "支付失败", "已拒绝"],
      "returned": ["退汇", "已退汇", "退回"], "processing": ["处理中", "待处理", "已受理"]}, "total": "合计"}'::jsonb, 0
from (values
  (1, '通用 CSV（UTF-8，含任务号）', 'CSV', 'UTF8_BOM', true,
    '[{"title": "序号", "field": "n"}, {"title": "支付任务号", "field": "taskNo"}, {"title": "收款户名", "field": "payee"}, {"title": "收款账号", "field": "account"},
      {"title": "收款银行", "field": "bank"}, {"title": "金额", "field": "amount"}, {"title": "附言", "field": "remark"}]', 60, 500),
  (2, '通用 Excel（含任务号）', 'XLSX', 'UTF8', true,
    '[{"title": "序号", "field": "n"}, {"title": "支付任务号", "field": "taskNo"}, {"title": "收款户名", "field": "payee"}, {"title": "收款账号", "field": "account"},
      {"title": "收款银行", "field": "bank"}, {"title": "金额", "field": "amount"}, {"title": "附言", "field": "remark"}]', 60, 1000),
  (3, '网银批量转账 CSV（GB18030，附言带任务号）', 'CSV', 'GB18030', true,
    '[{"title": "收款账号", "field": "account"}, {"title": "收款户名", "field": "payee"}, {"title": "开户行", "field": "bank"}, {"title": "转账金额", "field": "amount"},
      {"title": "币种", "text": "人民币"}, {"title": "附言", "field": "remark"}]', 40, 300)
) as t (n, name, format, encoding, has_heading, columns, remark_bytes, lines_most);

update roles set functions = functions || array['payFile.view', 'payFile.make', 'payFile.release'] where 'remittance.confirm' = any (functions);
update roles set functions = functions || array['payFile.view', 'payFile.make']
  where 'remittance.record' = any (functions) and not 'payFile.view' = any (functions);
