-- The hour under way stands in track_segments like every other: nothing ever wrote a table of its own (decision 149).
drop table track_open;
