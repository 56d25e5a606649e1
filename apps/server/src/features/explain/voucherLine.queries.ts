// Lines of vouchers, worked out anew from the record their entry comes of.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { voucherUrl } from '@yunshu/contract/voucher/voucherAddress'
import type { ExplainedAmount } from '@yunshu/domain/amount/explanation'
import { explainRevenue } from '@yunshu/domain/amount/freight'
import { explainVoucherLine, type BookedLineFigures } from '@yunshu/domain/amount/ledger'
import { fen, negateFen, sumFen, type Fen } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import { voucherSources } from '@yunshu/domain/voucher/voucherPages'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { ownJournalLines, ownVouchers, priceSight } from '../../work/scope.ts'
import { ratedRevenuesOf } from '../voucher/posting.queries.ts'
import { originNumber } from '../voucher/origin.queries.ts'
import { accountName } from '../voucher/voucher.queries.ts'
import type { Explained } from './explained.ts'
import { lineAmount, otherRevenue, recordedAmount } from './lineRecords.ts'
import { explainWaybill } from './waybillAmounts.queries.ts'

/** The number of the last line a voucher can have. */
const linesMost = 32_767

/** Booked lines with the amount of the record behind each. */
export const bookedLines = q
  .selectFrom('journal_lines as l')
  .innerJoin('journal_entries as e', 'e.id', 'l.entry_id')
  .innerJoin('vouchers as v', 'v.entry_id', 'e.id')
  .select(['e.event', 'l.account', 'l.debit_fen', 'l.reverses_entry'])
  .select([lineAmount.as('amount'), recordedAmount.as('recorded'), otherRevenue.as('other_revenue')])
type BookedLine = Awaited<ReturnType<typeof bookedLines.execute>>[number]

/** A line as it is worked out: one in red is the opposite of the line it takes back. */
export function figuresOfLine(row: BookedLine): BookedLineFigures {
  const recorded = row.recorded === null ? undefined : fen(row.recorded)
  const isRed = row.reverses_entry !== null
  return {
    event: isRed ? 'red' : row.event,
    account: row.account,
    amount: fen(row.amount),
    otherRevenue: fen(row.other_revenue),
    recorded: recorded !== undefined && isRed ? negateFen(recorded) : recorded,
  }
}

/** The amount of a line of a voucher in the caller's reach; a company has its own lines alone. */
export async function explainLine(
  ctx: Ctx,
  { id, n }: { readonly id?: string | undefined; readonly n?: number | undefined },
): Promise<Explained> {
  if (id === undefined) throw wrongField('id', '不能为空')
  if (n === undefined) throw wrongField('n', '不能为空')
  if (n > linesMost) throw new Problem('row.none')
  const row = await ctx.tx.one(
    bookedLines
      .leftJoin('vouchers as r', 'r.entry_id', 'l.reverses_entry')
      .select(['e.summary', 'e.source_type', 'e.source_id', 'e.shipper_id', originNumber.as('number')])
      .select(['r.id as red_id', 'r.voucher_no as red_no', 'r.kind as red_kind', 'r.branch_id as red_branch'])
      .where('v.id', '=', id)
      .where('l.n', '=', n)
      .where(ownVouchers(ctx.actor, 'v'))
      .where(ownJournalLines(ctx.actor, 'l')),
  )
  const figures = { ...figuresOfLine(row), tax: await ratedTax(ctx, row) }
  const isRed = row.reverses_entry !== null
  const red =
    row.red_id === null || row.red_branch === null
      ? undefined
      : voucherUrl({ id: row.red_id, kind: row.red_kind ?? 'ACCOUNTING', branchCompanyId: row.red_branch })
  const amount = explainVoucherLine(figures, {
    label: `${accountName(row.account)}（${row.debit_fen === 0 ? '贷' : '借'}）`,
    summary: row.summary,
    record: isRed
      ? `凭证 ${row.red_no ?? ''}`
      : `${voucherSources[keyOf(voucherSources, row.source_type)]} ${row.number ?? ''}`.trim(),
    link: isRed ? red : linkOf(row),
    isRed,
    freight: await freightOf(ctx, row),
  })
  return { amount, kept: fen(row.amount) }
}

const linkOf = (row: { readonly source_type: string; readonly source_id: string; readonly number: string | null }) =>
  row.source_type === 'waybill'
    ? screenUrl('WaybillDetails', { id: row.source_id })
    : row.source_type === 'settlement' && row.number !== null
      ? screenUrl('SettlementNormal', { settlementNum: row.number })
      : undefined

/** The tax of a signature whose charges have rates of their own. */
async function ratedTax(
  ctx: Ctx,
  row: Pick<BookedLine, 'event' | 'reverses_entry'> & { source_id: string },
): Promise<Fen | undefined> {
  if (row.event !== 'E2' || row.reverses_entry !== null) return undefined
  const rated = (await ratedRevenuesOf(ctx, [row.source_id])).get(row.source_id)
  return rated && sumFen(rated.map(({ tax }) => tax))
}

/** The freight a signature booked, with what it is made of, for those who see the price. */
async function freightOf(
  ctx: Ctx,
  row: Pick<BookedLine, 'event' | 'reverses_entry' | 'recorded'> & { source_id: string; shipper_id: string | null },
): Promise<ExplainedAmount | undefined> {
  if (row.event !== 'E2' || row.reverses_entry !== null || row.shipper_id === null) return undefined
  if (!ctx.can('waybill.view') || !priceSight(ctx, row.shipper_id).shipper) return undefined
  const { amount } = await explainWaybill(ctx, row.source_id, 'shipperFreight')
  const { compensated_fen: compensated } = await ctx.tx.one(
    q.selectFrom('waybills').select('compensated_fen').where('id', '=', row.source_id),
  )
  const revenue = compensated === 0 ? amount : explainRevenue(amount, fen(compensated))
  return revenue.value === row.recorded ? revenue : undefined
}
