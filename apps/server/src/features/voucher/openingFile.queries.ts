// The file of opening balances: the lines of the page with their sums.
import type { Input } from '@yunshu/contract/call'
import type { exportOpening } from '@yunshu/contract/voucher/opening'
import { printYuan, sumFen, type Fen } from '@yunshu/domain/figures/money'
import { formatDate } from '@yunshu/domain/figures/time'
import { Problem } from '@yunshu/domain/problems/problems'
import { voucherStates } from '@yunshu/domain/voucher/voucher'
import { xlsxMime, xlsxStream, type Cell, type Line } from '../../exports/xlsx.ts'
import type { FileAnswer } from '../../http/serve.ts'
import type { Ctx } from '../../work/ctx.ts'
import { findOpening } from './opening.queries.ts'

const columns = [
  { title: '科目编码', width: 12 },
  { title: '科目名称', width: 26 },
  { title: '期初借方', width: 16 },
  { title: '期初贷方', width: 16 },
] as const

const cellOf = (amount: Fen): Cell => (amount === 0 ? undefined : { decimal: printYuan(amount), as: 'money' })

/** The file; refuses a branch without opening balances. */
export async function openingFile(ctx: Ctx, input: Input<typeof exportOpening>): Promise<FileAnswer> {
  const { voucher, lines, day } = await findOpening(ctx, input)
  if (voucher === undefined) throw new Problem('opening.none')
  const rows: Line[] = lines.map(({ account, accountName, debit, credit }) => [
    account,
    accountName,
    cellOf(debit),
    cellOf(credit),
  ])
  const sums = [cellOf(sumFen(lines.map(({ debit }) => debit))), cellOf(sumFen(lines.map(({ credit }) => credit)))]
  const note = `${formatDate(day)} · ${voucher.voucherNo} · ${voucherStates.states[voucher.state].label}`
  ctx.touched('voucher', voucher.id, { voucherNo: voucher.voucherNo, count: String(lines.length) })
  return {
    name: `期初余额${formatDate(day)}.xlsx`,
    mime: xlsxMime,
    body: xlsxStream('期初余额', columns, one([...rows, { strong: ['合计', note, ...sums] }])),
  }
}

async function* one<T>(rows: readonly T[]): AsyncIterable<readonly T[]> {
  yield rows
}
