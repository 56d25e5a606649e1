// Writes the vouchers of a month in the import layout of an accounting program.
import type { Input } from '@yunshu/contract/call'
import type { handOverVouchers } from '@yunshu/contract/voucher/handOver'
import { fen, printYuan } from '@yunshu/domain/figures/money'
import { formatDate } from '@yunshu/domain/figures/time'
import { Problem } from '@yunshu/domain/problems/problems'
import { handOverColumns, handOverLayouts, handOverMost, type HandOverCell } from '@yunshu/domain/voucher/handOver'
import { sql } from 'kysely'
import { xlsxMime, xlsxStream, type Cell } from '../../exports/xlsx.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { FileAnswer } from '../../http/serve.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf } from '../../work/scope.ts'
import { findUnmapped, mappedAccounts } from './accountMap.queries.ts'
import { accountName, vouchersUnder } from './voucher.queries.ts'

interface Row {
  readonly branch_id: string
  readonly voucher_id: string
  readonly voucher_no: string
  readonly period: string
  readonly date: number
  readonly summary: string
  readonly maker_name: string
  readonly auditor_name: string | null
  readonly poster_name: string | null
  readonly n: number
  readonly account: string
  readonly party: string | null
  readonly waybill_no: string | null
  readonly debit_fen: number
  readonly credit_fen: number
  readonly papers: number
}

type Wanted = Omit<Input<typeof handOverVouchers>, 'layout' | 'codes'>

/** The number of a voucher in its month; null for drafts. */
const numberOfVoucher = sql<number | null>`nullif(split_part(v.voucher_no, '-', 3), '')::int`
const wantedLines = (ctx: Ctx, { period, branchId, fromNo, toNo }: Wanted) =>
  allOf([
    vouchersUnder(ctx, { period, branchId }),
    fromNo === undefined ? undefined : sql<boolean>`${numberOfVoucher} >= ${fromNo}`,
    toNo === undefined ? undefined : sql<boolean>`${numberOfVoucher} <= ${toNo}`,
  ])

/** Refuses more than a file holds, before any line is read. */
async function assertRoom(ctx: Ctx, wanted: Wanted): Promise<void> {
  const found = await ctx.tx.one<{ vouchers: number; lines: number }>(
    sql<{ vouchers: number; lines: number }>`select count(distinct v.id)::int as vouchers, count(*)::int as lines
      from vouchers v join journal_lines l on l.entry_id = v.entry_id where ${wantedLines(ctx, wanted)}`.compile(q),
  )
  if (found.vouchers > handOverMost.vouchers)
    throw new Problem('voucher.handOverMany', { most: `${handOverMost.vouchers} 张凭证` })
  if (found.lines > handOverMost.lines)
    throw new Problem('voucher.handOverMany', { most: `${handOverMost.lines} 条分录` })
}

/** The lines of the month's vouchers in the order of their numbers; drafts have none. */
const linesOf = (ctx: Ctx, wanted: Wanted): Promise<Row[]> =>
  ctx.tx.rows(
    sql<Row>`select v.branch_id, v.id as voucher_id, v.voucher_no, v.period, v.date, v.summary, v.maker_name,
      v.auditor_name,
      v.poster_name, l.n, l.account, c.name as party, w.waybill_no, l.debit_fen, l.credit_fen,
      (select count(*)::int from files f where f.owner = 'voucher' and f.owner_id = v.id) as papers
    from vouchers v join journal_lines l on l.entry_id = v.entry_id
      left join companies c on c.id = l.party_id left join waybills w on w.id = l.waybill_id
    where ${wantedLines(ctx, wanted)}
    order by v.branch_id, ${numberOfVoucher}, l.n`.compile(q),
  )

const cellOf = (cell: HandOverCell): Cell => {
  if ('text' in cell) return cell.text
  if ('count' in cell) return cell.count
  return cell.amount === 0 ? undefined : { decimal: printYuan(cell.amount), as: 'money' }
}

/** The account of a line as the file names it. */
type Named = (row: Pick<Row, 'branch_id' | 'account'>) => { readonly account: string; readonly accountName: string }

const ours: Named = ({ account }) => ({ account, accountName: accountName(account) })

/** The client's account for each line; refuses where one has none, by name. */
async function clients(
  ctx: Ctx,
  rows: readonly Row[],
  filter: Pick<Input<typeof handOverVouchers>, 'period' | 'branchId'>,
): Promise<Named> {
  const { rows: unmapped, total } = await findUnmapped(ctx, filter)
  if (total > 0) {
    const names = unmapped.slice(0, namedMost).map(each => `${each.branchName} ${each.account} ${each.accountName}`)
    throw wrongField('codes', `有 ${total} 个科目没有对照：${names.join('、')}${total > namedMost ? ' 等' : ''}`)
  }
  const mapped = await mappedAccounts(ctx, [...new Set(rows.map(row => row.branch_id))], filter.period)
  return ({ branch_id: branchId, account }) => {
    const theirs = mapped(branchId, account)
    if (theirs === undefined) throw new Error(`${account} has no account of the client`)
    return { account: theirs.code, accountName: theirs.name }
  }
}
/** Accounts a refusal names; the page names all. */
const namedMost = 8

/** The file: one line for each line of a voucher, amounts in yuan, red ones below zero. */
export async function handOver(
  ctx: Ctx,
  { layout, codes = 'OURS', ...wanted }: Input<typeof handOverVouchers>,
): Promise<FileAnswer> {
  const { period, branchId, fromNo = 1, toNo = Infinity } = wanted
  if (toNo < fromNo) throw wrongField('toNo', '不能小于起始凭证号')
  await assertRoom(ctx, wanted)
  const rows = await linesOf(ctx, wanted)
  const vouchers = new Set(rows.map(row => row.voucher_id)).size
  const [first] = rows
  if (first === undefined) throw new Problem('voucher.zipNone')
  const named = codes === 'OURS' ? ours : await clients(ctx, rows, { period, branchId })
  const columns = handOverColumns(layout)
  const lines = rows.map(row => {
    const line = {
      day: formatDate(row.date),
      period: row.period,
      number: Number(row.voucher_no.slice(row.voucher_no.lastIndexOf('-') + 1)),
      n: row.n,
      summary: row.summary,
      ...named(row),
      party: row.party ?? '',
      waybillNo: row.waybill_no ?? '',
      debit: fen(row.debit_fen),
      credit: fen(row.credit_fen),
      maker: row.maker_name,
      auditor: row.auditor_name ?? '',
      poster: row.poster_name ?? '',
      papers: row.papers,
    }
    return columns.map(({ read }) => cellOf(read(line)))
  })
  ctx.touched('voucher', first.voucher_id, { layout, period, codes, count: String(vouchers) })
  return {
    name: `${handOverLayouts[layout].label}${period}.xlsx`,
    mime: xlsxMime,
    body: xlsxStream('凭证', columns, inBatches(lines)),
  }
}

async function* inBatches<T>(rows: readonly T[]): AsyncIterable<readonly T[]> {
  for (let at = 0; at < rows.length; at += 500) yield rows.slice(at, at + 500)
}
