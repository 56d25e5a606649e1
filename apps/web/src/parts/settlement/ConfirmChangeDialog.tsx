// Agreeing to a change of an approved sheet: the lines it is about, and the amount the sheet pays then.
import { confirmChange } from '@yunshu/contract/settlement/sheetLines'
import { sheetChanges } from '@yunshu/domain/settlement/sheetChange'
import { useSend } from '../../lib/useCall.ts'
import { WriteDialog } from '../../ui/WriteDialog.tsx'
import { ChangeFacts } from './ChangeFacts.tsx'
import { sheetCalls, type SheetDialogProps } from './sheetDialog.ts'

/** Sends the amount on screen: the server refuses when it is another one by now. */
export function ConfirmChangeDialog({ sheet, onClose, onReload, onDone }: SheetDialogProps) {
  const { change, settlementNum, version } = sheet
  const { submit } = useSend(confirmChange, {
    quiet: true,
    invalidates: sheetCalls,
    done: () => onDone('confirmChange', change?.kind === 'removeLine' ? '已移出，运单可以重新结算' : '已更换收款账户'),
  })
  if (change === undefined) return null
  return (
    <WriteDialog
      title={`确认${sheetChanges[change.kind]}：结算单 ${settlementNum}`}
      okText="确认变更"
      isOffered={sheet.moves.includes('confirmChange')}
      onClose={onClose}
      onReload={onReload}
      onSend={() => submit({ settlementNum, version, expectDue: change.due })}
    >
      <ChangeFacts sheet={sheet} change={change} />
      {change.kind === 'removeLine' && (
        <p className="ys-weak">移出的运单回到未结算，其应付凭证红字冲销，抵扣的欠款由其余运单承担；不能撤销。</p>
      )}
    </WriteDialog>
  )
}
