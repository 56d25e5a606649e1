// A provider's file of fuel that was used: whole by its last row, each line new, and laid on what was handed out.
import { faultOfLitres } from '@yunshu/domain/fuel/fuel'
import { fuelUseColumns, totalWord, type FuelUseValues } from '@yunshu/domain/fuel/fuelUseColumns'
import { plainSerial } from '@yunshu/domain/fund'
import { v7 } from 'uuid'
import type { Ctx } from '../../work/ctx.ts'
import { importKind, type ImportRun, type Row, type Written } from '../../imports/importKind.ts'
import { isTotal } from './fileTotal.ts'
import { accountOfFile, judgeProviderFile } from './providerFile.commands.ts'
import { keepUses, type UsedFuel } from './useKeeping.commands.ts'
import { lockUsed } from './use.queries.ts'

type Values = FuelUseValues

/** A plain decimal as a whole number of its smallest unit. */
const scaled = (text: string, places: number): number => Math.round(Number(text) * 10 ** places)

/** Faults of a line in itself. */
function faultsOfLine(values: Values, now: number): { field: keyof Values; reason: string }[] {
  const missing = (['at', 'station', 'litres', 'unitPrice'] as const).filter(field => values[field] === undefined)
  if (missing.length > 0) return missing.map(field => ({ field, reason: '不能为空' }))
  const { at = 0, litres = '', unitPrice = '', amount, cardNo, couponNo } = values
  const [cl, price] = [scaled(litres, 2), scaled(unitPrice, 4)]
  const wrong = faultOfLitres(cl, price, amount)
  return [
    ...(cardNo === undefined && couponNo === undefined
      ? [{ field: 'cardNo' as const, reason: '卡号和券码须填一个' }]
      : []),
    ...(cardNo !== undefined && couponNo !== undefined
      ? [{ field: 'couponNo' as const, reason: '卡号和券码只填一个' }]
      : []),
    ...(at > now ? [{ field: 'at' as const, reason: '不能晚于现在' }] : []),
    ...(cl <= 0 ? [{ field: 'litres' as const, reason: '应大于 0' }] : []),
    ...(price <= 0 ? [{ field: 'unitPrice' as const, reason: '应大于 0' }] : []),
    ...(amount <= 0
      ? [{ field: 'amount' as const, reason: '应大于 0' }]
      : cl > 0 && price > 0 && wrong !== undefined
        ? [{ field: 'amount' as const, reason: wrong }]
        : []),
  ]
}

async function write(ctx: Ctx, rows: readonly Row<Values>[], run: ImportRun): Promise<Written[]> {
  const account = await accountOfFile(ctx, 'OIL', run.targetId)
  const place = { accountId: account.id, branchId: account.branch_id, fileName: '供应商文件' }
  await lockUsed(
    ctx,
    account,
    rows.map(({ values }) => values),
  )
  const uses = rows.flatMap(({ row, values }) =>
    isTotal(values) ? [] : [{ row, serial: values.serial, use: usedFuelOf(values) }],
  )
  const differences = await keepUses(
    ctx,
    place,
    uses.map(({ use }) => use),
  )
  const written = [
    ...uses.map(({ row, serial, use: { id } }) => ({
      row,
      id,
      label: differences.has(id) ? `${serial}（有差异）` : serial,
    })),
    ...rows.flatMap(({ row, values }) =>
      isTotal(values) ? [{ row, id: account.id, label: `${totalWord}已核对` }] : [],
    ),
  ]
  run.progress(written.length)
  return written.toSorted((a, b) => a.row - b.row)
}

/** A line in the figures it is kept in. */
function usedFuelOf({ at = 0, station = '', litres = '', unitPrice = '', ...values }: Values): UsedFuel {
  return {
    id: v7(),
    serial: plainSerial(values.serial),
    cardNo: values.cardNo,
    couponNo: values.couponNo,
    usedAt: at,
    station,
    litresCl: scaled(litres, 2),
    unitPrice: scaled(unitPrice, 4),
    amount: values.amount,
  }
}

/** Fuel that was used, by the file of the provider; the rows belong to one account. */
export const fuelUsesImport = importKind({
  key: 'fuelUses',
  permit: 'fuel.issue',
  columns: fuelUseColumns,
  open: async (ctx, targetId) => void (await accountOfFile(ctx, 'OIL', targetId)),
  check: judgeProviderFile({ kind: 'OIL', table: 'fuel_uses', faultsOfLine }),
  write,
})
