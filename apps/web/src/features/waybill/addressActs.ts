// Acts of a waybill that an address can open, and the reason against one that is not open to the reader.
import { waybillActs, type WaybillDetail } from '@yunshu/contract/waybill/details'
import type { Permit, RoleSide } from '@yunshu/domain/permits'
import { faultWords } from '@yunshu/domain/problems/problems'
import { faultOfAct, faultOfMove, type ActOn } from '@yunshu/domain/waybill/acts'
import {
  receiptStates,
  waybillPeopleMoves,
  waybillStates,
  type WaybillPeopleMove,
} from '@yunshu/domain/waybill/waybill'

/** Acts on the receipt, by the moves of it. */
export const receiptActOf = { upload: 'uploadReceipt', confirm: 'confirmReceipt', reject: 'rejectReceipt' } as const
const receiptMoves = ['upload', 'confirm', 'reject'] as const
/** Acts beside the moves that have a dialog. */
const withDialog = ['swap', 'correct', 'stepBack'] as const

export const isPeopleMove = (act: string): act is WaybillPeopleMove => waybillPeopleMoves.some(move => move === act)

/** Names of the acts with a dialog that the server offers the reader now. */
export const offeredActs = ({ moves, receiptMoves: own, acts }: WaybillDetail): readonly string[] => [
  ...moves.filter(isPeopleMove),
  ...receiptMoves.filter(move => own.includes(move)).map(move => receiptActOf[move]),
  ...withDialog.filter(act => acts.includes(act)),
]

/** 现在不能签收：… */
export function whyNotAct(
  { state, receiptState, receiptRule, settleState, settlementNum }: WaybillDetail,
  actor: 'house' | 'shipper' | 'carrier',
  can: (permit: Permit) => boolean,
  act: string,
): string {
  const side: RoleSide = actor === 'house' ? 'platform' : actor
  const on: ActOn = { state, side, can, receiptState, receiptRule, settleState, settlementNum }
  const receiptMove = receiptMoves.find(move => receiptActOf[move] === act)
  const other = withDialog.find(each => each === act)
  const [label, fault] = isPeopleMove(act)
    ? [waybillStates.moves[act].label, faultOfMove(act, on)]
    : receiptMove
      ? [`${receiptStates.moves[receiptMove].label}（回单）`, faultOfAct(receiptActOf[receiptMove], on)]
      : other
        ? [waybillActs[other], faultOfAct(other, on)]
        : ['', undefined]
  if (label === '') return '链接里的操作不存在，请在页面上选择操作'
  return `现在不能${label}：${fault ? faultWords(fault) : '运单状态已变化'}`
}
