// The side whose turn a waybill is, and the act it waits for: from its states.
import type { Permit } from '../permits/permits.ts'
import { claimStates, type ClaimParty } from '../settlement/charges.ts'
import type { ReceiptRule, ReceiptState, WaybillSettleState, WaybillState } from './waybill.ts'

interface Turned {
  readonly state: WaybillState
  readonly receiptState: ReceiptState
  readonly settleState: WaybillSettleState
  readonly receiptRule: ReceiptRule
  /** The parties whose answers to claims are waited for (`answerersOf`). */
  readonly answerers: readonly ClaimParty[]
}

/** The side a waybill waits for, the act it waits for, and the permit of it. */
export interface Turn {
  readonly side: 'shipper' | 'carrier'
  readonly act: string
  readonly permit: Permit
}

const road = (act: string): Turn => ({ side: 'carrier', act, permit: 'waybill.advance' })

const journey: Readonly<Partial<Record<WaybillState, Turn>>> = {
  toAccept: road('接单'),
  toLoad: road('到场装货'),
  loading: road('装货发车'),
  inTransit: road('送达'),
  interrupted: road('恢复运输'),
  arrived: road('卸货'),
  toSign: { side: 'shipper', act: '签收', permit: 'waybill.sign' },
  disputed: road('答复异议'),
}

/** The answer that stands in the way of the signature; undefined where it is the house that answers. */
function beforeSigning(answerers: readonly ClaimParty[]): Turn | undefined {
  const side = (['shipper', 'carrier'] as const).find(each => answerers.includes(each))
  return side && { side, act: claimStates.moves.agree.label, permit: 'waybill.charge' }
}

/** The next step of a signed waybill: its receipt, then its money. */
function afterSigning({ receiptState, settleState, receiptRule }: Turned): Turn | undefined {
  const hands = (act: string): Turn => ({ side: 'carrier', act, permit: 'receipt.upload' })
  const judges = (act: string): Turn => ({ side: 'shipper', act, permit: 'waybill.view' })
  if (receiptState === 'waiting' || receiptState === 'rejected')
    return hands(receiptState === 'rejected' ? '重新上传回单' : '上传回单')
  if (receiptState === 'uploaded' && receiptRule.needOriginal) return hands('寄出回单原件')
  if (receiptState === 'uploaded') return judges('审核回单')
  if (receiptState === 'posted') return judges('确认收到原件')
  return settleState === 'unsettled' ? judges('结算') : undefined
}

/** Undefined once nothing is left to do, or the house settles it. */
export function turnOf(waybill: Turned): Turn | undefined {
  if (waybill.state === 'signed') return afterSigning(waybill)
  return waybill.state === 'toSign' && waybill.answerers.length > 0
    ? beforeSigning(waybill.answerers)
    : journey[waybill.state]
}
