-- Money entered by hand needs the bank's slip before it is confirmed; a remittance made of a line of the bank's file has it there.
alter table remittances add column recon_line_id uuid references recon_lines;
comment on column remittances.recon_line_id is 'the line of the bank''s file it was made of, which is its slip';
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);
update remittances r set recon_line_id = i.line_id from recon_items i
  where i.branch_id = r.branch_id and i.made_note = '来款 ' || r.remittance_no;
