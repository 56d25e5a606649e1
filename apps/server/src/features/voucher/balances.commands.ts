// The last step of a posting: balances of accounts and days, and vouchers with their numbers. Rows that all postings of
// a branch share are held for these statements only.
import type { JournalLine } from '@yunshu/domain/voucher/ledger'
import { sumFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { startOfDay } from '@yunshu/domain/figures/time'
import { voucherNo } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { insertRows } from '../../db/insertRows.ts'
import { nilId, q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import type { BookedEntry } from './entry.ts'

/** Adds entries to the balances, and numbers their vouchers without a gap. */
export async function writeBalances(ctx: Ctx, entries: readonly BookedEntry[]): Promise<void> {
  const months = turnoverOf(entries, ({ period }, { party = nilId }) => [{ party, when: period }])
  await ctx.tx.run(
    sql`${insertRows(
      'account_balances',
      months.map(({ when, ...row }) => ({ ...row, period: when })),
      ['branch_id', 'account', 'party_id', 'period'],
    )} on conflict (branch_id, account, party_id, period) do update
      set debit_fen = account_balances.debit_fen + excluded.debit_fen,
        credit_fen = account_balances.credit_fen + excluded.credit_fen`.compile(q),
  )
  // the account as a whole has days of its own beside those of its parties
  const days = turnoverOf(entries, ({ date }, { party }) =>
    [...(party === undefined ? [] : [party]), nilId].map(of => ({ party: of, when: startOfDay(date) })),
  )
  await ctx.tx.run(
    sql`${insertRows(
      'account_days',
      days.map(({ when, ...row }) => ({ ...row, day: when })),
      ['branch_id', 'account', 'party_id', 'day'],
    )} on conflict (branch_id, account, party_id, day) do update
      set debit_fen = account_days.debit_fen + excluded.debit_fen,
        credit_fen = account_days.credit_fen + excluded.credit_fen`.compile(q),
  )
  await insertVouchers(ctx, entries)
}

interface Turnover<W> {
  branch_id: string
  account: string
  party_id: string
  when: W
  debit_fen: Fen
  credit_fen: Fen
}

/** The amounts entries add to each account, for the parties and at the times each line counts for. */
function turnoverOf<W>(
  entries: readonly BookedEntry[],
  countsFor: (entry: BookedEntry, line: JournalLine) => readonly { party: string; when: W }[],
): Turnover<W>[] {
  const turnover = new Map<string, Turnover<W>>()
  for (const entry of entries)
    for (const [line, ...more] of sharesOf(entry.lines))
      for (const { party, when } of countsFor(entry, line)) {
        const key = `${entry.branchId} ${line.account} ${party} ${String(when)}`
        const { debit_fen: debit = ZERO_FEN, credit_fen: credit = ZERO_FEN } = turnover.get(key) ?? {}
        turnover.set(key, {
          branch_id: entry.branchId,
          account: line.account,
          party_id: party,
          when,
          debit_fen: sumFen([debit, line.debitFen, ...more.map(({ debitFen }) => debitFen)]),
          credit_fen: sumFen([credit, line.creditFen, ...more.map(({ creditFen }) => creditFen)]),
        })
      }
  return [...turnover.values()]
}

/** Lines of an entry by account and party: a large sheet has thousands of each, which are added up at once. */
function sharesOf(lines: readonly JournalLine[]): (readonly [JournalLine, ...JournalLine[]])[] {
  const shares = new Map<string, [JournalLine, ...JournalLine[]]>()
  for (const line of lines) {
    const key = `${line.account} ${line.party ?? ''}`
    const share = shares.get(key)
    if (share === undefined) shares.set(key, [line])
    else share.push(line)
  }
  return [...shares.values()]
}

async function insertVouchers(ctx: Ctx, entries: readonly BookedEntry[]): Promise<void> {
  const wanted = new Map<string, { branch_id: string; period: string; last: number }>()
  for (const { branchId, period } of entries) {
    const row = wanted.get(branchId + period) ?? { branch_id: branchId, period, last: 0 }
    wanted.set(branchId + period, { ...row, last: row.last + 1 })
  }
  const taken = await ctx.tx.rows<{ branch_id: string; period: string; last: number }>(
    sql<{ branch_id: string; period: string; last: number }>`
    ${insertRows('voucher_numbers', [...wanted.values()], ['branch_id', 'period'])}
    on conflict (branch_id, period) do update set last = voucher_numbers.last + excluded.last
    returning branch_id, period, last`.compile(q),
  )
  const next = new Map(
    taken.map(({ branch_id: branchId, period, last }) => [
      branchId + period,
      last - (wanted.get(branchId + period)?.last ?? 0) + 1,
    ]),
  )
  const { userId, name } = ctx.actor
  const rows = entries.map(({ voucher, ...entry }) => {
    const key = entry.branchId + entry.period
    const n = next.get(key) ?? 0
    next.set(key, n + 1)
    return {
      id: voucher.draftId ?? v7(),
      voucher_no: voucherNo(entry.period, n),
      kind: voucher.kind,
      state: 'posted' as const,
      branch_id: entry.branchId,
      period: entry.period,
      date: entry.date,
      summary: entry.summary,
      counterparty: voucher.counterparty,
      amount_fen: sumFen(entry.lines.map(line => line.debitFen)),
      shipper_id: entry.shipperId ?? null,
      carrier_id: entry.carrierId ?? null,
      waybill_id: voucher.waybillId ?? null,
      settlement_id: voucher.settlementId ?? null,
      entry_id: entry.id,
      maker_id: voucher.maker?.id ?? userId,
      maker_name: voucher.maker?.name ?? name,
      auditor_name: voucher.maker === undefined ? null : name,
      poster_name: '系统',
      created_at: ctx.now,
      updated_at: ctx.now,
    }
  })
  const drafts = new Set(entries.flatMap(({ voucher: { draftId } }) => (draftId === undefined ? [] : [draftId])))
  const made = rows.filter(row => !drafts.has(row.id))
  if (made.length > 0) await ctx.tx.run(sql`${insertRows('vouchers', made)}`.compile(q))
  for (const { id, voucher_no, period, date, amount_fen, entry_id } of rows.filter(row => drafts.has(row.id)))
    await ctx.tx.run(
      q.updateTable('vouchers').set({ voucher_no, period, date, amount_fen, entry_id }).where('id', '=', id),
    )
}
