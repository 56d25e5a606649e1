// The side whose turn a stored waybill is, and the reason against urging it.
import type { Fault } from '@yunshu/domain/problems/problems'
import { turnOf, type Turn } from '@yunshu/domain/waybill/turn'
import type { ReceiptState, WaybillSettleState, WaybillState } from '@yunshu/domain/waybill/waybill'
import { answerersOf, dealsWith } from '@yunshu/domain/settlement/charges'
import { isHouseSide, type RoleSide } from '@yunshu/domain/permits/permits'
import type { Ctx } from '../../work/ctx.ts'
import { asAsked, type StoredClaim } from './claim.queries.ts'
import { readWaybillBody } from './waybillBody.queries.ts'
import { sideOn } from './waybill.queries.ts'

interface Turned {
  readonly state: WaybillState
  readonly receipt_state: ReceiptState
  readonly settle_state: WaybillSettleState
  readonly body: unknown
}

/** The side a stored waybill waits for, as people of a side see it: claims they do not deal about are not told. */
export const turnOfWaybill = (
  { state, receipt_state, settle_state, body }: Turned,
  claims: readonly StoredClaim[],
  side: RoleSide,
): Turn | undefined =>
  turnOf({
    state,
    receiptState: receipt_state,
    settleState: settle_state,
    receiptRule: readWaybillBody(body).receiptRule,
    answerers: answerersOf(claims.filter(claim => dealsWith(claim.side, side)).map(asAsked)),
  })

/** Nobody urges their own company; the house urges either side. */
export function faultOfUrge(
  ctx: Pick<Ctx, 'actor'>,
  waybill: { carrier_id: string },
  turn: Turn | undefined,
): Fault | undefined {
  if (!turn) return { problem: 'turn.none', detail: {} }
  const side = sideOn(ctx, waybill)
  return !isHouseSide(side) && side === turn.side ? { problem: 'turn.own', detail: { act: turn.act } } : undefined
}
