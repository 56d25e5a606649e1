// The voiding of an approved sheet: one person asks, another confirms, and the books take it back.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/settlement/settlement'
import { fen, printMoney } from '@yunshu/domain/figures/money'
import { settlementStates } from '@yunshu/domain/settlement/settlement'
import type { Ctx } from '../../work/ctx.ts'
import { move } from '../../work/move.ts'
import { tellHappening } from '../../work/outbox.ts'
import { policiesOfCompany } from '../../work/policies.ts'
import { releaseSheet } from './release.commands.ts'
import { answerSettlement } from './settlement.commands.ts'
import { assertSheetMove, lockSettlement, payersWith, sheetOn } from './settlement.queries.ts'

/** Asks to void an approved sheet nothing was paid of; it cannot be paid while it waits. */
export async function askVoid(
  ctx: Ctx,
  { settlementNum, version, reason }: Input<typeof calls.askVoid>,
): Promise<Output<typeof calls.askVoid>> {
  const sheet = await lockSettlement(ctx, settlementNum)
  assertSheetMove('askVoid', await sheetOn(ctx, sheet))
  const moved = await move(ctx, settlementStates, sheet, 'askVoid', {
    version,
    reason,
    set: {
      void_asker_id: ctx.actor.userId,
      void_asker_for: ctx.actor.actingFor?.userId ?? null,
      void_reason: reason,
    },
  })
  const due = printMoney(fen(sheet.due_fen))
  await tellHappening(ctx, 'settlement.voidAsked', payersWith(sheet, 'settlement.approve'), {
    settlementNum,
    due,
    reason,
  })
  return answerSettlement(ctx, moved)
}

const noVoid = { void_asker_id: null, void_asker_for: null, void_reason: null }

/** Takes the wish to void a sheet back, by the one whose it is; it waits for its payment again. */
export async function withdrawVoid(
  ctx: Ctx,
  { settlementNum, version }: Input<typeof calls.withdrawVoid>,
): Promise<Output<typeof calls.withdrawVoid>> {
  const sheet = await lockSettlement(ctx, settlementNum)
  assertSheetMove('withdrawVoid', await sheetOn(ctx, sheet))
  return answerSettlement(ctx, await move(ctx, settlementStates, sheet, 'withdrawVoid', { version, set: noVoid }))
}

/** Refuses to void a sheet; the person who asked hears why. */
export async function refuseVoid(
  ctx: Ctx,
  { settlementNum, version, reason }: Input<typeof calls.refuseVoid>,
): Promise<Output<typeof calls.refuseVoid>> {
  const sheet = await lockSettlement(ctx, settlementNum)
  assertSheetMove('refuseVoid', await sheetOn(ctx, sheet))
  const moved = await move(ctx, settlementStates, sheet, 'refuseVoid', { version, reason, set: noVoid })
  const asker = sheet.void_asker_id === null ? [] : [sheet.void_asker_id]
  await tellHappening(ctx, 'settlement.voidRefused', { users: asker }, { settlementNum, reason })
  return answerSettlement(ctx, moved)
}

/** Voids an approved sheet another person asked to void: its waybills go, the books take it back in red. */
export async function confirmVoid(
  ctx: Ctx,
  { settlementNum, version }: Input<typeof calls.confirmVoid>,
): Promise<Output<typeof calls.confirmVoid>> {
  const sheet = await lockSettlement(ctx, settlementNum)
  assertSheetMove('confirmVoid', await sheetOn(ctx, sheet, await policiesOfCompany(ctx.tx, sheet.shipper_id)))
  const moved = await move(ctx, settlementStates, sheet, 'confirmVoid', { version })
  await releaseSheet(ctx, sheet, true)
  return answerSettlement(ctx, moved)
}
