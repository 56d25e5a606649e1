-- People who left: no longer listed, never signed in again; their name stays on what they did, and their account is not given away.
alter table users add column removed_at bigint;
create unique index users_account_any_case on users (lower(account));
