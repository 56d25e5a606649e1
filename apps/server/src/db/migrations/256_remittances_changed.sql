-- Money nobody claimed is looked for as of a past day among what changed since (decision 203).
create index remittances_updated on remittances (updated_at);
