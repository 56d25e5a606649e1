-- 今日 reads deposits and their ways out that wait for a person: few of many.
create index deposits_waiting on deposits (id desc) where state in ('recorded', 'undoing');
create index deposit_backs_waiting on deposit_backs (id desc) where state in ('asked', 'approved', 'bouncing', 'undoing');
