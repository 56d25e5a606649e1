-- Rows of files may stand for the same bytes: papers of the demo are one picture per kind.

alter table files drop constraint files_storage_key_key;
create index files_storage_key on files (storage_key);
