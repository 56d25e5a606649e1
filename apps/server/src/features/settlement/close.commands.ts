// The closing of a sheet of which payments failed: one person asks, another confirms, and no more of it is paid.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/settlement/closing'
import { Problem } from '@yunshu/domain/problems/problems'
import { settlementStates } from '@yunshu/domain/settlement/settlement'
import type { Ctx } from '../../work/ctx.ts'
import { move } from '../../work/move.ts'
import { tellHappening } from '../../work/outbox.ts'
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
  noClosing,
  payersWith,
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

/** The sheet under lock, where this step of its closing may be made by this person now. */
async function lockClosing(
  ctx: Ctx,
  name: 'askClose' | 'confirmClose',
  { settlementNum }: Pick<Input<typeof calls.confirmCloseSettlement>, 'settlementNum'>,
): Promise<Sheet> {
  const sheet = await lockSettlement(ctx, settlementNum)
  const child = (await findLiveChild(ctx.tx, sheet))?.settlement_num
  assertSheetMove(name, { ...(await sheetOn(ctx, sheet)), child })
  await assertAdvancesUnused(ctx, sheet)
  return sheet
}

/** Asks to close a sheet of which payments failed; nothing of it is paid again while it waits. */
export async function askCloseSettlement(
  ctx: Ctx,
  { settlementNum, version, reason }: Input<typeof calls.askCloseSettlement>,
): Promise<Output<typeof calls.askCloseSettlement>> {
  const sheet = await lockClosing(ctx, 'askClose', { settlementNum })
  const moved = await move(ctx, settlementStates, sheet, 'askClose', {
    version,
    reason,
    set: {
      close_asker_id: ctx.actor.userId,
      close_asker_for: ctx.actor.actingFor?.userId ?? null,
      close_reason: reason,
    },
  })
  await tellHappening(ctx, 'settlement.closeAsked', payersWith(sheet, 'settlement.pay'), { settlementNum, reason })
  return answerSettlement(ctx, moved)
}

/** Takes the wish to close a sheet back, by the one whose it is. */
export async function withdrawCloseSettlement(
  ctx: Ctx,
  { settlementNum, version }: Input<typeof calls.withdrawCloseSettlement>,
): Promise<Output<typeof calls.withdrawCloseSettlement>> {
  const sheet = await lockSettlement(ctx, settlementNum)
  assertSheetMove('withdrawClose', await sheetOn(ctx, sheet))
  return answerSettlement(ctx, await move(ctx, settlementStates, sheet, 'withdrawClose', { version, set: noClosing }))
}

/** Refuses to close a sheet; the person who asked hears why. */
export async function refuseCloseSettlement(
  ctx: Ctx,
  { settlementNum, version, reason }: Input<typeof calls.refuseCloseSettlement>,
): Promise<Output<typeof calls.refuseCloseSettlement>> {
  const sheet = await lockSettlement(ctx, settlementNum)
  assertSheetMove('refuseClose', await sheetOn(ctx, sheet))
  const moved = await move(ctx, settlementStates, sheet, 'refuseClose', { version, reason, set: noClosing })
  const asker = sheet.close_asker_id === null ? [] : [sheet.close_asker_id]
  await tellHappening(ctx, 'settlement.closeRefused', { users: asker }, { settlementNum, reason })
  return answerSettlement(ctx, moved)
}

/** Closes a sheet another person asked to close; the waybills that were not paid can be settled anew. */
export async function confirmCloseSettlement(
  ctx: Ctx,
  { settlementNum, version }: Input<typeof calls.confirmCloseSettlement>,
): Promise<Output<typeof calls.confirmCloseSettlement>> {
  const sheet = await lockClosing(ctx, 'confirmClose', { settlementNum })
  const moved = await move(ctx, settlementStates, sheet, 'confirmClose', {
    version,
    reason: sheet.close_reason ?? undefined,
  })
  await releaseUnpaid(ctx, sheet, await findPaymentsOf(ctx, sheet.id))
  await endParent(ctx, sheet)
  return answerSettlement(ctx, moved)
}
