-- The partition of positions no month takes stands behind a wall of its own: nobody reads it but through its table.

alter table track_segments_rest enable row level security;
alter table track_segments_rest force row level security;
create policy wall on track_segments_rest using (current_setting('app.reach') = 'system') with check (current_setting('app.reach') = 'system');
