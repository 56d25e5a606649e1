-- An abnormal position is of one waybill: the truck's next one has its own, also while the one before waits for its note.
drop index episodes_open;
create unique index episodes_open on episodes (track_no, kind, waybill_id)
  where state in ('open', 'claimed', 'escalated') and kind <> 'placeMismatch';
