// Fuel cards of an account handed in by file: each as those typed in, one that is registered already is refused.
import { tidyPlate } from '@yunshu/domain/fleet/columns'
import { fuelCardStates, plainCardNo } from '@yunshu/domain/fuel/fuel'
import { fuelCardFileColumns, type FuelCardValues } from '@yunshu/domain/fuel/fuelCardColumns'
import type { PartOf } from '@yunshu/domain/importing/cells'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { inPieces, insertMany } from '../../db/insertRows.ts'
import { isTaken } from '../../db/pool.ts'
import { q } from '../../db/tx.ts'
import { importKind, type ImportRun, type Judgement, type Row, type Written } from '../../imports/importKind.ts'
import type { Ctx } from '../../work/ctx.ts'
import { logEvents } from '../../work/history.ts'
import { Problem } from '@yunshu/domain/problems/problems'
import { inOrder, repeatedRows, separateFaultyRows } from '../fleet/byFile.commands.ts'
import { lockFiles } from './account.queries.ts'
import { accountOfFile } from './providerFile.commands.ts'

type Values = FuelCardValues
const numberOf = ({ cardNo }: PartOf<Values>): string | undefined => cardNo && plainCardNo(cardNo)

async function judge(
  ctx: Ctx,
  rows: readonly Row<Values>[],
  run: ImportRun,
  parts: readonly Row<PartOf<Values>>[],
): Promise<Judgement<Values>> {
  const account = await accountOfFile(ctx, 'OIL', run.targetId)
  if (run.isWriting) await lockFiles(ctx, account.id)
  const all = inOrder<PartOf<Values>>(rows, parts)
  const numbers = all.flatMap(({ values }) => numberOf(values) ?? [])
  const known = await ctx.tx.rows(
    q
      .selectFrom('fuel_cards')
      .select('card_no')
      .where('account_id', '=', account.id)
      .where(sql<boolean>`card_no = any(${numbers}::text[])`),
  )
  const isKnown = new Set<string | undefined>(known.map(({ card_no: no }) => no))
  return separateFaultyRows(rows, [
    ...repeatedRows(all, numberOf, 'cardNo'),
    ...all.flatMap(({ row, values }) =>
      isKnown.has(numberOf(values)) ? [{ row, field: 'cardNo', reason: '已登记' }] : [],
    ),
  ])
}

async function write(ctx: Ctx, rows: readonly Row<Values>[], run: ImportRun): Promise<Written[]> {
  const account = await accountOfFile(ctx, 'OIL', run.targetId)
  const written: Written[] = []
  for (const some of inPieces(rows)) {
    const cards = some.map(({ row, values: { cardNo, plate, holder } }) => ({
      row,
      card: {
        id: v7(),
        card_no: plainCardNo(cardNo),
        account_id: account.id,
        branch_id: account.branch_id,
        plate: plate === undefined ? null : tidyPlate(plate),
        holder: holder ?? null,
        state: fuelCardStates.start,
        created_at: ctx.now,
        updated_at: ctx.now,
      },
    }))
    await insertMany(
      ctx.tx,
      'fuel_cards',
      cards.map(({ card }) => card),
    ).catch((error: unknown) => {
      // one that was typed in since the rows were judged
      throw isTaken(error) ? new Problem('import.taken', { what: '油卡' }) : error
    })
    await logEvents(
      ctx,
      cards.map(({ card: { id } }) => ({
        entity: 'fuelCard',
        entityId: id,
        action: '导入油卡',
        to: fuelCardStates.start,
      })),
    )
    written.push(...cards.map(({ row, card: { id, card_no: label } }) => ({ row, id, label })))
    run.progress(written.length)
  }
  return written
}

/** Cards by the list of their provider; the rows belong to one account of fuel. */
export const fuelCardsImport = importKind({
  key: 'fuelCards',
  permit: 'fuel.issue',
  columns: fuelCardFileColumns,
  open: async (ctx, targetId) => void (await accountOfFile(ctx, 'OIL', targetId)),
  check: judge,
  write,
})
