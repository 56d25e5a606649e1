// The approval of a sheet: the auditor confirms the amount seen.
import { approveSettlement } from '@yunshu/contract/settlement/settlement'
import { useSend } from '../../lib/useCall.ts'
import { WriteDialog } from '../../ui/WriteDialog.tsx'
import { AmountToConfirm } from './AmountToConfirm.tsx'
import { sheetCalls, type SheetDialogProps } from './sheetDialog.ts'

/** Sends the amount on screen: the server refuses when it is no longer the sheet's. */
export function ApproveDialog({ sheet, onClose, onReload, onDone }: SheetDialogProps) {
  const { submit } = useSend(approveSettlement, {
    quiet: true,
    invalidates: sheetCalls,
    done: () => onDone('approve', '审核通过，等待支付'),
  })
  return (
    <WriteDialog
      title={`审核结算单 ${sheet.settlementNum}`}
      okText="审核通过"
      takesEnter
      isOffered={sheet.moves.includes('approve')}
      onClose={onClose}
      onReload={onReload}
      onSend={() => submit({ settlementNum: sheet.settlementNum, version: sheet.version, expectDue: sheet.due })}
    >
      <AmountToConfirm sheet={sheet} />
      <p className="ys-weak">审核通过后自动生成凭证，运单费用不能再修改。</p>
    </WriteDialog>
  )
}
