// Actions on many waybills at once: batches the server runs, and writes sent for each chosen row.
import { staleAfter } from '@yunshu/contract/topics'
import { moveWaybill, type WaybillRow } from '@yunshu/contract/waybill/waybill'
import type { WaybillBatchAct } from '@yunshu/domain/batch'
import type { RoleSide } from '@yunshu/domain/permits/permits'
import {
  endedWaybillStates,
  receiptAuditSides,
  receiptStates,
  sidesOfMove,
  waybillStates,
} from '@yunshu/domain/waybill/waybill'
import { send } from '../../lib/send.ts'
import { copyAction, quietWrite } from '../../ui/list/bulkActions.ts'
import type { BulkAction } from '../../ui/list/column.tsx'

const invalidates = staleAfter('waybill', 'task', 'goods', 'voucher')

const cancel: BulkAction<WaybillRow> = {
  label: '批量取消',
  permit: 'waybill.cancel',
  danger: true,
  each: {
    call: moveWaybill,
    fits: ({ state }) =>
      waybillStates.moves.cancel.from.includes(state)
        ? undefined
        : `当前状态为“${waybillStates.states[state].label}”，不能${waybillStates.moves.cancel.label}`,
    needsReason: true,
    text: '取消后数量退回任务，不能恢复。',
    send: ({ id, version }, { reason, key }) =>
      send(moveWaybill, { id, version, move: 'cancel', reason }, quietWrite(key)),
    invalidates,
  },
}
const copy = copyAction<WaybillRow>('复制单号', ({ waybillNo }) => waybillNo)

/** The actions of somebody on these sides of the market: a company that ships and carries stands on both. */
export function waybillBulk(sides: readonly RoleSide[]): readonly BulkAction<WaybillRow>[] {
  const has = (allowed: readonly RoleSide[]): boolean => sides.some(side => allowed.includes(side))
  return [...(has(sidesOfMove('cancel', 'toLoad')) ? [cancel] : []), copy]
}

/** The batches of somebody on these sides. */
export const waybillBatches = (sides: readonly RoleSide[]): readonly WaybillBatchAct[] => [
  ...(sides.some(side => sidesOfMove('sign', 'toSign').includes(side)) ? (['sign'] as const) : []),
  ...(sides.some(side => receiptAuditSides.includes(side)) ? (['passReceipt'] as const) : []),
  'urge',
]

/** A batch is offered while a chosen row may be one of it; the server says which are, and why not the others. */
export function fitsBatch({ state, receiptState }: WaybillRow, act: WaybillBatchAct): boolean {
  if (act === 'sign') return waybillStates.moves.sign.from.includes(state)
  if (act === 'passReceipt') return receiptStates.moves.confirm.from.includes(receiptState)
  return !endedWaybillStates.some(each => each === state)
}
