// A provider's file of passages of toll gates: whole by its last row, each line new, and proposed to the trip that covers it.
import { plainSerial } from '@yunshu/domain/fund'
import { totalWord } from '@yunshu/domain/fuel/fuelUseColumns'
import { tollPassColumns, type TollPassValues } from '@yunshu/domain/fuel/tollPassColumns'
import { inPieces } from '../../db/insertRows.ts'
import { importKind, type ImportRun, type Row, type Written } from '../../imports/importKind.ts'
import type { Ctx } from '../../work/ctx.ts'
import { isTotal } from './fileTotal.ts'
import { accountOfFile, judgeProviderFile } from './providerFile.commands.ts'
import { findTrips, keepPasses, type Passage } from './pass.commands.ts'

type Values = TollPassValues

/** Faults of a line in itself. */
function faultsOfLine(values: Values, now: number): { field: keyof Values; reason: string }[] {
  const missing = (['plate', 'exit', 'passedAt'] as const).filter(field => values[field] === undefined)
  if (missing.length > 0) return missing.map(field => ({ field, reason: '不能为空' }))
  const { enteredAt, passedAt = 0, amount } = values
  return [
    ...(passedAt > now ? [{ field: 'passedAt' as const, reason: '不能晚于现在' }] : []),
    ...(enteredAt !== undefined && enteredAt > passedAt
      ? [{ field: 'enteredAt' as const, reason: '晚于出口时间' }]
      : []),
    ...(amount <= 0 ? [{ field: 'amount' as const, reason: '应大于 0' }] : []),
  ]
}

async function write(ctx: Ctx, rows: readonly Row<Values>[], run: ImportRun): Promise<Written[]> {
  const account = await accountOfFile(ctx, 'ETC', run.targetId)
  const passes = rows.flatMap(({ row, values }) => (isTotal(values) ? [] : [{ row, pass: passageOf(account, values) }]))
  const trips = await findTrips(
    ctx,
    passes.map(({ pass }) => pass),
  )
  const written: Written[] = rows.flatMap(({ row, values }) =>
    isTotal(values) ? [{ row, id: account.id, label: `${totalWord}已核对` }] : [],
  )
  const withTrips = passes.map(({ row, pass }, n) => ({ row, pass, waybillId: trips[n] }))
  for (const some of inPieces(withTrips)) {
    const ids = await keepPasses(ctx, some)
    written.push(
      ...some.map(({ row, pass, waybillId }, n) => ({
        row,
        id: ids[n] ?? '',
        label: waybillId === undefined ? `${pass.serial}（未归集）` : pass.serial,
      })),
    )
    run.progress(written.length)
  }
  return written.toSorted((a, b) => a.row - b.row)
}

/** A line as the passage it tells of. */
function passageOf(account: { readonly id: string; readonly branch_id: string }, values: Values): Passage {
  const { serial, plate = '', entry, exit = '', enteredAt, passedAt = 0, amount } = values
  return {
    accountId: account.id,
    branchId: account.branch_id,
    serial: plainSerial(serial),
    plate: plate.toUpperCase(),
    entry,
    exit,
    enteredAt,
    passedAt,
    amount,
    fileName: '供应商文件',
  }
}

/** Passages of toll gates, by the file of the provider; the rows belong to one account of tolls. */
export const tollPassesImport = importKind({
  key: 'tollPasses',
  permit: 'fuel.issue',
  columns: tollPassColumns,
  open: async (ctx, targetId) => void (await accountOfFile(ctx, 'ETC', targetId)),
  check: judgeProviderFile({ kind: 'ETC', table: 'toll_passes', faultsOfLine }),
  write,
})
