-- A line of the bank that was only theirs may come to lie on a movement of another amount: that is a difference of its own.

drop index recon_items_line;
create unique index recon_items_line on recon_items (line_id, kind) where line_id is not null;
