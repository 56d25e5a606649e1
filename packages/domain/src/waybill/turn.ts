// The side whose turn a waybill is, and the act it waits for: from its states.
import type { ReceiptRule, ReceiptState, WaybillSettleState, WaybillState } from './waybill.ts'

interface Turned {
  readonly state: WaybillState
  readonly receiptState: ReceiptState
  readonly settleState: WaybillSettleState
  readonly receiptRule: ReceiptRule
}

/** The side a waybill waits for, and the act it waits for. */
export interface Turn {
  readonly side: 'shipper' | 'carrier'
  readonly act: string
}

const journey: Readonly<Partial<Record<WaybillState, Turn>>> = {
  toAccept: { side: 'carrier', act: '接单' },
  toLoad: { side: 'carrier', act: '到场装货' },
  loading: { side: 'carrier', act: '装货发车' },
  inTransit: { side: 'carrier', act: '送达' },
  interrupted: { side: 'carrier', act: '恢复运输' },
  arrived: { side: 'carrier', act: '卸货' },
  toSign: { side: 'shipper', act: '签收' },
  disputed: { side: 'carrier', act: '答复异议' },
}

/** The next step of a signed waybill: its receipt, then its money. */
function afterSigning({ receiptState, settleState, receiptRule }: Turned): Turn | undefined {
  if (receiptState === 'waiting' || receiptState === 'rejected')
    return { side: 'carrier', act: receiptState === 'rejected' ? '重新上传回单' : '上传回单' }
  if (receiptState === 'uploaded' && receiptRule.needOriginal) return { side: 'carrier', act: '寄出回单原件' }
  if (receiptState === 'uploaded') return { side: 'shipper', act: '审核回单' }
  if (receiptState === 'posted') return { side: 'shipper', act: '确认收到原件' }
  return settleState === 'unsettled' ? { side: 'shipper', act: '结算' } : undefined
}

/** Undefined once nothing is left to do, or the house settles it. */
export const turnOf = (waybill: Turned): Turn | undefined =>
  waybill.state === 'signed' ? afterSigning(waybill) : journey[waybill.state]
