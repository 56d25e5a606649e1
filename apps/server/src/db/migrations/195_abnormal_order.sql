-- Abnormal positions that somebody has to take stand first in their list, by level and the longest first.
create index episodes_order on episodes (
  (case when state in ('open', 'escalated') then level when state = 'claimed' then 10 + level else 99 end),
  (case when state in ('open', 'escalated', 'claimed') then from_at else 0 end),
  id desc
);
