// Writing trades: each line of the books on which real money moved becomes one, and the bank's slip is kept with it.
import type { Input, Output } from '@yunshu/contract/call'
import type { uploadTradeSlip } from '@yunshu/contract/trade/trade'
import {
  repeatEvent,
  tradeAccounts,
  tradeKindOf,
  tradeKindOfBank,
  tradeKindOfPart,
  type TradeKind,
  type TradeRecord,
} from '@yunshu/domain/trade'
import type { AccountCode } from '@yunshu/domain/voucher/chart'
import { sql } from 'kysely'
import { dayTextInSql } from '../../db/conditions.ts'
import { nilId, q, type Tx } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { keepUploads, type StoredUploads } from '../file/file.commands.ts'
import { ownTrades } from './trade.queries.ts'

/** A line of the books, as far as a trade is made of it. */
export interface BookedLine {
  readonly entryId: string
  readonly n: number
  readonly account: AccountCode
  readonly event: string
  /** The name on the voucher, where no payment says who was paid. */
  readonly counterparty: string
}

/** The kind of money the bank took or gave by itself, by a line of its file. */
const bankKind = sql`case when m.net > 0 then ${tradeKindOfBank.IN} else ${tradeKindOfBank.OUT} end`

/** The kind of a payment by what it pays: one word where all its waybills stand on it with the same part. */
const paidKind = sql`case when m.kind = 'FREIGHT' then (select case min(part.part) ${sql.join(
  Object.entries(tradeKindOfPart).map(([part, kind]) => sql`when ${part} then ${kind}`),
  sql` `,
)} end from settlement_lines l join waybill_parts part on part.id = l.part_id where l.payment_id = m.payment_id
  having min(part.part) = max(part.part)) end`

/** The record an entry is of, a key of `tradeRecords`: the source of the entry, but for top-ups, which are fund records. */
const recordOf = sql`case m.source_type when 'topUp' then ${'fund' satisfies TradeRecord} else m.source_type end`

const isMoney = (account: AccountCode): boolean => tradeAccounts.some(code => code === account)

/**
 * Makes the trades of lines just written; lines on other accounts make none. The movement is read of the lines and their
 * sources, so that a trade cannot differ from the books: its moment is that of the bank, as the entry says. Its id carries
 * the moment the entry was written.
 * Answers how many there are.
 */
export async function writeTrades(tx: Tx, lines: readonly BookedLine[]): Promise<number> {
  const moved = lines.filter(line => isMoney(line.account))
  if (moved.length === 0) return 0
  const rows = moved.map(({ entryId, n, event, counterparty }) => ({
    entry_id: entryId,
    n,
    kind: tradeKindOf(event),
    counterparty,
  }))
  const made = await tx.rows(
    sql<{ id: string; payment_id: string | null }>`
    insert into trades (id, trade_no, entry_id, n, account, kind, direction, amount_fen, fee_fen, branch_id, shipper_id, carrier_id,
      payment_id, settlement_id, record, record_no, channel, bank_serial, payer, payer_account, payer_bank, payee, payee_account, payee_bank, happened_at, created_at, is_repeat)
    select (lpad(to_hex(m.created_at), 12, '0') || '7' || substr(m.hash, 1, 3) || '8' || substr(m.hash, 4, 15))::uuid,
      'LS' || ${dayTextInSql(sql`m.created_at`, 'YYMMDD')} || lpad(m.number::text, greatest(8, length(m.number::text)), '0'),
      m.entry_id, m.n, m.account, case when m.of_bank then ${bankKind} else coalesce(${paidKind}, m.kind) end, case when m.net > 0 then 'IN' else 'OUT' end, abs(m.net) - m.fee, m.fee, m.branch_id, m.shipper_id, m.carrier_id,
      m.payment_id, m.settlement_id, case when m.record_no is not null then ${recordOf} end, m.record_no, m.channel, m.bank_serial,
      case when m.net > 0 then m.other else m.house end, case when m.net > 0 then m.other_account end, case when m.net > 0 then m.other_bank end,
      case when m.net > 0 then m.house else m.other end, case when m.net < 0 then m.other_account end, case when m.net < 0 then m.other_bank end,
      m.happened_at, m.created_at, m.event = ${repeatEvent}
    from (
      select moved.*, nextval('trade_number') as number from (
        select l.entry_id, l.n, l.account, l.debit_fen - l.credit_fen as net, l.branch_id, e.created_at, e.event, md5(l.entry_id::text || l.n) as hash,
          greatest((select sum(f.debit_fen) from journal_lines f where f.entry_id = l.entry_id and f.account = '6603.01' and e.source_type not in ('manual', 'reconLine')), 0) as fee,
          r.kind, e.shipper_id, e.carrier_id, p.id as payment_id, p.settlement_id, p.channel, e.source_type, e.source_type = 'reconLine' as of_bank,
          coalesce(fr.record_no, rm.remittance_no, rf.refund_no, dp.deposit_no, dk.back_no) as record_no,
          coalesce(cf.bank_serial, case when e.event = 'E7b' then p.bank_serial end, fr.serial, rf.serial, rl.serial, dp.serial, case e.event when 'E11t' then dk.back_serial else dk.serial end,
            case e.event when 'E0' then rm.serial when 'E0r' then sb.serial end) as bank_serial,
          b.name as house, coalesce(p.payee, r.counterparty) as other, coalesce(p.account_no, rm.payer_account, rf.account_no, dk.account_no, rl.other_account) as other_account,
          coalesce(p.bank, dk.bank) as other_bank,
          e.happened_at
        from json_to_recordset(${JSON.stringify(rows)}::json) as r (entry_id uuid, n smallint, kind text, counterparty text)
        join journal_lines l on l.entry_id = r.entry_id and l.n = r.n
        join journal_entries e on e.id = l.entry_id
        join companies b on b.id = l.branch_id
        left join channel_facts cf on e.source_type = 'channelFact' and cf.id = e.source_id
        left join payments p on p.id = case when e.source_type = 'payment' then e.source_id
          else (select x.id from payments x where x.channel = cf.channel and x.idem_key = cf.order_key) end
        left join fund_records fr on e.source_type in ('topUp', 'fund') and fr.id = e.source_id
        left join refunds rf on e.source_type = 'refund' and rf.id = e.source_id
        left join deposits dp on e.source_type = 'deposit' and dp.id = e.source_id
        left join deposit_backs dk on e.source_type = 'depositBack' and dk.id = e.source_id
        left join remittance_refunds sb on e.source_type = 'remittance' and e.event = 'E0r' and sb.id = e.source_id
        left join remittances rm on e.source_type = 'remittance' and rm.id = coalesce(sb.remittance_id, e.source_id)
        left join recon_lines rl on e.source_type = 'reconLine' and rl.id = e.source_id
        where l.debit_fen <> l.credit_fen
        order by e.created_at, l.entry_id, l.n
      ) as moved
    ) as m
    returning id, payment_id`.compile(q),
  )
  const ofPayments = made.filter(row => row.payment_id !== null).map(row => row.id)
  if (ofPayments.length === 0) return made.length
  await tx.run(
    sql`insert into trade_waybills (trade_id, waybill_id, amount_fen)
      select t.id, l.waybill_id, sum(l.pay_fen) from trades t join journal_entries e on e.id = t.entry_id
        join settlement_lines l on l.payment_id = t.payment_id and coalesce(l.late = 'twice', false) = (e.event = 'E7d')
      where t.id = any(${ofPayments}::uuid[]) and l.pay_fen > 0 and e.event <> 'E7e' group by 1, 2`.compile(q),
  )
  return made.length
}

/** Keeps files of the bank's slip with a trade; both companies of it see them. */
export async function uploadSlip(
  ctx: Ctx,
  { id }: Input<typeof uploadTradeSlip>,
  stored: StoredUploads,
): Promise<Output<typeof uploadTradeSlip>> {
  const trade = await ctx.tx.one(
    q
      .selectFrom('trades as t')
      .select(['t.trade_no', 't.shipper_id', 't.carrier_id', 't.branch_id'])
      .where('t.id', '=', id)
      .where(ownTrades(ctx.actor, 't')),
  )
  const files = await keepUploads(ctx, stored, {
    entity: 'trade',
    id,
    category: 'SLIP',
    shipperId: trade.shipper_id ?? nilId,
    carrierId: trade.carrier_id ?? nilId,
    branchId: trade.branch_id,
  })
  ctx.touched('trade', id, { tradeNo: trade.trade_no, files: String(files.length) })
  return { files }
}

/**
 * Shows the movement of money that came to the company it is, whole; one of several companies, or of which some is nobody's, is
 * the house's alone, and each of them sees its part in its own account.
 */
export async function tellTradeOwner(ctx: Ctx, remittanceId: string): Promise<void> {
  const query = sql`update trades t set shipper_id = own.shipper_id, carrier_id = own.carrier_id
    from journal_entries e, (select case when count(distinct coalesce(m.shipper_id, m.carrier_id)) = 1 and sum(m.amount_fen) = r.amount_fen
          then min(m.shipper_id::text) end::uuid as shipper_id,
        case when count(distinct coalesce(m.shipper_id, m.carrier_id)) = 1 and sum(m.amount_fen) = r.amount_fen
          then min(m.carrier_id::text) end::uuid as carrier_id
      from remittances r left join remittance_claims m on m.remittance_id = r.id and m.undone_at is null
      where r.id = ${remittanceId}::uuid group by r.id) own
    where t.entry_id = e.id and e.source_type = 'remittance' and e.source_id = ${remittanceId}::uuid and e.event = 'E0'`.compile(
    q,
  )
  await ctx.tx.elevated(() => ctx.tx.run(query))
}

/** The movement of money that came becomes one of a payment that came back. */
export const nameReturnOf = (remittanceId: string, paymentId: string) =>
  sql`update trades t set kind = ${'RETURN' satisfies TradeKind}, payment_id = p.id,
      settlement_id = p.settlement_id, channel = p.channel, shipper_id = p.shipper_id, carrier_id = p.carrier_id
    from payments p, journal_entries e
    where p.id = ${paymentId}::uuid and e.id = t.entry_id and e.event = 'E0' and e.source_type = 'remittance'
      and e.source_id = ${remittanceId}::uuid`.compile(q)

/** Makes the movement of money that came one of a payment that came back, with the waybills it had paid. */
export async function tellTradeReturned(ctx: Ctx, remittanceId: string, paymentId: string): Promise<void> {
  const named = sql`insert into trade_waybills (trade_id, waybill_id, amount_fen)
    select t.id, l.waybill_id, sum(l.pay_fen) from journal_entries e join trades t on t.entry_id = e.id
      join settlement_lines l on l.payment_id = t.payment_id and l.late is distinct from 'twice'
    where e.event = 'E0' and e.source_type = 'remittance' and e.source_id = ${remittanceId}::uuid and l.pay_fen > 0
    group by 1, 2`.compile(q)
  await ctx.tx.elevated(async () => {
    await ctx.tx.run(nameReturnOf(remittanceId, paymentId))
    await ctx.tx.run(named)
  })
}
