// Actions on many waybills at once: signing, confirming receipts, cancelling; each waybill by its own call.
import { staleAfter } from '@yunshu/contract/topics'
import { moveWaybill, type WaybillRow } from '@yunshu/contract/waybill/waybill'
import { auditReceipt } from '@yunshu/contract/waybill/receipt'
import type { RoleSide } from '@yunshu/domain/permits'
import { receiptAuditSides, receiptStates, sidesOfMove, waybillStates } from '@yunshu/domain/waybill/waybill'
import { send } from '../../lib/send.ts'
import { copyAction, quietly } from '../../ui/list/bulkActions.ts'
import type { BulkAction } from '../../ui/list/column.tsx'

const invalidates = staleAfter('waybill', 'task', 'goods', 'voucher')

const mustBe =
  (move: 'sign' | 'cancel') =>
  ({ state }: WaybillRow): string | undefined =>
    waybillStates.moves[move].from.includes(state)
      ? undefined
      : `当前状态为“${waybillStates.states[state].label}”，不能${waybillStates.moves[move].label}`

const sign: BulkAction<WaybillRow> = {
  label: '批量签收',
  permit: 'waybill.sign',
  each: {
    fits: mustBe('sign'),
    text: '签收后按装卸重量结算运费并记账。',
    send: ({ id, version }, { key }) => send(moveWaybill, { id, version, move: 'sign' }, quietly(key)),
    invalidates,
  },
}
const confirmReceipt: BulkAction<WaybillRow> = {
  label: '批量审核回单',
  permit: 'receipt.audit',
  each: {
    fits: ({ receiptState }) =>
      receiptStates.moves.confirm.from.includes(receiptState)
        ? undefined
        : `回单${receiptStates.states[receiptState].label}，不能审核通过`,
    text: '请确认已逐张核对回单照片；审核通过后，等待回单的运费将到期应付。',
    send: ({ id, version }, { key }) => send(auditReceipt, { id, version, move: 'confirm' }, quietly(key)),
    invalidates,
  },
}
const cancel: BulkAction<WaybillRow> = {
  label: '批量取消',
  permit: 'waybill.cancel',
  danger: true,
  each: {
    fits: mustBe('cancel'),
    needsReason: true,
    text: '取消后数量退回任务，不能恢复。',
    send: ({ id, version }, { reason, key }) =>
      send(moveWaybill, { id, version, move: 'cancel', reason }, quietly(key)),
    invalidates,
  },
}
const copy = copyAction<WaybillRow>('复制单号', ({ waybillNo }) => waybillNo)

/** The actions of somebody on these sides of the market: a company that ships and carries stands on both. */
export function waybillBulk(sides: readonly RoleSide[]): readonly BulkAction<WaybillRow>[] {
  const has = (allowed: readonly RoleSide[]): boolean => sides.some(side => allowed.includes(side))
  return [
    ...(has(sidesOfMove('sign', 'toSign')) ? [sign] : []),
    ...(has(receiptAuditSides) ? [confirmReceipt] : []),
    ...(has(sidesOfMove('cancel', 'toLoad')) ? [cancel] : []),
    copy,
  ]
}
