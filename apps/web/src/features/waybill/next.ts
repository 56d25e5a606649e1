// The side a waybill waits for, the act, and its end: in words, from its states.
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { answerersOf } from '@yunshu/domain/settlement/charges'
import { turnOf, type Turn } from '@yunshu/domain/waybill/turn'
import { waybillStates } from '@yunshu/domain/waybill/waybill'
import { shortCompany } from '../../ui/shortCompany.ts'

type Facts = Pick<
  WaybillDetail,
  | 'state'
  | 'receiptState'
  | 'settleState'
  | 'receiptRule'
  | 'claims'
  | 'shipperName'
  | 'carrierName'
  | 'answerBy'
  | 'signBy'
>

/** The side a waybill waits for, the act, and its end. */
export interface Awaited extends Turn {
  readonly until?: number | undefined
}

/** Undefined once nothing is left to do, or the house settles it. */
export function nextOf(waybill: Facts): Awaited | undefined {
  const turn = turnOf({ ...waybill, answerers: answerersOf(waybill.claims) })
  if (!turn) return undefined
  if (waybill.state === 'toAccept') return { ...turn, until: waybill.answerBy }
  return waybill.state === 'toSign' && turn.act === waybillStates.moves.sign.label
    ? { ...turn, until: waybill.signBy }
    : turn
}

/** 等河北顺达运输卸货. */
export const waitText = ({ shipperName, carrierName }: Facts, { side, act }: Awaited): string =>
  `等${shortCompany(side === 'carrier' ? carrierName : shipperName)}${act}`
