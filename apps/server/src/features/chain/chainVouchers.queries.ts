// The vouchers of waybills for an inspector: the lines about the waybill and those about none, what other waybills have of the
// same voucher as one line, so that debit and credit come to the same.
import { fen, printYuan, subtractFen, sumFen, type Fen } from '@yunshu/domain/figures/money'
import { formatDate } from '@yunshu/domain/figures/time'
import { voucherKinds, voucherStates } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import { csvText } from '../../exports/zip.ts'
import type { Ctx } from '../../work/ctx.ts'
import { ownJournalLines, ownVouchers } from '../../work/scope.ts'
import { accountName } from '../voucher/voucher.queries.ts'

interface Found {
  readonly waybill_id: string
  readonly voucher_no: string
  readonly kind: string
  readonly state: string
  readonly date: number
  readonly summary: string
  readonly counterparty: string
  readonly entry_id: string
  /** Fen bound to the waybill; none where the voucher names it itself. */
  readonly bound_fen: number | null
}
interface LineOf {
  readonly entry_id: string
  readonly waybill_id: string | null
  readonly account: string
  readonly party: string | null
  readonly debit_fen: number
  readonly credit_fen: number
}
interface TotalOf {
  readonly entry_id: string
  readonly lines: number
  readonly debit: number
  readonly credit: number
}

/** A voucher of a waybill, and its file made when it is sent. */
export interface VoucherFile {
  readonly waybillId: string
  readonly voucherNo: string
  readonly date: number
  readonly text: () => string
}

/** Vouchers in the books whose lines name the waybills, or that are bound to them. */
const foundOf = (ctx: Ctx, waybillIds: readonly string[]): Promise<Found[]> => {
  const ids = sql`${[...waybillIds]}::uuid[]`
  return ctx.tx.rows(
    sql<Found>`select o.waybill_id, v.voucher_no, v.kind, v.state, v.date, v.summary, v.counterparty, v.entry_id,
      max(o.bound_fen)::bigint as bound_fen
    from (select l.waybill_id, l.entry_id, null::bigint as bound_fen from journal_lines l where l.waybill_id = any(${ids})
      union all select x.waybill_id, b.entry_id, x.amount_fen from voucher_waybills x join vouchers b on b.id = x.voucher_id
        where x.waybill_id = any(${ids}) and x.unbound_at is null and b.entry_id is not null) as o
    join vouchers v on v.entry_id = o.entry_id
    where ${ownVouchers(ctx.actor, 'v')}
    group by 1, v.id order by 1, v.date, v.id`.compile(q),
  )
}

/** The vouchers of waybills, oldest first, for those who may see vouchers. */
export async function findVoucherFiles(ctx: Ctx, waybillIds: readonly string[]): Promise<VoucherFile[]> {
  if (!ctx.can('voucher.view')) return []
  const found = await foundOf(ctx, waybillIds)
  const entries = sql`${[...new Set(found.map(row => row.entry_id))]}::uuid[]`
  const lines = await ctx.tx.rows(
    sql<LineOf>`select l.entry_id, l.waybill_id, l.account, c.name as party, l.debit_fen, l.credit_fen
    from journal_lines l left join companies c on c.id = l.party_id
    where l.entry_id = any(${entries}) and (l.waybill_id is null or l.waybill_id = any(${[...waybillIds]}::uuid[]))
      and ${ownJournalLines(ctx.actor, 'l')} order by l.entry_id, l.n`.compile(q),
  )
  const totals = await ctx.tx.rows(
    sql<TotalOf>`select l.entry_id, count(*)::int as lines, sum(l.debit_fen)::bigint as debit,
      sum(l.credit_fen)::bigint as credit
    from journal_lines l where l.entry_id = any(${entries}) and ${ownJournalLines(ctx.actor, 'l')}
    group by 1`.compile(q),
  )
  const ofEntry = Map.groupBy(lines, line => line.entry_id)
  const totalOf = new Map(totals.map(total => [total.entry_id, total]))
  return found.map(voucher => ({
    waybillId: voucher.waybill_id,
    voucherNo: voucher.voucher_no,
    date: voucher.date,
    text: () => fileOf(voucher, ofEntry.get(voucher.entry_id) ?? [], totalOf.get(voucher.entry_id)),
  }))
}

/** A voucher as a file: its head, its lines, and their sums. */
function fileOf(voucher: Found, all: readonly LineOf[], total: TotalOf | undefined): string {
  const own = all.filter(line => line.waybill_id === null || line.waybill_id === voucher.waybill_id)
  const sum = (side: 'debit_fen' | 'credit_fen'): Fen => sumFen(own.map(line => fen(line[side])))
  const [debit, credit] = [fen(total?.debit ?? 0), fen(total?.credit ?? 0)]
  const others = (total?.lines ?? 0) - own.length
  const state = voucherStates.states[keyOf(voucherStates.states, voucher.state)].label
  return csvText([
    ['凭证号', voucher.voucher_no, '类型', voucherKinds[keyOf(voucherKinds, voucher.kind)], '状态', state],
    ['日期', formatDate(voucher.date), '摘要', voucher.summary, '对方', voucher.counterparty],
    ...(voucher.bound_fen === null ? [] : [['绑定本运单(元)', printYuan(fen(voucher.bound_fen))]]),
    [],
    ['科目', '科目名称', '往来', '借方(元)', '贷方(元)'],
    ...own.map(line => [
      line.account,
      accountName(line.account),
      line.party ?? '',
      printYuan(fen(line.debit_fen)),
      printYuan(fen(line.credit_fen)),
    ]),
    ...(others === 0
      ? []
      : [
          [
            '',
            `其他运单的分录 ${others} 行`,
            '',
            printYuan(subtractFen(debit, sum('debit_fen'))),
            printYuan(subtractFen(credit, sum('credit_fen'))),
          ],
        ]),
    ['合计', '', '', printYuan(debit), printYuan(credit)],
  ])
}
