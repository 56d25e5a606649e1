-- The employee a sheet was submitted for: they may neither check nor pay it, like those who made and submitted it.
alter table settlements add column submitter_for uuid references users;
