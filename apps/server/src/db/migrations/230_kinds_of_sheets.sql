-- Sheets of the rarer kinds are looked for by their kind: advances, fees, and those that pay failed payments again.
create index settlements_kind on settlements (kind, id desc) where kind <> 'NORMAL';
