// The next step of a waybill on its card: the act the reader's side can do now, by the address that opens its dialog.
import { actUrl } from '@yunshu/contract/actLink'
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { WaybillRow } from '@yunshu/contract/waybill/waybill'
import type { Permit } from '@yunshu/domain/permits/permits'
import { faultOfAct, faultOfMove, type ActOn } from '@yunshu/domain/waybill/acts'
import { waybillStates } from '@yunshu/domain/waybill/waybill'

/** Moves that take a waybill further, in the order of the journey. */
const further = ['accept', 'arriveLoad', 'depart', 'resume', 'arriveUnload', 'unload'] as const

type Facts = Pick<WaybillRow, 'id' | 'state' | 'receiptState' | 'settleState' | 'shipperId' | 'carrierId'>

/** One step or none. The house takes no waybill further by itself; a receipt is judged where it is seen. */
export function nextStepOf(
  { id, state, receiptState, settleState, shipperId, carrierId }: Facts,
  companyId: string | undefined,
  can: (permit: Permit) => boolean,
): readonly { readonly label: string; readonly to: string }[] {
  const side = companyId === carrierId ? 'carrier' : companyId === shipperId ? 'shipper' : undefined
  if (side === undefined) return []
  const path = screenUrl('WaybillDetails', { id })
  const on: ActOn = { state, side, can, receiptState, settleState }
  const move = further.find(name => !faultOfMove(name, on))
  if (move) return [{ label: waybillStates.moves[move].label, to: actUrl(path, move) }]
  if (side === 'shipper' && state === 'toSign' && !faultOfMove('sign', on))
    return [{ label: waybillStates.moves.sign.label, to: actUrl(path, 'sign') }]
  const isMissing = receiptState === 'waiting' || receiptState === 'rejected'
  if (side === 'carrier' && isMissing && !faultOfAct('uploadReceipt', on))
    return [{ label: receiptState === 'rejected' ? '重新上传回单' : '上传回单', to: actUrl(path, 'uploadReceipt') }]
  return side === 'shipper' && !faultOfAct('confirmReceipt', on) ? [{ label: '看回单', to: path }] : []
}
