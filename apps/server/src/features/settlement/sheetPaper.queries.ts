// Papers of many sheets at once, and the debts of earlier sheets that sheets take off.
import type { Input, Output } from '@yunshu/contract/call'
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { linesAtOnce } from '@yunshu/contract/settlement/sheetLines'
import type { listSheetPapers, SheetPaper } from '@yunshu/contract/settlement/sheetPaper'
import { fen, sumFen } from '@yunshu/domain/figures/money'
import { moneyInWords } from '@yunshu/domain/figures/uppercase'
import { chosen } from '../../db/conditions.ts'
import { inOrderOf } from '../../db/inOrderOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf, ownSheets } from '../../work/scope.ts'
import { groupPayees, payeesOfSheets } from './linePayees.queries.ts'
import { sheetRows, toSettlementRow } from './settlement.queries.ts'
import { arrivedOf, linesOfSheets, roundingsOfSheets, shownLines } from './sheetLines.queries.ts'

/** By sheet the debts of earlier ones it takes off. */
export async function findCarriedOf(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SettlementDetail['carried']>> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('debts as d')
      .leftJoin('settlements as st', 'st.id', 'd.settlement_id')
      .leftJoin('waybills as w', 'w.id', 'd.waybill_id')
      .select(['d.taken_by', 'st.settlement_num', 'w.waybill_no', 'w.id as waybill_id', 'd.open_fen'])
      .where('d.taken_by', 'in', [...ids])
      .orderBy('d.id'),
  )
  const carried = new Map<string, SettlementDetail['carried']>(ids.map(id => [id, []]))
  for (const row of rows)
    carried.get(row.taken_by ?? '')?.push({
      ...(row.settlement_num === null ? {} : { settlementNum: row.settlement_num }),
      ...(row.waybill_no === null || row.waybill_id === null
        ? {}
        : { waybill: { id: row.waybill_id, waybillNo: row.waybill_no } }),
      amount: fen(row.open_fen),
    })
  return carried
}

/**
 * The papers of sheets in the actor's reach, in the order asked for; where one is not found, none is. Sheets of more
 * lines than a page is sent at once are named alone: their lines are read by pages.
 */
export async function findSheetPapers(
  ctx: Ctx,
  { ids }: Input<typeof listSheetPapers>,
): Promise<Output<typeof listSheetPapers>> {
  const own = sheetRows.where(allOf([chosen('st.id', ids), ownSheets(ctx.actor, 'st')]))
  const found = inOrderOf(ids, await ctx.tx.rows(own))
  const [long, short] = [true, false].map(isLong => found.filter(row => row.line_count > linesAtOnce === isLong))
  return {
    rows: await papersOf(ctx, short ?? []),
    long: (long ?? []).map(row => ({ id: row.id, settlementNum: row.settlement_num })),
  }
}

type Found = Parameters<typeof toSettlementRow>[0] & Parameters<typeof linesOfSheets>[1][number]

async function papersOf(ctx: Ctx, found: readonly Found[]): Promise<SheetPaper[]> {
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const lines = await linesOfSheets(ctx, found)
  const linesOf = ({ id }: { id: string }) => lines.get(id) ?? []
  const payees = await payeesOfSheets(
    ctx,
    found.map(row => ({ carrierId: row.carrier_id, lines: linesOf(row) })),
  )
  const roundings = await roundingsOfSheets(ctx, ids)
  const carried = await findCarriedOf(ctx, ids)
  const paid = await arrivedOf(ctx, [...lines.values()].flat())
  return found.map((sheet, n) => {
    const row = toSettlementRow(sheet)
    const beside = { payees: payees[n] ?? [], roundings: roundings.get(sheet.id) ?? new Map(), sheet: row, paid }
    return {
      ...row,
      dueInWords: moneyInWords(row.due),
      rounding: sumFen([...beside.roundings.values()]),
      ...(sheet.remark === null ? {} : { remark: sheet.remark }),
      payees: groupPayees(linesOf(sheet), beside.payees),
      lines: shownLines(linesOf(sheet), beside),
      carried: carried.get(sheet.id) ?? [],
    }
  })
}
