-- The gateway counts the photos of a terminal of a day before it keeps another one.
grant select (id, bytes) on terminal_media to yunshu_gateway;
