-- Differences are asked for by many numbers at once: of the bank's line and of its order.
create index recon_lines_serial on recon_lines (serial);
create index recon_lines_order on recon_lines (order_key) where order_key is not null;

-- The list of movements on paper is counted by its movements, apart from their slips.
create function "sees_tradeList"(id uuid) returns boolean language sql stable as $$
  select exists (select from trades r where r.id = $1) $$;
