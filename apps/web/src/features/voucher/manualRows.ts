// The rows of a voucher made by hand: cells as typed, read as lines, completed while they are typed, and their faults.
import type { Input } from '@yunshu/contract/call'
import type { saveVoucher } from '@yunshu/contract/voucher/manual'
import { negateFen, parseYuan, printYuan, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import {
  accountMeant,
  accountText,
  balanceOfLines,
  faultsOfLines,
  manualAccounts,
  type ManualFault,
} from '@yunshu/domain/voucher/manual'
import type { SheetColumn } from '../../ui/sheet/SheetTable.tsx'
import {
  addRows,
  chooseCell,
  isBlank,
  pasteBlock,
  type Sheet,
  type SheetFaults,
  type SheetRow,
} from '../../ui/sheet/sheet.ts'

type Lines = Input<typeof saveVoucher>['lines']
type Line = Lines[number]

/** The fields of a row, in the order of the columns. */
const fields = ['summary', 'account', 'waybillNo', 'debit', 'credit'] as const
const at = (field: (typeof fields)[number]): number => fields.indexOf(field)

/** In a tablet's window all of them stand beside the folded menu. */
export const manualColumns: readonly SheetColumn[] = [
  { key: 'summary', title: '摘要', names: ['摘要'], width: 124, isRequired: true },
  {
    key: 'account',
    title: '科目',
    names: ['科目', '会计科目', '科目编码'],
    width: 140,
    isRequired: true,
    hint: '填编码、名称或拼音首字母，例如 6602、管理费用、glfy',
    options: manualAccounts.map(accountText),
  },
  { key: 'waybillNo', title: '运单号', names: ['运单号', '运单'], width: 150 },
  { key: 'debit', title: '借方(元)', names: ['借方', '借方金额'], width: 104, align: 'right', hint: '填 = 补足差额' },
  { key: 'credit', title: '贷方(元)', names: ['贷方', '贷方金额'], width: 104, align: 'right', hint: '填 = 补足差额' },
]

/** The amount of a cell; undefined where it is none. */
function amountOf(text: string): Fen | undefined {
  const plain = text.replaceAll(/[,，\s]/g, '')
  return plain === '' ? ZERO_FEN : parseYuan(plain)
}

/** A row as a line; amounts that cannot be read count as nothing. */
function lineOf({ cells }: SheetRow): Line {
  const [summary = '', account = '', waybillNo = '', debit = '', credit = ''] = cells
  return {
    summary,
    account: accountMeant(account)?.code ?? account,
    ...(waybillNo === '' ? {} : { waybillNo }),
    debit: amountOf(debit) ?? ZERO_FEN,
    credit: amountOf(credit) ?? ZERO_FEN,
  }
}

/** The rows that hold something. */
export const filledRows = (rows: readonly SheetRow[]): SheetRow[] => rows.filter(row => !isBlank(row))

/** The lines to send, in the order of the filled rows. */
export const linesOf = (rows: readonly SheetRow[]): Lines => filledRows(rows).map(lineOf)

/** Sums of what is typed, and by how much the debits are more. */
export const balanceOfRows = (rows: readonly SheetRow[]) => balanceOfLines(linesOf(rows))

/** A line as cells. */
export const cellsOf = (line: {
  readonly summary?: string | undefined
  readonly account: string
  readonly accountName: string
  readonly waybillNo?: string | undefined
  readonly debit: Fen
  readonly credit: Fen
}): string[] => [
  line.summary ?? '',
  accountText({ code: line.account, name: line.accountName }),
  line.waybillNo ?? '',
  line.debit === 0 ? '' : printYuan(line.debit),
  line.credit === 0 ? '' : printYuan(line.credit),
]

/**
 * The sheet with lines behind those it holds, as one change; `left` of them have no room, and then it stays as it is.
 */
export function withLines(
  sheet: Sheet,
  lines: readonly Parameters<typeof cellsOf>[0][],
): { readonly sheet: Sheet; readonly left: number } {
  const row = sheet.rows.findLastIndex(each => !isBlank(each)) + 1
  const left = Math.max(0, row + lines.length - sheet.most)
  if (left > 0 || lines.length === 0) return { sheet, left }
  const roomy = row < sheet.rows.length ? sheet : addRows(sheet, 1)
  return { sheet: pasteBlock(chooseCell(roomy, { row, column: 0 }), lines.map(cellsOf), []).sheet, left }
}

/**
 * Rows with what was just typed made whole: an account by its code and name, `=` by what is lacking on that side, an
 * empty summary by that of the row before.
 */
export function completedRows(rows: readonly SheetRow[]): SheetRow[] {
  const lacking = (row: SheetRow, side: 'debit' | 'credit'): string => {
    const { difference } = balanceOfLines(linesOf(rows.filter(each => each.id !== row.id)))
    const wanted = side === 'debit' ? negateFen(difference) : difference
    return wanted > 0 ? printYuan(wanted) : ''
  }
  const done: SheetRow[] = []
  for (const row of rows) {
    const before = done.at(-1)?.cells[at('summary')] ?? ''
    const cells = isBlank(row) ? row.cells : whole(row, before, lacking)
    done.push(cells.some((text, n) => text !== row.cells[n]) ? { ...row, cells } : row)
  }
  return done
}

/** The cells of a row made whole. */
function whole(
  row: SheetRow,
  summaryBefore: string,
  lacking: (row: SheetRow, side: 'debit' | 'credit') => string,
): string[] {
  const cells = [...row.cells]
  const account = accountMeant(cells[at('account')] ?? '')
  if (account) cells[at('account')] = accountText(account)
  for (const side of ['debit', 'credit'] as const)
    if (/^[=＝]$/.test(cells[at(side)] ?? '')) cells[at(side)] = lacking(row, side)
  if ((cells[at('summary')] ?? '') === '') cells[at('summary')] = summaryBefore
  return cells
}

/** Faults by row and column: cells that are no amounts, the rules of lines, and what the server said of lines it got. */
export function faultsOfRows(
  rows: readonly SheetRow[],
  told: Readonly<Record<string, string>>,
  writing?: number,
): SheetFaults {
  const filled = filledRows(rows)
  const faults = new Map<number, Map<number, string>>()
  const put = (row: SheetRow | undefined, field: ManualFault['field'], said: string): void => {
    if (row === undefined || row.id === writing) return
    const own = faults.get(row.id) ?? new Map<number, string>()
    faults.set(row.id, own)
    if (!own.has(at(field))) own.set(at(field), said)
  }
  for (const row of filled)
    for (const side of ['debit', 'credit'] as const)
      if (amountOf(row.cells[at(side)] ?? '') === undefined) put(row, side, '金额格式不正确，最多两位小数')
  for (const { at: n, field, said } of faultsOfLines(filled.map(lineOf))) put(filled[n], field, said)
  for (const [path, said] of Object.entries(told)) {
    const [, n = '', name = ''] = /^lines\.(\d+)\.(\w+)$/.exec(path) ?? []
    const field = fields.find(each => each === name)
    if (field) put(filled[Number(n)], field, said)
  }
  return faults
}
