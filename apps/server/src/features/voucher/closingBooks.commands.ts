// Entries of a close: the tax of sales nobody invoiced (E8u), income and expense carried to profit (E16), and both in red
// when the month is opened again.
import { fen } from '@yunshu/domain/figures/money'
import { profitAccounts } from '@yunshu/domain/profit'
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
 * E8u of a month, in vouchers of a bounded size. Sales that were invoiced after the month and before its close are owed twice
 * now: E8v takes them back in the month of the invoice.
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
 * E8v of waybills that were invoiced in a later month, on its last day, or now where that month is running: it is not
 * closed before this one. Others post into that month meanwhile, so this is written at the end of the transaction, in
 * the order of all postings: whoever holds balances of a month waits for nothing else.
 */
async function takeInvoicedBack(
  ctx: Ctx,
  row: Closing,
  { period, n, piece }: { readonly period: string; readonly n: number; readonly piece: readonly Uninvoiced[] },
): Promise<void> {
  const ids = piece.map(({ waybill_id: id }) => id)
  const open = await declaredTwice(ctx, row, await openUninvoicedOf(ctx, row.branch_id, ids))
  const summary = `未开票收入转开票 ${periodText(row.period)}`
  const reds = redUninvoiced(open, { type: 'closing', id: row.id }, summary).map(red => {
    const { voucher } = entryOfClose(row, red.event, summary, red.lines)
    const closes = period === periodOf(ctx.now) ? undefined : period
    return { ...red, event: nth(`E8v ${period}`, n), closes, voucher }
  })
  bookEntries(ctx, row.branch_id, reds)
}

/**
 * The lines that declared a waybill a second time. A write-off after the month (E2d) had declared it before this close did:
 * its declaration goes back and that of the month stands; else an invoice did, and all that closes declared goes back.
 */
async function declaredTwice(ctx: Ctx, { period }: Closing, open: readonly OpenEntry[]): Promise<OpenEntry[]> {
  const later = await ctx.tx.rows(
    q
      .selectFrom('journal_entries')
      .select('id')
      .where('source_type', '=', 'writeOff')
      .where(
        'id',
        'in',
        open.flatMap(({ lines }) => lines.map(({ at }) => at.entryId)),
      )
      .where('period', '>', period),
  )
  const isLater = ({ lines: [first] }: OpenEntry): boolean => later.some(({ id }) => id === first?.at.entryId)
  const given = new Set(open.filter(isLater).flatMap(({ lines }) => lines.map(({ waybillId }) => waybillId)))
  return open.flatMap(entry => {
    const lines = isLater(entry) ? entry.lines : entry.lines.filter(({ waybillId }) => !given.has(waybillId))
    return lines.length === 0 ? [] : [{ ...entry, lines }]
  })
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

/** Takes the entries of a close back in red, in the month that is open again; lines an invoice took back since stay. */
export async function postReopened(ctx: Ctx, row: Closing): Promise<void> {
  await ctx.tx.elevated(async () => {
    const open = await openEntriesOfClose(ctx, row.id)
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
