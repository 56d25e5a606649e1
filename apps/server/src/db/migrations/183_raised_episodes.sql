-- Urgent abnormal positions that nobody claimed are the branch's first, and the platform's later.
alter table episodes add column raised_at bigint;
comment on column episodes.raised_at is 'when the product raised it to the branch, until the platform was told too';
create index episodes_raised on episodes (raised_at) where raised_at is not null;
