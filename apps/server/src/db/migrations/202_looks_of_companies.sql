-- Looks at trails of a company's people, newest first: the audit log shows them.
create index track_views_company on track_views (company_id, id desc);
