// Which moves of a waybill are made in a dialog and which by one press.
import { waybillStates, type WaybillMove } from '@yunshu/domain/waybill/waybill'

/** True for moves with weights, the signature that fixes the charges, and all dangerous ones. */
export function asksFirst(move: WaybillMove): boolean {
  return (
    ['depart', 'unload', 'concede', 'settleDispute', 'sign'].includes(move) || waybillStates.moves[move].danger === true
  )
}
