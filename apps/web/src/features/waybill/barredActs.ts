// Acts of a waybill that the person does on others of its kind, yet not on this one now, each with the reason.
import { waybillActs, type WaybillDetail } from '@yunshu/contract/waybill/details'
import type { Permit, RoleSide } from '@yunshu/domain/permits/permits'
import { faultWords, type Fault } from '@yunshu/domain/problems/problems'
import { openClaimsOf } from '@yunshu/domain/settlement/charges'
import { faultOfAct, faultOfMove, type ActOn } from '@yunshu/domain/waybill/acts'
import { endedWaybillStates, waybillStates } from '@yunshu/domain/waybill/waybill'
import type { RowAction } from '../../ui/list/column.tsx'

const moves = ['cancel', 'void'] as const
const acts = ['swap', 'correct', 'stepBack'] as const

/** Nothing of a waybill that is over: there is nothing left to do with it. */
export function barredActs(
  { state, receiptState, settleState, settlementNum, segments, swap, claims }: WaybillDetail,
  actor: 'house' | 'shipper' | 'carrier',
  can: (permit: Permit) => boolean,
): RowAction[] {
  if (endedWaybillStates.some(each => each === state)) return []
  const side: RoleSide = actor === 'house' ? 'platform' : actor
  const hasOpenSwap = swap !== undefined && swap.moves.length > 0
  const on: ActOn = {
    state,
    side,
    can,
    receiptState,
    settleState,
    settlementNum,
    segments: segments.length,
    hasOpenSwap,
    openClaims: openClaimsOf(claims, side),
  }
  const told = (label: string, danger: boolean, fault: Fault | undefined): RowAction[] =>
    fault === undefined || fault.problem === 'permit.missing' ? [] : [{ label, danger, why: faultWords(fault) }]
  const sign = faultOfMove('sign', on)
  return [
    // before it stands for signing there is nothing to tell about a signature
    ...(sign?.problem === 'waybill.claimOpen' ? told(waybillStates.moves.sign.label, false, sign) : []),
    ...acts.flatMap(act => told(waybillActs[act], false, faultOfAct(act, on))),
    ...moves.flatMap(move => told(waybillStates.moves[move].label, true, faultOfMove(move, on))),
  ]
}
