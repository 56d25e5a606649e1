// Amounts of vouchers, invoices and applications, added up anew from their lines.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { explainAmount, linkedAmount, type ExplainedAmount } from '@yunshu/domain/amount/explanation'
import { explainTold, largestTold } from '@yunshu/domain/amount/ledger'
import { fen, sumFen } from '@yunshu/domain/figures/money'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { ownJournalLines, ownVouchers, voucherAmount } from '../../work/scope.ts'
import { ownInvoices } from '../invoice/application.queries.ts'
import { draftLinesOf } from '../voucher/manual.queries.ts'
import { accountName } from '../voucher/voucher.queries.ts'
import type { Explained } from './explained.ts'
import { givenField } from './figureOf.ts'

interface Asked {
  readonly id?: string | undefined
}

/** The largest of the lines first, whatever their sign; those beyond stand together. */
function toldOf(label: string, lines: readonly ExplainedAmount[], unit?: string): ExplainedAmount {
  const largest = lines.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value)).slice(0, largestTold)
  const total = sumFen(lines.map(({ value }) => value))
  return explainTold(label, { largest, count: lines.length, total, ...(unit === undefined ? {} : { unit }) })
}

/** The lines of a voucher on one side, those of a draft as they were typed. */
interface SidedLine {
  readonly account: string
  readonly debit: number
  readonly credit: number
  readonly words: string | null
}

/** The amount of a voucher in the caller's reach: its debits, or of a company without any its credits. */
export async function explainVoucher(ctx: Ctx, { id }: Asked): Promise<Explained> {
  const voucher = await ctx.tx.one(
    q
      .selectFrom('vouchers as v')
      .select(['v.entry_id', 'v.draft_lines', voucherAmount(ctx.actor, 'v').as('amount_fen')])
      .where('v.id', '=', givenField('id', id))
      .where(ownVouchers(ctx.actor, 'v')),
  )
  const lines = voucher.entry_id === null ? typedLines(voucher) : await bookedLines(ctx, voucher.entry_id)
  const hasDebit = isHouseSide(ctx.actor.side) || lines.reduce((sum, { debit }) => sum + debit, 0) !== 0
  const [side, read] = hasDebit
    ? (['借', (line: SidedLine) => line.debit] as const)
    : (['贷', (line: SidedLine) => line.credit] as const)
  const told = lines
    .filter(line => read(line) !== 0)
    .map(line => explainAmount(`${accountName(line.account)}（${side}）`, fen(read(line)), line.words ?? undefined))
  return { amount: toldOf('凭证金额', told), kept: fen(voucher.amount_fen) }
}

const typedLines = (voucher: { readonly draft_lines: unknown }): SidedLine[] =>
  draftLinesOf(voucher).map(({ account, debit, credit, summary }) => ({ account, debit, credit, words: summary }))

const bookedLines = (ctx: Ctx, entryId: string): Promise<SidedLine[]> =>
  ctx.tx.rows(
    q
      .selectFrom('journal_lines as l')
      .leftJoin('companies as c', 'c.id', 'l.party_id')
      .leftJoin('waybills as w', 'w.id', 'l.waybill_id')
      .select(['l.account', 'l.debit_fen as debit', 'l.credit_fen as credit'])
      .select(sql<string | null>`nullif(concat_ws(' ', c.name, w.waybill_no), '')`.as('words'))
      .where('l.entry_id', '=', entryId)
      .where(ownJournalLines(ctx.actor, 'l'))
      .orderBy('l.n'),
  )

/** Amounts of an invoice or an application. */
export type SumOf = 'gross' | 'tax'
const labels = { gross: '价税合计', tax: '税额' } as const

interface Summed {
  readonly waybill_id: string | null
  readonly label: string
  readonly gross_fen: number
  readonly tax_fen: number
}
const told = (rows: readonly Summed[], of: SumOf, unit: string): ExplainedAmount =>
  toldOf(
    labels[of],
    rows.map(row =>
      linkedAmount(
        explainAmount(row.label, fen(row[`${of}_fen`])),
        row.waybill_id === null ? undefined : screenUrl('WaybillDetails', { id: row.waybill_id }),
      ),
    ),
    unit,
  )

/** An amount of an issued invoice in the caller's reach, by its lines. */
export async function explainSales(ctx: Ctx, { id }: Asked, of: SumOf): Promise<Explained> {
  const invoice = await ctx.tx.one(
    q
      .selectFrom('invoices as i')
      .select(['i.id', 'i.gross_fen', 'i.tax_fen'])
      .where('i.id', '=', givenField('id', id))
      .where(ownInvoices(ctx.actor, 'i')),
  )
  const rows = await ctx.tx.rows(
    q
      .selectFrom('invoice_lines as l')
      .select(['l.waybill_id', 'l.gross_fen', 'l.tax_fen'])
      .select(sql<string>`concat('第 ', l.n, ' 行 ', l.waybill_no)`.as('label'))
      .where('l.invoice_id', '=', invoice.id)
      .orderBy('l.n'),
  )
  return { amount: told(rows, of, '行'), kept: fen(invoice[`${of}_fen`]) }
}

/** An amount of an application in the caller's reach, by its waybills. */
export async function explainApp(ctx: Ctx, { id }: Asked, of: SumOf): Promise<Explained> {
  const app = await ctx.tx.one(
    q
      .selectFrom('invoice_apps as a')
      .select(['a.id', 'a.gross_fen', 'a.tax_fen'])
      .where('a.id', '=', givenField('id', id))
      .where(ownInvoices(ctx.actor, 'a')),
  )
  const rows = await ctx.tx.rows(
    q
      .selectFrom('invoice_app_waybills as x')
      .innerJoin('waybills as w', 'w.id', 'x.waybill_id')
      .select(['x.waybill_id', 'x.gross_fen', 'x.tax_fen', 'w.waybill_no as label'])
      .where('x.app_id', '=', app.id)
      .orderBy('w.waybill_no'),
  )
  return { amount: told(rows, of, '单运单'), kept: fen(app[`${of}_fen`]) }
}
