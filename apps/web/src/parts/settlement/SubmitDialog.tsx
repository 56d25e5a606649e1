// The question before a sheet is handed in, for who comes by an address: its figures, and who has it next.
import { submitSettlement } from '@yunshu/contract/settlement/settlement'
import { settlementStates } from '@yunshu/domain/settlement/settlement'
import { printCount } from '@yunshu/domain/figures/decimal'
import { useSend } from '../../lib/useCall.ts'
import { Money } from '../../ui/Figures.tsx'
import { WriteDialog } from '../../ui/WriteDialog.tsx'
import { sheetCalls, type SheetDialogProps } from './sheetDialog.ts'

export function SubmitDialog({ sheet, onClose, onReload, onDone }: SheetDialogProps) {
  const { label } = settlementStates.moves.submit
  const { submit } = useSend(submitSettlement, {
    quiet: true,
    invalidates: sheetCalls,
    done: () => onDone('submit', '已提交，等待财务审核'),
  })
  return (
    <WriteDialog
      title={`${label}结算单 ${sheet.settlementNum}`}
      okText={label}
      takesEnter
      isOffered={sheet.moves.includes('submit')}
      onClose={onClose}
      onReload={onReload}
      onSend={() => submit({ settlementNum: sheet.settlementNum, version: sheet.version })}
    >
      <p>
        {sheet.shipperName} → {sheet.carrierName}，运单 {printCount(sheet.lineCount)} 张，实付{' '}
        <Money value={sheet.due} strong /> 元。
      </p>
      <p className="ys-weak">提交后由财务审核，审核前可以被驳回修改。</p>
    </WriteDialog>
  )
}
