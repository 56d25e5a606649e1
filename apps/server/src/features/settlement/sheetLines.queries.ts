// Lines of a sheet as people read them: by pages, and what all of them come to.
import type { Input, Output } from '@yunshu/contract/call'
import {
  linesOfPage,
  type listSheetLines,
  type SheetLine,
  type SheetLineSums,
} from '@yunshu/contract/settlement/sheetLines'
import { fen, sumFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { grams } from '@yunshu/domain/figures/weight'
import { isUuid } from '@yunshu/domain/identity/uuid'
import { waybillParts } from '@yunshu/domain/settlement/parts'
import { isOfHouse, type SettlementState } from '@yunshu/domain/settlement/settlement'
import { sql } from 'kysely'
import { contains } from '../../db/conditions.ts'
import { keyOf } from '../../db/keyOf.ts'
import { placeFault } from '../../db/page.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf, ownSheets } from '../../work/scope.ts'
import { payeesOfLines, payeeText, type Payee } from './linePayees.queries.ts'
import { cutOfPart } from './settleable.queries.ts'
import {
  findLines,
  findLinesOf,
  isPayer,
  sheetRows,
  toSettlementRow,
  type SheetLine as Line,
} from './settlement.queries.ts'

interface Sheet {
  readonly id: string
  readonly shipper_id: string
  readonly branch_id: string
}

/**
 * The carrier of a fee is none of its waybill's: it sees the number and the places it is paid for, and not who hauled.
 */
const hidesHaulers = (ctx: Ctx, sheet: Pick<Sheet, 'shipper_id' | 'branch_id'>): boolean =>
  isOfHouse(sheet) && !isPayer(ctx.actor, sheet)

const withoutHauler = (line: Line): Line => ({
  ...line,
  plate: '',
  driver_name: '',
  load_weight_g: 0,
  unload_weight_g: 0,
})

/** The lines of a sheet as the actor sees them. */
export async function linesFor(ctx: Ctx, sheet: Sheet, of?: Parameters<typeof findLines>[2]): Promise<Line[]> {
  if (!hidesHaulers(ctx, sheet)) return findLines(ctx, sheet.id, of)
  return (await ctx.tx.elevated(() => findLines(ctx, sheet.id, of))).map(withoutHauler)
}

/** By sheet its lines as the actor sees them. */
export async function linesOfSheets(ctx: Ctx, sheets: readonly Sheet[]): Promise<ReadonlyMap<string, readonly Line[]>> {
  const idsWhere = (isHidden: boolean): string[] =>
    sheets.filter(sheet => hidesHaulers(ctx, sheet) === isHidden).map(({ id }) => id)
  const [open, hidden] = [idsWhere(false), idsWhere(true)]
  const seen = open.length === 0 ? [] : await findLinesOf(ctx, open)
  const veiled = hidden.length === 0 ? [] : await ctx.tx.elevated(() => findLinesOf(ctx, hidden))
  return Map.groupBy([...seen, ...veiled.map(withoutHauler)], line => line.settlement_id)
}

type Roundings = ReadonlyMap<string, Fen>

/** By part the deductions of a sheet beyond what was cut from its waybills; of these parts, or of all. */
export const roundingsOf = async (ctx: Ctx, id: string, partIds?: readonly string[]): Promise<Roundings> =>
  (await roundingsOfSheets(ctx, [id], partIds)).get(id) ?? new Map()

/** The same by sheet. */
export async function roundingsOfSheets(
  ctx: Ctx,
  ids: readonly string[],
  partIds?: readonly string[],
): Promise<ReadonlyMap<string, Roundings>> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('settlement_lines as l')
      .innerJoin('waybills as w', 'w.id', 'l.waybill_id')
      .where(sql<boolean>`l.settlement_id = any(${[...ids]}::uuid[])`)
      .where('l.deducted_fen', '>', 0)
      .$if(partIds !== undefined, of => of.where(sql<boolean>`l.part_id = any(${[...(partIds ?? [])]}::uuid[])`))
      .select([
        'l.settlement_id',
        'l.part_id',
        sql<number>`greatest(0, l.deducted_fen - ${cutOfPart('l.part_id')})`.as('rounding'),
      ]),
  )
  const bySheet = Map.groupBy(rows, row => row.settlement_id)
  return new Map([...bySheet].map(([id, of]) => [id, new Map(of.map(row => [row.part_id, fen(row.rounding)]))]))
}

/** Facts about lines that stand beside them. */
interface Beside {
  /** The account of each line, in their order. */
  readonly payees: readonly (Payee | undefined)[]
  readonly roundings: Roundings
  readonly sheet: { readonly state: SettlementState }
  /** The payments that arrived. */
  readonly paid: ReadonlySet<string>
}

/** Lines as the wire shows them. */
export const shownLines = (lines: readonly Line[], { payees, roundings, sheet, paid }: Beside): SheetLine[] =>
  lines.map((line, index) => {
    const payee = payees[index]
    return {
      waybillId: line.waybill_id,
      partId: line.part_id,
      part: keyOf(waybillParts, line.part),
      waybillNo: line.waybill_no,
      plate: line.plate,
      driverName: line.driver_name,
      loadPlace: line.load_place,
      unloadPlace: line.unload_place,
      loadWeightG: grams(line.load_weight_g ?? 0),
      unloadWeightG: grams(line.unload_weight_g ?? 0),
      freight: fen(line.freight_fen),
      deducted: fen(line.deducted_fen),
      penalty: fen(line.penalty_fen),
      rounding: roundings.get(line.part_id) ?? ZERO_FEN,
      oil: fen(line.oil_fen),
      advanced: fen(line.advanced_fen),
      due: fen(line.due_fen),
      isCarrierPaid: line.payee_id === null,
      setOff: fen(line.set_off_fen),
      pay: fen(line.pay_fen),
      ...(payee === undefined ? {} : { payee: payeeText(payee) }),
      isPaid: line.is_open && (line.payment_id === null ? sheet.state === 'paid' : paid.has(line.payment_id)),
    }
  })

/** All lines of a sheet together. */
export function sumsOfLines(
  lines: readonly Line[],
  payees: readonly (Payee | undefined)[],
  rounding: Fen,
): SheetLineSums {
  const sumOf = (read: (line: Line) => number): Fen => sumFen(lines.map(line => fen(read(line))))
  return {
    freight: sumOf(line => line.freight_fen),
    deducted: sumOf(line => line.deducted_fen),
    penalty: sumOf(line => line.penalty_fen),
    rounding,
    oil: sumOf(line => line.oil_fen),
    advanced: sumOf(line => line.advanced_fen),
    due: sumOf(line => line.due_fen),
    setOff: sumOf(line => line.set_off_fen),
    pay: sumOf(line => line.pay_fen),
    hasSetOff: lines.some(line => line.set_off_fen !== 0),
    hasPayees: lines.some((line, index) => line.payee_id !== null || payees[index] === undefined),
  }
}

/** The place after a line: its waybill and its part, in the order of the sheet. */
const placeOf = (line: Line): string => `${line.waybill_id} ${line.part_id}`
function afterLine(cursor: string | undefined) {
  if (cursor === undefined) return undefined
  const [waybillId = '', partId = '', more] = cursor.split(' ')
  if (!isUuid(waybillId) || !isUuid(partId) || more !== undefined) throw placeFault()
  return sql<boolean>`(l.waybill_id, l.part_id) > (${waybillId}::uuid, ${partId}::uuid)`
}

/** Lines of a sheet in the actor's reach; those who do not see who hauled do not search by it either. */
export async function findSheetLines(
  ctx: Ctx,
  { settlementNum, text, partId, waybillIds, limit = linesOfPage, cursor }: Input<typeof listSheetLines>,
): Promise<Output<typeof listSheetLines>> {
  const sheet = await ctx.tx.one(
    sheetRows.where('st.settlement_num', '=', settlementNum).where(ownSheets(ctx.actor, 'st')),
  )
  const columns = hidesHaulers(ctx, sheet) ? ['w.waybill_no'] : ['w.waybill_no', 'w.plate']
  const where = allOf([
    contains(columns, text),
    partId === undefined ? undefined : sql<boolean>`l.part_id = ${partId}::uuid`,
    waybillIds === undefined ? undefined : sql<boolean>`l.waybill_id = any(${[...waybillIds]}::uuid[])`,
    afterLine(cursor),
  ])
  const found = await linesFor(ctx, sheet, { where, limit: limit + 1 })
  const lines = found.slice(0, limit)
  const rows = shownLines(lines, {
    payees: await payeesOfLines(ctx, sheet.carrier_id, lines),
    roundings: await roundingsOf(
      ctx,
      sheet.id,
      lines.map(line => line.part_id),
    ),
    sheet: toSettlementRow(sheet),
    paid: await arrivedOf(ctx, lines),
  })
  const last = lines.at(-1)
  return { rows, ...(found.length > limit && last !== undefined ? { next: placeOf(last) } : {}) }
}

/** The payments of lines that arrived. */
export async function arrivedOf(ctx: Ctx, lines: readonly Line[]): Promise<ReadonlySet<string>> {
  const ids = [...new Set(lines.flatMap(line => line.payment_id ?? []))]
  if (ids.length === 0) return new Set()
  const rows = await ctx.tx.rows(
    q
      .selectFrom('payments')
      .select('id')
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .where('state', '=', 'success'),
  )
  return new Set(rows.map(({ id }) => id))
}
