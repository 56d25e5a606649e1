// Entries of a close: the tax of sales nobody invoiced (E8u), income and expense carried to profit (E16), and both in red
// when the month is opened again.
import { fen } from '@yunshu/domain/figures/money'
import { profitAccounts } from '@yunshu/domain/report/profit'
import type { AccountCode } from '@yunshu/domain/voucher/chart'
import * as postings from '@yunshu/domain/voucher/postings'
import { carryProfit } from '@yunshu/domain/voucher/profitPosting'
import { periodOf, periodText } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { openEntriesOfClose, openUninvoicedOf, type OpenEntry } from './books.queries.ts'
import type { Closing } from './closing.queries.ts'
import type { Entry } from './entry.ts'
import { bookEntries, bookNow } from './ledger.commands.ts'
import { redEntry, redUninvoiced } from './red.ts'
import { uninvoicedTax, type Uninvoiced } from './uninvoiced.queries.ts'

/** Waybills a voucher of declared tax holds at most: one of a large branch is read and taken back in pieces. */
const declaredMost = 500

const piecesOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / declaredMost) }, (_, n) =>
    all.slice(n * declaredMost, (n + 1) * declaredMost),
  )

/** The event of the n-th entry of its like: `E8u`, `E8u 2`. */
const nth = (event: string, n: number): string => (n === 0 ? event : `${event} ${n + 1}`)

/** An entry of a close on the last day of its month. */
function entryOfClose(row: Closing, event: string, summary: string, lines: Entry['lines']): Entry {
  return {
    source: { type: 'closing', id: row.id },
    event,
    summary: `${summary} ${periodText(row.period)}`,
    lines,
    closes: row.period,
    voucher: {
      kind: event === 'E16' ? 'ACCOUNTING' : 'OTHER',
      counterparty: '期末结转',
      maker: { id: row.asker_id, name: row.asker_name },
    },
  }
}

/** Books what the asker of a close chose; the month is held by this transaction alone. */
export async function postClosing(ctx: Ctx, row: Closing): Promise<void> {
  await ctx.tx.elevated(async () => {
    if (row.uninvoiced) await declareUninvoiced(ctx, row)
    if (!row.carries) return
    const lines = carryProfit(await resultOf(ctx, row))
    if (lines.length > 0) await bookNow(ctx, row.branch_id, [entryOfClose(row, 'E16', '结转损益', lines)])
  })
}

/**
 * E8u of a month, in vouchers of a bounded size. Sales that were invoiced or given up after the month and before its close are
 * owed twice now: E8v takes them back in the later month.
 */
async function declareUninvoiced(ctx: Ctx, row: Closing): Promise<void> {
  const owed = await ctx.tx.rows(
    sql<Uninvoiced>`${uninvoicedTax(row.branch_id, row.period, sql<boolean>`true`)} order by 1`.compile(q),
  )
  const declared = piecesOf(owed).map((piece, n) =>
    entryOfClose(
      row,
      nth('E8u', n),
      '未开票收入计提销项',
      piece.flatMap(({ waybill_id, tax }) => postings.issueInvoice({ waybillId: waybill_id, tax: fen(tax) })),
    ),
  )
  for (const entry of declared) await bookNow(ctx, row.branch_id, [entry])
  const invoiced = Map.groupBy(owed, ({ invoiced_in: period }) => period)
  for (const [period, all] of invoiced)
    if (period !== null)
      for (const [n, piece] of piecesOf(all).entries()) await takeInvoicedBack(ctx, row, { period, n, piece })
}

/**
 * E8v of waybills that an invoice or a write-off declared in a later month too, on its last day, or now where that month is
 * running: it is not closed before this one. The line of this close goes back, and no other: so both months together owe what
 * the later one declared, be it a part, and a write-off stays declared whatever is reopened. Others post into that month meanwhile, so this is written at the end of the transaction, in
 * the order of all postings: whoever holds balances of a month waits for nothing else.
 */
async function takeInvoicedBack(
  ctx: Ctx,
  row: Closing,
  { period, n, piece }: { readonly period: string; readonly n: number; readonly piece: readonly Uninvoiced[] },
): Promise<void> {
  const ids = piece.map(({ waybill_id: id }) => id)
  const open = (await openUninvoicedOf(ctx, row.branch_id, ids)).filter(({ source }) => source.id === row.id)
  const summary = `未开票收入转开票 ${periodText(row.period)}`
  const reds = redUninvoiced(open, { type: 'closing', id: row.id }, summary).map(red => {
    const { voucher } = entryOfClose(row, red.event, summary, red.lines)
    const closes = period === periodOf(ctx.now) ? undefined : period
    return { ...red, event: nth(`E8v ${period}`, n), closes, voucher }
  })
  bookEntries(ctx, row.branch_id, reds)
}

/** The balances of income and expense at the end of the month, credit less debit. */
async function resultOf(
  ctx: Ctx,
  { branch_id, period }: Closing,
): Promise<{ account: AccountCode; balance: number }[]> {
  const rows = await ctx.tx.rows(
    sql<{
      account: string
      balance: number
    }>`select account, sum(credit_fen - debit_fen)::bigint as balance from account_balances
      where branch_id = ${branch_id}::uuid and period <= ${period} and account = any(${profitAccounts}::text[])
      group by 1 having sum(credit_fen - debit_fen) <> 0`.compile(q),
  )
  const balances = new Map(rows.map(({ account, balance }) => [account, balance]))
  return profitAccounts.flatMap(code => {
    const balance = balances.get(code)
    return balance === undefined ? [] : [{ account: code, balance }]
  })
}

/**
 * Takes the entries of a close back in red, in the month that is open again. Lines an invoice took back since stay, and so does
 * the tax of receivables that are given up: nothing else would declare it.
 */
export async function postReopened(ctx: Ctx, row: Closing): Promise<void> {
  await ctx.tx.elevated(async () => {
    const open = await withoutGivenUp(ctx, await openEntriesOfClose(ctx, row.id))
    const { reopener_id: id, reopener_name: name } = row
    const maker = id === null || name === null ? undefined : { id, name }
    await bookNow(
      ctx,
      row.branch_id,
      open.map(entry => {
        const red = redEntry(entry, `反结账冲回 ${periodText(row.period)}`)
        return { ...red, closes: row.period, voucher: { ...red.voucher, ...(maker && { maker }) } }
      }),
    )
  })
}

/** Entries of a close without what they declared of receivables that a write-off gave up. */
async function withoutGivenUp(ctx: Ctx, open: readonly OpenEntry[]): Promise<OpenEntry[]> {
  const ids = open.flatMap(({ lines }) => lines.flatMap(({ waybillId }) => waybillId ?? []))
  const rows = await ctx.tx.rows(
    sql<{ waybill_id: string }>`select distinct waybill_id from ar_matches where waybill_id = any(${ids}::uuid[])
      and write_off_id is not null and reversed_by is null`.compile(q),
  )
  const given = new Set<string | undefined>(rows.map(row => row.waybill_id))
  return open.flatMap(entry => {
    const lines = entry.lines.filter(({ waybillId }) => !given.has(waybillId))
    return lines.length === 0 ? [] : [{ ...entry, lines }]
  })
}
