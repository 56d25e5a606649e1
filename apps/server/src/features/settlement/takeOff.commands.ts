// Lines taken off a draft that pays again: each stands with its failed payment on the sheet it came from, for another draft.
import type { Input, Output } from '@yunshu/contract/call'
import type { takeOffFailure as call } from '@yunshu/contract/settlement/failure'
import { Problem } from '@yunshu/domain/problems/problems'
import { settlementStates } from '@yunshu/domain/settlement/settlement'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { logEvent, stale } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { numbersOf } from './change.commands.ts'
import { linesWithout, sumsWith } from './change.queries.ts'
import { moveLines } from './failure.commands.ts'
import { lockParent } from './family.queries.ts'
import { answerSettlement } from './settlement.commands.ts'
import { assertSheetMove, findLines, lockSettlement, sheetOn } from './settlement.queries.ts'

/** Takes lines off; nothing of them is booked, for the books know them by their first sheet. The last one stays: void it. */
export async function takeOffFailure(
  ctx: Ctx,
  { settlementNum, version, partIds, reason }: Input<typeof call>,
): Promise<Output<typeof call>> {
  const sheet = await lockSettlement(ctx, settlementNum)
  assertSheetMove('takeOff', await sheetOn(ctx, sheet))
  if (sheet.version !== version) throw await stale(ctx, sheet.id)
  const parent = await lockParent(ctx, sheet)
  if (parent === undefined) throw new Problem('settlement.notAgain')
  const lines = await findLines(ctx, sheet.id)
  const chosen = new Set(partIds)
  const left = lines.filter(line => chosen.has(line.part_id))
  if (left.length !== chosen.size) throw new Problem('row.none')
  const rest = linesWithout(lines, left)
  if (rest.length === 0) throw new Problem('settlement.lastLine')
  const numbers = numbersOf(left)
  const moved = await move(ctx, settlementStates, sheet, 'takeOff', {
    version,
    reason,
    set: { ...sumsWith(sheet, rest), line_count: rest.length },
    diff: [{ field: '移出运单', old: numbers, new: '--' }],
  })
  await moveLines(ctx, left, { from: sheet.id, to: parent })
  await ctx.tx.run(
    q
      .deleteFrom('settlement_lines')
      .where('settlement_id', '=', sheet.id)
      .where(sql<boolean>`part_id = any(${[...chosen]}::uuid[])`),
  )
  await logEvent(ctx, {
    entity: 'settlement',
    entityId: parent.id,
    action: '失败补付单移出运单',
    reason,
    diff: [{ field: settlementNum, old: numbers, new: '--' }],
  })
  return answerSettlement(ctx, moved)
}
