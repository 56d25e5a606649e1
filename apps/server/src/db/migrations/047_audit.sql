-- What the audit page filters by.
create index audit_log_branch on audit_log (branch_id, id desc) where branch_id is not null;
create index audit_log_request on audit_log (request_id);
