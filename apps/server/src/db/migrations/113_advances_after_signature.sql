-- An advance nobody had paid before the signature stayed ready after it, though its amount falls due on arrival by then: it could
-- be paid on a sheet of its own beside that. It is dropped by the signature from now on, and here for those signed before.

-- the owner is held by the walls too: rows are moved as the product itself
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);

update waybill_parts p set state = 'dropped', version = p.version + 1
from waybills w where w.id = p.waybill_id and p.part = 'pre' and p.state = 'ready' and w.state in ('signed', 'finished');
