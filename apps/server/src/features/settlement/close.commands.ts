// The closing of a sheet of which payments failed: no more of it is paid.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/settlement/settlement'
import { Problem } from '@yunshu/domain/problems/problems'
import { settlementStates } from '@yunshu/domain/settlement/settlement'
import type { Ctx } from '../../work/ctx.ts'
import { move } from '../../work/move.ts'
import { findFailedLines, findLiveChild } from './family.queries.ts'
import { findPaymentsOf } from './payment.queries.ts'
import { endParent } from './payment.results.ts'
import { releaseUnpaid } from './release.commands.ts'
import { answerSettlement } from './settlement.commands.ts'
import {
  isAdvanceUsed,
  assertSheetMove,
  findLines,
  lockSettlement,
  sheetOn,
  type Sheet,
  type SheetLine,
} from './settlement.queries.ts'

/** Refuses to let an advance go that a signature has counted on: it can only be paid again. One that was paid stays. */
async function assertAdvancesUnused(ctx: Ctx, sheet: Sheet): Promise<void> {
  const failed = new Set((await findFailedLines(ctx.tx, sheet.id)).map(line => line.part_id))
  const goes = ({ is_open, payment_id, part_id }: SheetLine): boolean =>
    is_open && (payment_id === null || failed.has(part_id))
  const used = (await findLines(ctx, sheet.id)).find(line => goes(line) && isAdvanceUsed(line))
  if (used !== undefined) throw new Problem('advance.used', { waybillNo: used.waybill_no })
}

/** Closes a sheet of which payments failed; the waybills that were not paid can be settled anew. */
export async function closeSettlement(
  ctx: Ctx,
  { settlementNum, version, reason }: Input<typeof calls.closeSettlement>,
): Promise<Output<typeof calls.closeSettlement>> {
  const sheet = await lockSettlement(ctx, settlementNum)
  const child = (await findLiveChild(ctx.tx, sheet))?.settlement_num
  assertSheetMove('close', { ...(await sheetOn(ctx, sheet)), child })
  await assertAdvancesUnused(ctx, sheet)
  const moved = await move(ctx, settlementStates, sheet, 'close', { version, reason })
  await releaseUnpaid(ctx, sheet, await findPaymentsOf(ctx, sheet.id))
  await endParent(ctx, sheet)
  return answerSettlement(ctx, moved)
}
