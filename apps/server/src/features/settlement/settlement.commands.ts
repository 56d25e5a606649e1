// A settlement sheet from making to approval: who may do what, and what each step changes around it.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/settlement/settlement'
import { fen, printMoney, printYuan, sumFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { cashDue } from '@yunshu/domain/settlement/payPlan'
import { Problem } from '@yunshu/domain/problems/problems'
import { isFeePart } from '@yunshu/domain/settlement/parts'
import { isOfHouse, settlementStates } from '@yunshu/domain/settlement/settlement'
import { periodOf } from '@yunshu/domain/voucher/voucher'
import { v7 } from 'uuid'
import { logEvent } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { takeNumber } from '../../db/numbers.ts'
import { policiesOfCompany } from '../../work/policies.ts'
import { q } from '../../db/tx.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { bookApproved } from './approvedBooks.commands.ts'
import { takeDebts } from './debts.commands.ts'
import { lockDebts } from './debts.queries.ts'
import { dealingOf, freezePayees, insertLines, lineOfPart, type NewLine } from './lines.commands.ts'
import { isChild } from './family.queries.ts'
import { releaseSheet } from './release.commands.ts'
import {
  assertNoLateAdvance,
  assertSheetMove,
  findLines,
  lockSettlement,
  payersWith,
  sheetOn,
  type Sheet,
} from './settlement.queries.ts'
import { lockChosenParts } from './chosenParts.queries.ts'
import { isAdvanceSheet, lockWaybills, takeWaybills } from './waybillSettle.ts'

/** The sums of a sheet. */
const amountsOf = (lines: readonly NewLine[]) => ({
  payable: sumFen(lines.map(line => line.freight_fen)),
  oil: sumFen(lines.map(line => line.oil_fen)),
  advanced: sumFen(lines.map(line => line.advanced_fen)),
  deducted: sumFen(lines.map(line => line.deducted_fen)),
  penalty: sumFen(lines.map(line => line.penalty_fen)),
})

/** Makes a draft sheet of signed waybills of one shipper, carrier and branch. */
export async function makeSettlement(
  ctx: Ctx,
  { waybillIds, partIds, remark }: Input<typeof calls.makeSettlement>,
): Promise<Output<typeof calls.makeSettlement>> {
  const chosen = await lockChosenParts(ctx, { waybillIds, partIds })
  const waybills = [...new Set(chosen.map(({ waybill }) => waybill))]
  const [firstChosen] = chosen
  if (firstChosen === undefined) throw new Problem('row.none')
  const dealing = dealingOf(firstChosen)
  const lines = chosen.map(each => lineOfPart(each, dealing))
  const amounts = amountsOf(lines)
  const dueAts = lines.flatMap(line => line.due_at ?? [])
  const id = v7()
  const settlementNum = await takeNumber(ctx.tx, 'JS', 'settlement_number', ctx.now)
  const isAdvance = firstChosen.part.part === 'pre'
  const isFee = isFeePart(firstChosen.part.part)
  // a debt is taken off what was earned
  const debts = isAdvance ? [] : await lockDebts(ctx, dealing)
  const carriedIn = sumFen(debts.map(debt => fen(debt.open_fen)))
  const { cash: due, owed: carriedOut } = cashDue({
    ...amounts,
    deductions: sumFen([amounts.deducted, amounts.advanced, carriedIn]),
    paid: ZERO_FEN,
  })
  await ctx.tx.run(
    q.insertInto('settlements').values({
      id,
      settlement_num: settlementNum,
      kind: isAdvance ? 'ADVANCE' : isFee ? 'FEE' : 'NORMAL',
      state: settlementStates.start,
      ...dealing,
      period: periodOf(ctx.now),
      line_count: lines.length,
      payable_fen: amounts.payable,
      oil_fen: amounts.oil,
      advanced_fen: amounts.advanced,
      deducted_fen: amounts.deducted,
      penalty_fen: amounts.penalty,
      carried_in_fen: carriedIn,
      carried_out_fen: carriedOut,
      due_fen: due,
      due_at: dueAts.length === 0 ? null : Math.min(...dueAts),
      maker_id: ctx.actor.userId,
      maker_for: ctx.actor.actingFor?.userId ?? null,
      maker_name: writtenName(ctx.actor),
      remark: remark || null,
      state_since: ctx.now,
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  await insertLines(ctx, { id, carrierId: dealing.carrier_id }, lines, carriedIn)
  await takeWaybills(
    ctx,
    waybills,
    lines.map(line => line.part_id),
    { id, settlementNum, isApart: isAdvance || isFee },
  )
  await takeDebts(ctx, debts, { id, settlementNum })
  await logEvent(ctx, { entity: 'settlement', entityId: id, action: '制作结算单', to: settlementStates.start })
  ctx.touched('settlement', id, { settlementNum, due: printYuan(due) })
  return { id, settlementNum, version: 1 }
}

/**
 * Hands a sheet to the approvers; the payee must be known, and the other conditions of the shipper's policies must
 * hold.
 */
export async function submitSettlement(
  ctx: Ctx,
  { settlementNum, version }: Input<typeof calls.submitSettlement>,
): Promise<Output<typeof calls.submitSettlement>> {
  const sheet = await lockSettlement(ctx, settlementNum)
  const policies = await policiesOfCompany(ctx.tx, sheet.shipper_id)
  const on = await sheetOn(ctx, sheet, policies)
  assertSheetMove('submit', on)
  const lines = await findLines(ctx, sheet.id)
  assertNoLateAdvance(lines)
  const waiting = (await lockWaybills(ctx, [...new Set(lines.map(line => line.waybill_id))])).find(
    waybill => !waybill.receipt_ok,
  )
  // an advance is paid before there is a receipt
  if (policies.receiptRequired && !isAdvanceSheet(lines) && !isOfHouse(sheet))
    assertSheetMove('submit', { ...on, waitingFor: waiting?.waybill_no })
  if (!(await freezePayees(ctx, sheet, lines)))
    throw new Problem('payment.account', { payee: await nameOf(ctx, sheet.carrier_id) })
  const moved = await move(ctx, settlementStates, sheet, 'submit', {
    version,
    set: { submitter_id: ctx.actor.userId, submitter_for: ctx.actor.actingFor?.userId ?? null },
  })
  const approvers = payersWith(sheet, 'settlement.approve')
  await tellHappening(ctx, 'settlement.submitted', approvers, { settlementNum, due: printMoney(fen(sheet.due_fen)) })
  return answerSettlement(ctx, moved)
}

/** Approves a sheet made and submitted by others; the books take it in. */
export async function approveSettlement(
  ctx: Ctx,
  { settlementNum, version, expectDue }: Input<typeof calls.approveSettlement>,
): Promise<Output<typeof calls.approveSettlement>> {
  const sheet = await lockSettlement(ctx, settlementNum)
  assertSheetMove('approve', await sheetOn(ctx, sheet, await policiesOfCompany(ctx.tx, sheet.shipper_id)))
  assertDue(sheet, expectDue)
  const lines = await findLines(ctx, sheet.id)
  assertNoLateAdvance(lines)
  const moved = await move(ctx, settlementStates, sheet, 'approve', {
    version,
    set: { auditor_id: ctx.actor.userId, auditor_name: ctx.actor.name },
  })
  const payers = payersWith(sheet, 'settlement.pay')
  await tellHappening(ctx, 'settlement.approved', payers, { settlementNum, due: printMoney(fen(sheet.due_fen)) })
  // the amounts of a sheet that pays again were booked, and its fuel taken, with the sheet it was made of
  if (isChild(sheet)) return answerSettlement(ctx, moved)
  await bookApproved(ctx, sheet, lines)
  return answerSettlement(ctx, moved)
}

/** The payer or approver saw an amount; if the sheet says another now, they must look again. */
export function assertDue(sheet: Sheet, expectDue: Fen): void {
  if (sheet.due_fen !== expectDue)
    throw new Problem('settlement.changed', {
      settlementNum: sheet.settlement_num,
      due: printMoney(fen(sheet.due_fen)),
    })
}

/** Sends a sheet back to its maker with the reason. */
export async function rejectSettlement(
  ctx: Ctx,
  { settlementNum, version, reason }: Input<typeof calls.rejectSettlement>,
): Promise<Output<typeof calls.rejectSettlement>> {
  const sheet = await lockSettlement(ctx, settlementNum)
  assertSheetMove('reject', await sheetOn(ctx, sheet))
  const moved = await move(ctx, settlementStates, sheet, 'reject', { version, reason })
  const to = [...new Set([sheet.maker_id, sheet.submitter_id ?? sheet.maker_id])]
  await tellHappening(ctx, 'settlement.rejected', { users: to }, { settlementNum, reason })
  return answerSettlement(ctx, moved)
}

/** Voids a sheet that is not in the books; its waybills can be settled anew. */
export async function voidSettlement(
  ctx: Ctx,
  { settlementNum, version, reason }: Input<typeof calls.voidSettlement>,
): Promise<Output<typeof calls.voidSettlement>> {
  const sheet = await lockSettlement(ctx, settlementNum)
  assertSheetMove('void', await sheetOn(ctx, sheet))
  const moved = await move(ctx, settlementStates, sheet, 'void', { version, reason })
  await releaseSheet(ctx, sheet, false)
  return answerSettlement(ctx, moved)
}

/** Answers a changed sheet and names it for the audit. */
export function answerSettlement(
  ctx: Ctx,
  sheet: { id: string; version: number; settlement_num: string },
): { id: string; version: number } {
  ctx.touched('settlement', sheet.id, { settlementNum: sheet.settlement_num })
  return { id: sheet.id, version: sheet.version }
}

async function nameOf(ctx: Ctx, companyId: string): Promise<string> {
  return (await ctx.tx.one(q.selectFrom('companies').select('name').where('id', '=', companyId))).name
}
