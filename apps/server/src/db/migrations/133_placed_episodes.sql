-- An arrival that was entered outside its fence is a matter of its waybill, not of the vehicle: it stays until a person has done with it.
drop index episodes_open;
create unique index episodes_open on episodes (track_no, kind) where state in ('open', 'claimed', 'escalated') and kind <> 'placeMismatch';
create unique index episodes_placed on episodes (waybill_id) where state in ('open', 'claimed', 'escalated') and kind = 'placeMismatch';
