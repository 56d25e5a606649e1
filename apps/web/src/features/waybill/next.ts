// The side a waybill waits for, the act, and its end: in words, from its states.
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import type { WaybillState } from '@yunshu/domain/waybill/waybill'

type Facts = Pick<
  WaybillDetail,
  'state' | 'receiptState' | 'settleState' | 'receiptRule' | 'shipperName' | 'carrierName' | 'answerBy' | 'signBy'
>

/** The side a waybill waits for, and the act it waits for. */
export interface Awaited {
  readonly side: 'shipper' | 'carrier'
  readonly act: string
  readonly until?: number | undefined
}

const journey: Readonly<Partial<Record<WaybillState, Awaited>>> = {
  toLoad: { side: 'carrier', act: '到场装货' },
  loading: { side: 'carrier', act: '装货发车' },
  inTransit: { side: 'carrier', act: '送达' },
  interrupted: { side: 'carrier', act: '恢复运输' },
  arrived: { side: 'carrier', act: '卸货' },
  disputed: { side: 'carrier', act: '答复异议' },
}

/** The next step of a signed waybill: its receipt, then its money. */
function afterSigning({ receiptState, settleState, receiptRule }: Facts): Awaited | undefined {
  if (receiptState === 'waiting' || receiptState === 'rejected')
    return { side: 'carrier', act: receiptState === 'rejected' ? '重新上传回单' : '上传回单' }
  if (receiptState === 'uploaded' && receiptRule.needOriginal) return { side: 'carrier', act: '寄出回单原件' }
  if (receiptState === 'uploaded') return { side: 'shipper', act: '审核回单' }
  if (receiptState === 'posted') return { side: 'shipper', act: '确认收到原件' }
  return settleState === 'unsettled' ? { side: 'shipper', act: '结算' } : undefined
}

/** Undefined once nothing is left to do, or the house settles it. */
export function nextOf(waybill: Facts): Awaited | undefined {
  if (waybill.state === 'toAccept') return { side: 'carrier', act: '接单', until: waybill.answerBy }
  if (waybill.state === 'toSign') return { side: 'shipper', act: '签收', until: waybill.signBy }
  return waybill.state === 'signed' ? afterSigning(waybill) : journey[waybill.state]
}

/** 等待河北顺达运输有限公司卸货. */
export const waitText = ({ shipperName, carrierName }: Facts, { side, act }: Awaited): string =>
  `等待${side === 'carrier' ? carrierName : shipperName}${act}`
