// Sheets that pay again: made of failed payments, given back to the sheet they came from, and the end they put to it.
import type { Input, Output } from '@yunshu/contract/call'
import type { makeFailureSettlement as call } from '@yunshu/contract/settlement/failure'
import { fen, printYuan, sumFen, ZERO_FEN } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import { settlementStates } from '@yunshu/domain/settlement/settlement'
import { periodOf } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { insertMany } from '../../db/insertRows.ts'
import { takeNumber } from '../../db/numbers.ts'
import { q } from '../../db/tx.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent, logEvents } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { findOwedTwice } from './debts.queries.ts'
import { findFailedLines, findHeldByFamily, findLiveChild, findRoot, lockParent } from './family.queries.ts'
import { payeesOfLines } from './linePayees.queries.ts'
import { rehangParts } from '../part/parts.commands.ts'
import { isAdvanceSheet, isFeeSheet, lockWaybills } from './waybillSettle.ts'
import {
  assertNoLateAdvance,
  assertSheetMove,
  findLines,
  lockSettlement,
  sheetOn,
  type Sheet,
  type SheetLine,
} from './settlement.queries.ts'

const isWaybillOver = (state: string): boolean => state === 'cancelled' || state === 'void'

/** Makes a draft of the payments of a sheet that failed or came back; its lines stand on the draft from now on. */
export async function makeFailureSettlement(
  ctx: Ctx,
  { settlementNum: parentNum, version }: Input<typeof call>,
): Promise<Output<typeof call>> {
  const parent = await lockSettlement(ctx, parentNum)
  const child = await findLiveChild(ctx.tx, parent)
  const failed = new Set((await findFailedLines(ctx.tx, parent.id)).map(line => line.part_id))
  const on = await sheetOn(ctx, parent)
  assertSheetMove('makeFailure', { ...on, child: child?.settlement_num, failures: failed.size })
  const lines = (await findLines(ctx, parent.id)).filter(line => failed.has(line.part_id))
  assertNoLateAdvance(lines)
  // an advance cannot be let go once a signature counts on it: it is paid again, and its debt collected
  const owed = await findOwedTwice(
    ctx,
    lines.filter(line => line.part !== 'pre').map(line => line.part_id),
  )
  if (owed !== undefined) throw new Problem('payment.owedTwice', { waybillNo: owed })
  const over = lines.find(line => line.part === 'pre' && isWaybillOver(line.waybill_state))
  if (over) throw new Problem('advance.ended', { waybillNo: over.waybill_no })
  // the voiding has made a debt of the fee that was paid: the bank gave that money back, so neither is paid any more
  const ended = lines.find(line => line.part === 'fee' && line.waybill_state === 'void')
  if (ended) throw new Problem('fee.void', { waybillNo: ended.waybill_no })
  const settlementNum = await takeNumber(ctx.tx, 'JS', 'settlement_number', ctx.now)
  await move(ctx, settlementStates, parent, 'makeFailure', {
    version,
    diff: [{ field: '结算单', old: '--', new: settlementNum }],
  })
  const id = v7()
  const due = await insertChild(ctx, parent, { id, settlementNum }, lines)
  await moveLines(ctx, lines, { from: parent.id, to: { id, settlement_num: settlementNum } })
  await insertChildLines(ctx, parent, id, lines)
  await logEvent(ctx, {
    entity: 'settlement',
    entityId: id,
    action: '生成失败补付单',
    to: settlementStates.start,
    diff: [{ field: '原结算单', old: '--', new: parentNum }],
  })
  ctx.touched('settlement', id, { settlementNum, due: printYuan(fen(due)) })
  return { id, settlementNum, version: 1 }
}

/** Writes the head of a sheet that pays lines again; answers its amount, fen. */
async function insertChild(
  ctx: Ctx,
  parent: Sheet,
  { id, settlementNum }: { id: string; settlementNum: string },
  lines: readonly SheetLine[],
): Promise<number> {
  const sumOf = (read: (line: SheetLine) => number) => sumFen(lines.map(line => fen(read(line))))
  const due = sumOf(line => line.pay_fen)
  await ctx.tx.run(
    q.insertInto('settlements').values({
      id,
      settlement_num: settlementNum,
      p_settlement_num: parent.settlement_num,
      kind: 'FAILURE',
      state: settlementStates.start,
      shipper_id: parent.shipper_id,
      carrier_id: parent.carrier_id,
      branch_id: parent.branch_id,
      period: periodOf(ctx.now),
      line_count: lines.length,
      payable_fen: sumOf(line => line.freight_fen),
      oil_fen: sumOf(line => line.oil_fen),
      advanced_fen: sumOf(line => line.advanced_fen),
      deducted_fen: sumOf(line => line.deducted_fen),
      penalty_fen: sumOf(line => line.penalty_fen),
      carried_in_fen: sumOf(line => line.set_off_fen),
      carried_out_fen: ZERO_FEN,
      due_fen: due,
      due_at: parent.due_at,
      maker_id: ctx.actor.userId,
      maker_for: ctx.actor.actingFor?.userId ?? null,
      maker_name: writtenName(ctx.actor),
      remark: null,
      state_since: ctx.now,
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  return due
}

/** The lines of a parent as they were, to the accounts of this moment; the submission looks again and keeps them. */
async function insertChildLines(ctx: Ctx, parent: Sheet, childId: string, lines: readonly SheetLine[]): Promise<void> {
  const payees = await payeesOfLines(
    ctx,
    parent.carrier_id,
    lines.map(line => ({ payee_id: line.payee_id, payee: null })),
  )
  const rows = lines.map((line, index) => ({
    settlement_id: childId,
    waybill_id: line.waybill_id,
    part_id: line.part_id,
    payee_id: line.payee_id,
    freight_fen: line.freight_fen,
    deducted_fen: line.deducted_fen,
    penalty_fen: line.penalty_fen,
    oil_fen: line.oil_fen,
    advanced_fen: line.advanced_fen,
    due_fen: line.due_fen,
    payee: payees[index] ?? null,
    set_off_fen: line.set_off_fen,
    pay_fen: line.pay_fen,
    is_open: true,
  }))
  await insertMany(ctx.tx, 'settlement_lines', rows)
}

/** Takes lines off one sheet of a family; their waybills name the sheet that has them now. */
export async function moveLines(
  ctx: Ctx,
  lines: readonly Pick<SheetLine, 'waybill_id' | 'part_id' | 'part'>[],
  { from, to }: { from: string; to: { id: string; settlement_num: string } },
): Promise<void> {
  const these = [...new Set(lines.map(line => line.waybill_id))]
  const parts = lines.map(line => line.part_id)
  await lockWaybills(ctx, these)
  const among = sql<boolean>`part_id = any(${parts}::uuid[])`
  await ctx.tx.run(
    q.updateTable('settlement_lines').set({ is_open: false }).where('settlement_id', '=', from).where(among),
  )
  await ctx.tx.run(
    q.updateTable('settlement_lines').set({ is_open: true }).where('settlement_id', '=', to.id).where(among),
  )
  await rehangParts(ctx, parts, to.id)
  // a waybill on its way is not being settled, and a fee is no part of its settlement: it names no sheet
  if (isAdvanceSheet(lines) || isFeeSheet(lines)) return
  await ctx.tx.run(
    q
      .updateTable('waybills')
      .set({ settlement_num: to.settlement_num, version: sql<number>`version + 1`, updated_at: ctx.now })
      .where(sql<boolean>`id = any(${these}::uuid[])`),
  )
  await logEvents(
    ctx,
    these.map(entityId => ({
      entity: 'waybill',
      entityId,
      action: '转入结算单',
      diff: [{ field: '结算单', old: '--', new: to.settlement_num }],
    })),
  )
}

/** Gives the lines of a sheet that pays again, and that comes to nothing, back to the sheet it was made of. */
export async function giveLinesBack(ctx: Ctx, child: Sheet): Promise<void> {
  const parent = await lockParent(ctx, child)
  if (parent === undefined) throw new Error('only a sheet made of another gives its lines back')
  const lines = (await findLines(ctx, child.id)).filter(line => line.is_open)
  await moveLines(ctx, lines, { from: child.id, to: parent })
}

/** The fate of the lines of a sheet, judged by those that stand anywhere in its family. */
export type FamilyEnd = 'open' | 'paid' | 'released'

/**
 * The end of a sheet whose payments have all a result: paid when each line was paid, by it, by a sheet made of it, or by
 * the one above where its money had arrived before; released when some can be settled anew, or when nothing is left on
 * it; open while a line waits to be paid.
 */
export async function familyEndOf(ctx: Ctx, sheet: Sheet): Promise<FamilyEnd> {
  if ((await findFailedLines(ctx.tx, sheet.id)).length > 0) return 'open'
  if ((await findLiveChild(ctx.tx, sheet)) !== undefined) return 'open'
  const lines = await findLines(ctx, sheet.id)
  const below = await findHeldByFamily(ctx, sheet.settlement_num)
  if (!lines.some(line => below.has(line.part_id))) return 'released'
  const held = await findHeldByFamily(ctx, (await findRoot(ctx, sheet)).settlement_num)
  return lines.every(line => held.has(line.part_id)) ? 'paid' : 'released'
}
