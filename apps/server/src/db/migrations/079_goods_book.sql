-- The address book of a shipper (places and lanes kept beside those learned from its goods) and the templates of its goods.
create table book_entries (
  id uuid primary key,
  company_id uuid not null references companies,
  kind text not null check (kind in ('place', 'lane')),
  key text not null,
  name text not null,
  points jsonb not null,
  pinned boolean not null,
  hidden boolean not null,
  version int not null default 1,
  created_by uuid not null references users,
  created_at bigint not null,
  updated_at bigint not null,
  unique (company_id, kind, key)
);
comment on column book_entries.key is 'digest of the place or lane it stands for: one learned from goods is covered by the entry of its key';
comment on column book_entries.points is 'in wire form: one place, or the places of loading and unloading of a lane';

create table goods_templates (
  id uuid primary key,
  company_id uuid not null references companies,
  name text not null,
  kind text not null check (kind in ('NORMAL', 'GX', 'SH')),
  body text not null,
  maker_name text not null,
  version int not null default 1,
  created_by uuid not null references users,
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint
);
comment on column goods_templates.body is 'values of the publishing form, with the day its times are counted from';
comment on column goods_templates.deleted_at is 'for a day it can be taken back';
create unique index goods_templates_name on goods_templates (company_id, name) where deleted_at is null;

do $$
declare
  name text;
  rule constant text := $q$current_setting('app.reach') in ('platform', 'system') or company_id = current_setting('app.company')::uuid$q$;
begin
  foreach name in array array['book_entries', 'goods_templates'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy wall on %I using (%s) with check (%s)', name, rule, rule);
    execute format('grant select, insert, update, delete on %I to yunshu_app', name);
  end loop;
end $$;
