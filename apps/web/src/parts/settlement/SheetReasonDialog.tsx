// The rejection, voiding and closing of a sheet, asked for and refused, each with a reason.
import { actUrl } from '@yunshu/contract/actLink'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { askVoid, refuseVoid, rejectSettlement, voidSettlement } from '@yunshu/contract/settlement/settlement'
import { askCloseSettlement, refuseCloseSettlement } from '@yunshu/contract/settlement/closing'
import { refuseChange } from '@yunshu/contract/settlement/sheetLines'
import { settlementStates } from '@yunshu/domain/settlement/settlement'
import { useSend } from '../../lib/useCall.ts'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'
import { sheetCalls, type SheetDialogProps } from './sheetDialog.ts'

const notes = {
  reject: '驳回后由制单人修改并重新提交。',
  void: '作废后运单回到未结算，可以重新制作结算单。',
  askVoid: '须由另一名财务人员确认后才作废；确认前不能支付。',
  refuseVoid: '退回后结算单仍待支付。',
  refuseChange: '退回后结算单照原样待支付。',
  askClose:
    '须由另一名有支付权限的人员确认后才关闭；关闭后支付失败的运单回到未结算，可以更正收款信息后重新结算，应付凭证将红字冲销。确认前不能补付。',
  refuseClose: '退回后结算单照原样，可以生成失败补付单。',
} as const
const calls = {
  reject: rejectSettlement,
  void: voidSettlement,
  askVoid,
  refuseVoid,
  refuseChange,
  askClose: askCloseSettlement,
  refuseClose: refuseCloseSettlement,
} as const

/** The reason stays when the server refuses. */
export function SheetReasonDialog({
  sheet,
  move,
  onClose,
  onReload,
  onDone,
}: SheetDialogProps & { move: keyof typeof notes }) {
  const { label } = settlementStates.moves[move]
  const { submit } = useSend(calls[move], {
    quiet: true,
    invalidates: sheetCalls,
    done: () => onDone(move, move === 'reject' ? `已驳回，等待 ${sheet.maker} 修改后重新提交` : `已${label}`),
  })
  const title = `${label}结算单 ${sheet.settlementNum}`
  const seen = { settlementNum: sheet.settlementNum, version: sheet.version }
  const url = actUrl(screenUrl('SettlementNormal', { settlementNum: sheet.settlementNum }), move)
  const { typed, type, draft } = useTyped({ call: calls[move], fixed: seen, title, url }, { reason: '' })
  const text = typed.reason.trim()
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText={label}
      danger
      isReady={text !== ''}
      isOffered={sheet.moves.includes(move)}
      onClose={onClose}
      onReload={onReload}
      onSend={() => submit({ ...seen, reason: text })}
    >
      <p>{notes[move]}</p>
      <ReasonField value={typed.reason} onChange={reason => type({ reason })} takesFocus />
    </WriteDialog>
  )
}
