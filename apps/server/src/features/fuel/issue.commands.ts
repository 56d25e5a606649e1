// Fuel handed out of a stock to a waybill on its way, on a card or as a coupon, and what was not used taken back.
import { randomInt } from 'node:crypto'
import type { Input, Output } from '@yunshu/contract/call'
import type { issueFuel, recoverFuel } from '@yunshu/contract/fuel/issue'
import { fen, negateFen, printMoney, printYuan, type Fen } from '@yunshu/domain/figures/money'
import { faultOfIssue, fuelCardStates, fuelIssueStates, fuelKinds } from '@yunshu/domain/fuel/fuel'
import { fundAmountMost } from '@yunshu/domain/fund'
import { Problem, problemOf } from '@yunshu/domain/problems/problems'
import { waybillStates } from '@yunshu/domain/waybill/waybill'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { stale } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { tellHappening } from '../../work/outbox.ts'
import { takeInPart } from '../part/parts.commands.ts'
import { postRecovered, type BookedIssue } from '../voucher/fuelBooks.commands.ts'
import { readAccount } from './account.queries.ts'
import { lockCard } from './card.queries.ts'
import { lockIssuesOf, readIssue, unusedOf, type FuelIssue } from './issue.queries.ts'
import { handOut } from './handing.commands.ts'
import { fillAccount } from './stock.commands.ts'
import { findRoom, isOpenTo, lockTravelling, type TravellingWaybill } from './waybillRoom.queries.ts'

/** Refuses a waybill that is signed already, has come to nothing, or is not accepted yet. */
function assertOpen({ waybill_no: waybillNo, state }: TravellingWaybill): void {
  if (isOpenTo({ state })) return
  const { label } = waybillStates.states[keyOf(waybillStates.states, state)]
  throw new Problem('fuel.tooLate', { waybillNo, state: label })
}

/** Adds to what is on a card, or takes from it; the caller holds the card. */
const changeCardBalance = (ctx: Ctx, cardId: string, by: number): Promise<number> =>
  ctx.tx.run(
    sql`update fuel_cards set balance_fen = balance_fen + ${by}::bigint, version = version + 1, updated_at = ${ctx.now}
      where id = ${cardId}::uuid`.compile(q),
  )

/** Hands fuel out to a waybill on its way, on a card or as a coupon with a number of its own. */
export async function issueFuelTo(ctx: Ctx, said: Input<typeof issueFuel>): Promise<Output<typeof issueFuel>> {
  const { medium, accountId, cardId, waybillNo, amount, remark } = said
  if (amount === 0) throw wrongField('amount', '应大于 0')
  if (amount > fundAmountMost) throw wrongField('amount', `单笔不能超过 ${printMoney(fundAmountMost)} 元`)
  if (medium === 'CARD' && cardId === undefined) throw wrongField('cardId', '请选择油卡')
  if (medium === 'COUPON' && cardId !== undefined) throw wrongField('cardId', '油券不选油卡')
  const account = await readAccount(ctx, accountId)
  if (account.kind !== 'OIL') throw wrongField('accountId', '请选择油品账户')
  const waybill = await lockTravelling(ctx, { waybillNo })
  if (waybill.branch_id !== account.branch_id) throw new Problem('fuel.foreign', { waybillNo })
  assertOpen(waybill)
  const mayPass = ctx.can('fuel.over')
  const over = faultOfIssue(amount, await findRoom(ctx, waybill), { waybillNo, unit: fuelKinds.OIL.unit, mayPass })
  if (over) throw problemOf(over)
  if (cardId !== undefined) await loadCard(ctx, cardId, accountId, amount)
  const couponNo = medium === 'COUPON' ? String(randomInt(10 ** 12)).padStart(12, '0') : undefined
  const issue = await handOut(ctx, waybill, { kind: 'OIL', medium, accountId, cardId, couponNo, remark, amount })
  const words = { waybillNo, issueNo: issue.issueNo, amount: printMoney(amount), waybillId: waybill.id }
  await tellHappening(ctx, 'fuel.issued', { company: waybill.carrier_id, permit: 'settlement.view' }, words)
  ctx.touched('fuelIssue', issue.id, { issueNo: issue.issueNo, waybillNo, amount: printYuan(amount) })
  return { id: issue.id, issueNo: issue.issueNo, couponNo, version: 1 }
}

/** Puts an amount on a card of the account, unless it is frozen or closed. */
async function loadCard(ctx: Ctx, cardId: string, accountId: string, amount: Fen): Promise<void> {
  const card = await lockCard(ctx, cardId)
  if (card.account_id !== accountId) throw wrongField('cardId', '不是该账户的油卡')
  if (card.state !== 'active')
    throw new Problem('fuel.cardFrozen', { cardNo: card.card_no, state: fuelCardStates.states[card.state].label })
  await changeCardBalance(ctx, cardId, amount)
}

/**
 * Takes what was not used of an issue off its card and out of its part; the caller holds waybill, card and issue, and
 * fills the stock when it has done all else.
 */
export async function takeBackUnused(ctx: Ctx, issue: FuelIssue): Promise<void> {
  const left = unusedOf(issue)
  if (issue.part_id !== null) await takeInPart(ctx, issue.waybill_id, issue.part_id, left)
  if (issue.card_id !== null) await changeCardBalance(ctx, issue.card_id, negateFen(left))
  await postRecovered(ctx, bookedIssue(issue), left)
}

/** An issue as the books see it. */
export const bookedIssue = (issue: FuelIssue): BookedIssue => ({
  id: issue.id,
  issueNo: issue.issue_no,
  kind: issue.kind,
  carrierId: issue.carrier_id,
  branchId: issue.branch_id,
  waybillId: issue.waybill_id,
  partId: issue.part_id ?? undefined,
})

/** Takes back what was not used, as long as the signature has not counted it. */
export async function recoverIssue(
  ctx: Ctx,
  { id, version, expectLeft, reason }: Input<typeof recoverFuel>,
): Promise<Output<typeof recoverFuel>> {
  const seen = await readIssue(ctx, id)
  const waybill = await lockTravelling(ctx, { id: seen.waybill_id })
  const issue = (await lockIssuesOf(ctx, waybill.id)).find(each => each.id === id)
  if (issue === undefined) throw new Problem('row.none')
  if (issue.version !== version) throw await stale(ctx, id)
  const left = unusedOf(issue)
  if (left === 0) throw new Problem('fuel.nothingLeft', { issueNo: issue.issue_no })
  assertOpen(waybill)
  if (left !== expectLeft) throw wrongField('expectLeft', `未用金额为 ${printMoney(left)} 元，请核对`)
  const moved = await move(ctx, fuelIssueStates, issue, 'recover', {
    version,
    reason,
    set: { recovered_fen: fen(issue.recovered_fen + left), ended_at: ctx.now, ended_name: ctx.actor.name, reason },
  })
  await takeBackUnused(ctx, issue)
  await fillAccount(ctx, issue.account_id, left)
  ctx.touched('fuelIssue', id, { issueNo: issue.issue_no, waybillNo: waybill.waybill_no, amount: printYuan(left) })
  return { id, version: moved.version }
}
