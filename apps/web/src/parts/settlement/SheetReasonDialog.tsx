// The rejection, voiding and closing of a sheet, each with a reason.
import {
  askVoid,
  closeSettlement,
  refuseVoid,
  rejectSettlement,
  voidSettlement,
} from '@yunshu/contract/settlement/settlement'
import { settlementStates } from '@yunshu/domain/settlement/settlement'
import { useState } from 'react'
import { useSend } from '../../lib/useCall.ts'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'
import { sheetCalls, type SheetDialogProps } from './sheetDialog.ts'

const notes = {
  reject: '驳回后由制单人修改并重新提交。',
  void: '作废后运单回到未结算，可以重新制作结算单。',
  askVoid: '须由另一名财务人员确认后才作废；确认前不能支付。',
  refuseVoid: '退回后结算单仍待支付。',
  close: '关闭后支付失败的运单回到未结算，可以更正收款信息后重新结算；应付凭证将红字冲销。',
} as const
const calls = { reject: rejectSettlement, void: voidSettlement, askVoid, refuseVoid, close: closeSettlement } as const

/** The reason stays when the server refuses. */
export function SheetReasonDialog({
  sheet,
  move,
  onClose,
  onReload,
  onDone,
}: SheetDialogProps & { move: keyof typeof notes }) {
  const [reason, setReason] = useState('')
  const { label } = settlementStates.moves[move]
  const { submit } = useSend(calls[move], {
    quiet: true,
    invalidates: sheetCalls,
    done: () => onDone(move, move === 'reject' ? `已驳回，等待 ${sheet.maker} 修改后重新提交` : `已${label}`),
  })
  const text = reason.trim()
  return (
    <WriteDialog
      title={`${label}结算单 ${sheet.settlementNum}`}
      okText={label}
      danger
      isReady={text !== ''}
      isOffered={sheet.moves.includes(move)}
      onClose={onClose}
      onReload={onReload}
      onSend={() => submit({ settlementNum: sheet.settlementNum, version: sheet.version, reason: text })}
    >
      <p>{notes[move]}</p>
      <ReasonField value={reason} onChange={setReason} takesFocus />
    </WriteDialog>
  )
}
