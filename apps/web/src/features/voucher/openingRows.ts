// The rows of opening balances: an account and an amount on one side; accounts without an amount are left out.
import type { Input } from '@yunshu/contract/call'
import type { Opening, saveOpening } from '@yunshu/contract/voucher/opening'
import { parseYuan, printYuan, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { accountMeant, accountText, balanceOfLines } from '@yunshu/domain/voucher/manual'
import { faultsOfOpening, openingAccounts } from '@yunshu/domain/voucher/opening'
import type { SheetColumn } from '../../ui/sheet/SheetTable.tsx'
import type { SheetFaults, SheetRow } from '../../ui/sheet/sheet.ts'

type Lines = Input<typeof saveOpening>['lines']

const fields = ['account', 'debit', 'credit'] as const
type OpeningField = (typeof fields)[number]

export const openingColumns: readonly SheetColumn[] = [
  {
    key: 'account',
    title: '科目',
    names: ['科目', '会计科目', '科目编码'],
    width: 240,
    isRequired: true,
    hint: '填编码、名称或拼音首字母',
    options: openingAccounts.map(accountText),
  },
  {
    key: 'debit',
    title: '期初借方(元)',
    names: ['期初借方', '借方', '借方余额'],
    width: 150,
    align: 'right',
    hint: '填借方余额',
  },
  {
    key: 'credit',
    title: '期初贷方(元)',
    names: ['期初贷方', '贷方', '贷方余额'],
    width: 150,
    align: 'right',
    hint: '填贷方余额',
  },
]

/** The cells a sheet opens with: what was typed, or every account that can be opened with. */
export const openingCells = (lines: Opening['lines']): string[][] =>
  lines.length === 0
    ? openingAccounts.map(account => [accountText(account), '', ''])
    : lines.map(({ account, accountName, debit, credit }) => [
        accountText({ code: account, name: accountName }),
        debit === 0 ? '' : printYuan(debit),
        credit === 0 ? '' : printYuan(credit),
      ])

const cellOf = ({ cells }: SheetRow, field: OpeningField): string => cells[fields.indexOf(field)] ?? ''

function amountOf(text: string): Fen | undefined {
  const plain = text.replaceAll(/[,，\s]/g, '')
  return plain === '' ? ZERO_FEN : parseYuan(plain)
}

/** The rows with an amount, or with an account the table does not offer. */
const typedRows = (rows: readonly SheetRow[]): SheetRow[] =>
  rows.filter(row => cellOf(row, 'debit') !== '' || cellOf(row, 'credit') !== '')

const lineOf = (row: SheetRow): Lines[number] => {
  const account = cellOf(row, 'account')
  return {
    account: accountMeant(account)?.code ?? account,
    debit: amountOf(cellOf(row, 'debit')) ?? ZERO_FEN,
    credit: amountOf(cellOf(row, 'credit')) ?? ZERO_FEN,
  }
}

/** The lines to send. */
export const openingLinesOf = (rows: readonly SheetRow[]): Lines => typedRows(rows).map(lineOf)

/** Sums of what is typed, and by how much the debits are more. */
export const openingBalanceOf = (rows: readonly SheetRow[]) => balanceOfLines(openingLinesOf(rows))

/** Faults by row and column: cells that are no amounts, the rules of lines, and what the server said. */
export function faultsOfOpeningRows(
  rows: readonly SheetRow[],
  told: Readonly<Record<string, string>>,
  writing?: number,
): SheetFaults {
  const typed = typedRows(rows)
  const faults = new Map<number, Map<number, string>>()
  const put = (row: SheetRow | undefined, field: OpeningField, said: string): void => {
    if (row === undefined || row.id === writing) return
    const own = faults.get(row.id) ?? new Map<number, string>()
    faults.set(row.id, own)
    if (!own.has(fields.indexOf(field))) own.set(fields.indexOf(field), said)
  }
  for (const row of typed)
    for (const side of ['debit', 'credit'] as const)
      if (amountOf(cellOf(row, side)) === undefined) put(row, side, '金额格式不正确，最多两位小数')
  for (const { at, field, said } of faultsOfOpening(typed.map(lineOf))) put(typed[at], field, said)
  for (const [path, said] of Object.entries(told)) {
    const [, n = '', name = ''] = /^lines\.(\d+)\.(\w+)$/.exec(path) ?? []
    const field = fields.find(each => each === name)
    if (field) put(typed[Number(n)], field, said)
  }
  return faults
}
