-- Visits of a vehicle in a span of time, whatever waybills it drove: marks of a trail that is played.
create index fence_visits_track on fence_visits (track_no, entered_at);
