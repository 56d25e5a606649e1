// The approval of a sheet: the auditor confirms the amount seen.
import { approveSettlement } from '@yunshu/contract/settlement/settlement'
import { useCan } from '../../lib/can.ts'
import { useSend } from '../../lib/useCall.ts'
import { WriteDialog } from '../../ui/WriteDialog.tsx'
import { AmountToConfirm } from './AmountToConfirm.tsx'
import { sheetCalls, type SheetDialogProps } from './sheetDialog.ts'

interface ApproveDialogProps extends SheetDialogProps {
  /** Asks for the payment as soon as the approved sheet is there; without it another sheet comes next. */
  goOn?: (() => void) | undefined
}

/** Sends the amount on screen: the server refuses when it is no longer the sheet's. */
export function ApproveDialog({ sheet, onClose, onReload, onDone, goOn }: ApproveDialogProps) {
  const canPay = useCan('settlement.pay')
  const { submit } = useSend(approveSettlement, {
    quiet: true,
    invalidates: sheetCalls,
    done: () => onDone('approve', '审核通过，等待支付'),
  })
  const send = () => submit({ settlementNum: sheet.settlementNum, version: sheet.version, expectDue: sheet.due })
  return (
    <WriteDialog
      title={`审核结算单 ${sheet.settlementNum}`}
      okText="审核通过"
      takesEnter
      isOffered={sheet.moves.includes('approve')}
      onClose={onClose}
      onReload={onReload}
      onSend={send}
      also={
        goOn && canPay
          ? {
              okText: '审核并支付',
              onSend: async () => {
                await send()
                goOn()
              },
            }
          : undefined
      }
    >
      <AmountToConfirm sheet={sheet} />
      <p className="ys-weak">审核通过后自动生成凭证，运单费用不能再修改。</p>
    </WriteDialog>
  )
}
