-- The camera's notes of a photo, apart from what is shown of it: evidence for whoever judges its time and place. The
-- stored bytes stay as they came; what is served of them carries no notes.
alter table files
  add column taken_at bigint,
  add column taken_lat double precision,
  add column taken_lng double precision,
  add check ((taken_lat is null) = (taken_lng is null));
comment on column files.taken_at is 'by the clock of the camera; nobody vouches for it';
comment on column files.taken_lat is 'degrees north; nobody vouches for it';
