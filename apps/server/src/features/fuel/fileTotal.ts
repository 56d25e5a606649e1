// Files of providers that end with the row of their sum: whether one is whole, and which of its lines are new.
import { printMoney, sumFen, fen, type Fen } from '@yunshu/domain/figures/money'
import { totalWord } from '@yunshu/domain/fuel/fuelUseColumns'
import { plainSerial } from '@yunshu/domain/fund'
import type { RowFault } from '@yunshu/domain/importing/cells'
import type { Row } from '../../imports/importKind.ts'
import { repeatedRows } from '../fleet/byFile.commands.ts'

/** A line of such a file, as far as it can be read. */
interface Line {
  readonly serial?: string | undefined
  readonly amount?: Fen | undefined
}

export const isTotal = ({ serial }: Line): boolean => serial === totalWord

/** The serial number of a line as it is compared. */
export const serialOf = ({ serial }: Line): string | undefined => serial && plainSerial(serial).toUpperCase()

/** The fault of the whole file: its last row says what its lines come to, so that a cut one is known. */
function faultOfFile(all: readonly Row<Line>[]): string | undefined {
  const totals = all.filter(({ values }) => isTotal(values))
  const [total, second] = totals
  if (total === undefined || all.at(-1) !== total)
    return `最后一行应为${totalWord}：文件可能不完整，请从供应商处重新导出`
  if (second !== undefined) return `${totalWord}只能有一行`
  const sum = sumFen(all.filter(({ values }) => !isTotal(values)).map(({ values }) => values.amount ?? fen(0)))
  const said = total.values.amount ?? fen(0)
  if (said === sum) return undefined
  return `${totalWord} ${printMoney(said)} 元与明细之和 ${printMoney(sum)} 元不符，整份文件不能导入`
}

/** Faults of every row of a file that is not whole; none of one that is. */
export function faultsOfWhole(all: readonly Row<Line>[]): RowFault[] {
  const reason = faultOfFile(all)
  return reason === undefined ? [] : all.map(({ row }) => ({ row, reason }))
}

/** Lines that are there already, in the product or above in the file. */
export function faultsOfSerials(all: readonly Row<Line>[], known: ReadonlySet<string>): RowFault[] {
  const lines = all.filter(({ values }) => !isTotal(values))
  return [
    ...lines.flatMap(({ row, values }): RowFault[] =>
      known.has(serialOf(values) ?? '') ? [{ row, field: 'serial', reason: '该流水号已导入' }] : [],
    ),
    ...repeatedRows(lines, serialOf, 'serial'),
  ]
}
