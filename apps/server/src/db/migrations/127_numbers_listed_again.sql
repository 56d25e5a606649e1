-- Positions are held against every row the list has of a number, retired ones among them: each round of the track role looks
-- them up by the number.
create index terminals_phone_rows on terminals (phone, terminal_no);
