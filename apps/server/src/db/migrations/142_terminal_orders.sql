-- Orders to terminals: one of a kind under way for each, and who may send them.

alter table terminal_commands drop constraint terminal_commands_state_check,
  add constraint terminal_commands_state_check check (state in ('queued', 'sent', 'done', 'failed', 'unsupported', 'expired', 'cancelled'));
comment on column terminal_commands.state is 'written by the gateway once it is sent';
comment on column terminal_commands.tries is 'times it was sent down: what changes nothing is sent again, a text never';
create unique index terminal_commands_one on terminal_commands (terminal_id, kind) where state in ('queued', 'sent');

-- as the product: the owner of a foreign database is held by the walls
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true), set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);
-- whoever keeps terminals sends them orders
update roles set functions = functions || array['terminal.command'] where 'terminal.edit' = any (functions) and not 'terminal.command' = any (functions);
