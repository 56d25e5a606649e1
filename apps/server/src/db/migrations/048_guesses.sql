-- A failed login can be taken back by itself: who gave the right password and is still to give the code has not failed.
alter table login_failures add column id uuid primary key default gen_random_uuid();
-- the right password alone, where a code is wanted, is worth a line of the owner's history
alter table login_log drop constraint login_log_result_check, add constraint login_log_result_check check (result in ('ok', 'password', 'code', 'factor', 'locked', 'disabled'));
