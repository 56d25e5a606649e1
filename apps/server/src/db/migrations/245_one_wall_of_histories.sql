-- Who sees the history of a record is asked in one function for all of them: eight records had a policy of their own beside
-- it, and every policy was tried for every line. A record that comes after these has a function of its own, sees_<entity>(id),
-- and needs no change of this one (decision 026).

create or replace function sees_record(entity text, id uuid) returns boolean language plpgsql stable as $$
declare
  own text;
  seen boolean;
begin
  case entity
    when 'waybill', 'receipt', 'waybillSettle', 'swap', 'claim', 'pound', 'specialLine' then return exists (select from waybills r where r.id = $2);
    when 'goods' then return exists (select from goods r where r.id = $2);
    when 'goodsChange' then return exists (select from goods_changes r where r.id = $2);
    when 'goodsConsent' then return exists (select from goods_consents r where r.id = $2);
    when 'fence' then return exists (select from fences r where r.goods_id = $2) or exists (select from fence_vehicles r where r.goods_id = $2);
    when 'task' then return exists (select from tasks r where r.id = $2);
    when 'shipperClaim' then return exists (select from waybill_claims r where r.id = $2);
    when 'specialTicket' then return exists (select from special_tickets r where r.id = $2);
    when 'settlement' then return exists (select from settlements r where r.id = $2);
    when 'payment' then return exists (select from payments r where r.id = $2);
    when 'trade' then return exists (select from trades r where r.id = $2);
    when 'voucher' then return exists (select from vouchers r where r.id = $2);
    when 'fund' then return exists (select from fund_records r where r.id = $2);
    when 'remittance' then return exists (select from remittances r where r.id = $2);
    when 'debt' then return exists (select from debts r where r.id = $2);
    when 'writeOff' then return exists (select from write_offs r where r.id = $2);
    when 'credit' then return exists (select from credits r where r.id = $2);
    when 'refund' then return exists (select from refunds r where r.id = $2);
    when 'deposit' then return exists (select from deposits r where r.id = $2);
    when 'depositBack' then return exists (select from deposit_backs r where r.id = $2);
    when 'statement' then return exists (select from shipper_statements r where r.id = $2);
    when 'letter' then return exists (select from balance_letters r where r.id = $2);
    when 'reconFile' then return exists (select from recon_files r where r.id = $2);
    when 'fuelCard' then return exists (select from fuel_cards r where r.id = $2);
    when 'fuelIssue' then return exists (select from fuel_issues r where r.id = $2);
    when 'fuelUse' then return exists (select from fuel_uses r where r.id = $2);
    when 'tollPass' then return exists (select from toll_passes r where r.id = $2);
    when 'invoiceApp' then return exists (select from invoice_apps r where r.id = $2);
    when 'invoice' then return exists (select from invoices r where r.id = $2);
    when 'redConfirm' then return exists (select from red_confirms r where r.id = $2);
    when 'inputInvoice' then return exists (select from input_invoices r where r.id = $2);
    when 'agreement' then return exists (select from agreements r where r.id = $2);
    when 'vehicle' then return exists (select from vehicles r where r.id = $2);
    when 'driver' then return exists (select from drivers r where r.id = $2);
    when 'payee' then return exists (select from payees r where r.id = $2);
    when 'payeeAuth' then return exists (select from payee_auths r where r.id = $2);
    when 'export' then return exists (select from exports r where r.id = $2);
    when 'import' then return exists (select from imports r where r.id = $2);
    when 'relation' then return exists (select from relations r where r.id = $2);
    when 'company' then return exists (select from company_profiles r where r.company_id = $2);
    when 'user' then return exists (select from users r where r.id = $2);
    when 'role' then return exists (select from roles r where r.id = $2);
    when 'payFile' then return exists (select from pay_files r where r.id = $2);
    when 'reconItem' then return exists (select from recon_items r where r.id = $2);
    when 'terminal' then return exists (select from terminals r where r.id = $2);
    when 'fuelShift' then return exists (select from fuel_shifts r where r.id = $2);
    when 'episode' then return exists (select from episodes r where r.id = $2);
    when 'postingVersion' then return exists (select from posting_versions r where r.id = $2);
    when 'accountMap' then return exists (select from account_maps r where r.id = $2);
    when 'baseChange' then return exists (select from base_changes r where r.id = $2);
    else
      own := format('%I', 'sees_' || entity);
      if to_regprocedure(own || '(uuid)') is null then return false; end if;
      execute 'select ' || own || '($1)' into seen using $2;
      return coalesce(seen, false);
  end case;
end $$;

drop policy wall_payFile on events;
drop policy wall_reconItem on events;
drop policy wall_terminal on events;
drop policy wall_fuelShift on events;
drop policy wall_episode on events;
drop policy wall_postingVersion on events;
drop policy wall_accountMap on events;
drop policy wall_baseChange on events;
