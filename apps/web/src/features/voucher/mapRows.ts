// The rows of the client's accounts for ours: an account of ours with a code and a name; rows without either are left out.
import type { Input } from '@yunshu/contract/call'
import type { AccountMap, saveAccountMap } from '@yunshu/contract/voucher/accountMap'
import { faultsOfMap } from '@yunshu/domain/voucher/accountMap'
import { accounts } from '@yunshu/domain/voucher/chart'
import { accountMeant, accountText } from '@yunshu/domain/voucher/manual'
import type { SheetColumn } from '../../ui/sheet/SheetTable.tsx'
import type { SheetFaults, SheetRow } from '../../ui/sheet/sheet.ts'

type Lines = Input<typeof saveAccountMap>['lines']
const fields = ['account', 'code', 'name'] as const

export const mapColumns: readonly SheetColumn[] = [
  {
    key: 'account',
    title: '本系统科目',
    names: ['本系统科目', '科目'],
    width: 240,
    isRequired: true,
    hint: '填编码或名称',
    options: accounts.map(accountText),
  },
  { key: 'code', title: '客户科目编码', names: ['客户科目编码', '客户编码', '对方编码'], width: 160, isRequired: true },
  { key: 'name', title: '客户科目名称', names: ['客户科目名称', '客户名称', '对方名称'], width: 240, isRequired: true },
]

/** The cells a sheet opens with: every account of ours, with the client's where there is one. */
export function mapCells(lines: AccountMap['lines']): string[][] {
  const mapped = new Map(lines.map(line => [line.account, line]))
  return accounts.map(account => {
    const line = mapped.get(account.code)
    return [accountText(account), line?.code ?? '', line?.name ?? '']
  })
}

const cellOf = ({ cells }: SheetRow, field: (typeof fields)[number]): string =>
  (cells[fields.indexOf(field)] ?? '').trim()

/** The rows that say something of the client's. */
const typedRows = (rows: readonly SheetRow[]): SheetRow[] =>
  rows.filter(row => cellOf(row, 'code') !== '' || cellOf(row, 'name') !== '')

const lineOf = (row: SheetRow): Lines[number] => {
  const account = cellOf(row, 'account')
  return { account: accountMeant(account)?.code ?? account, code: cellOf(row, 'code'), name: cellOf(row, 'name') }
}

/** The lines to send. */
export const mapLinesOf = (rows: readonly SheetRow[]): Lines => typedRows(rows).map(lineOf)

/** Faults by row and column: the rules of lines, and what the server said. */
export function faultsOfMapRows(
  rows: readonly SheetRow[],
  told: Readonly<Record<string, string>>,
  writing?: number,
): SheetFaults {
  const typed = typedRows(rows)
  const faults = new Map<number, Map<number, string>>()
  const put = (row: SheetRow | undefined, field: (typeof fields)[number], said: string): void => {
    if (row === undefined || row.id === writing) return
    const own = faults.get(row.id) ?? new Map<number, string>()
    faults.set(row.id, own)
    if (!own.has(fields.indexOf(field))) own.set(fields.indexOf(field), said)
  }
  for (const { at, field, said } of faultsOfMap(typed.map(lineOf))) put(typed[at], field, said)
  for (const [path, said] of Object.entries(told)) {
    const [, n = '', name = ''] = /^lines\.(\d+)\.(\w+)$/.exec(path) ?? []
    const field = fields.find(each => each === name)
    if (field) put(typed[Number(n)], field, said)
  }
  return faults
}
