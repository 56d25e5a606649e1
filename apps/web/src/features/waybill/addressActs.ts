// Acts of a waybill that an address can open, and the reason against one that is not open to the reader.
import { waybillActs, type WaybillDetail } from '@yunshu/contract/waybill/details'
import type { Permit, RoleSide } from '@yunshu/domain/permits/permits'
import { faultWords } from '@yunshu/domain/problems/problems'
import { claimStates, claimWaits, openClaimsOf } from '@yunshu/domain/settlement/charges'
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
/** Answers to a claim that waits for the reader. */
export const claimActOf = { agree: 'agreeClaim', refuse: 'refuseClaim' } as const
const claimAnswers = ['agree', 'refuse'] as const

/** Answers to an arrival a circle proves. */
export const arrivalActOf = { take: 'takeArrival', refuse: 'refuseArrival' } as const

/** The oldest claim that waits for the reader's answer. */
export const claimToAnswer = ({ claims }: Pick<WaybillDetail, 'claims'>): WaybillDetail['claims'][number] | undefined =>
  claims.find(({ moves }) => moves.includes('agree'))

/** Acts beside the moves that have a dialog. */
const withDialog = ['swap', 'correct', 'stepBack', 'claim'] as const

export const isPeopleMove = (act: string): act is WaybillPeopleMove => waybillPeopleMoves.some(move => move === act)

/** Names of the acts with a dialog that the server offers the reader now. */
export const offeredActs = ({ moves, receiptMoves: own, acts, claims, arrival }: WaybillDetail): readonly string[] => [
  ...moves.filter(isPeopleMove),
  ...(claimToAnswer({ claims }) ? claimAnswers.map(answer => claimActOf[answer]) : []),
  ...(arrival?.answers ?? []).map(answer => arrivalActOf[answer]),
  ...receiptMoves.filter(move => own.includes(move)).map(move => receiptActOf[move]),
  ...withDialog.filter(act => acts.includes(act)),
]

/** 现在不能签收：… */
export function whyNotAct(
  { state, receiptState, receiptRule, settleState, settlementNum, claims }: WaybillDetail,
  actor: 'house' | 'shipper' | 'carrier',
  can: (permit: Permit) => boolean,
  act: string,
): string {
  const side: RoleSide = actor === 'house' ? 'platform' : actor
  const openClaims = openClaimsOf(claims, side)
  const on: ActOn = { state, side, can, receiptState, receiptRule, settleState, settlementNum, openClaims }
  const answer = claimAnswers.find(each => claimActOf[each] === act)
  if (answer) return `现在不能${claimStates.moves[answer].label}：没有${claimWaits.own}的费用扣款`
  if (Object.values(arrivalActOf).some(each => each === act)) return '围栏到达已处理，或运单已到下一步'
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
