// The buttons of a settlement sheet by role, and the dialog of the move that was pressed.
import { submitSettlement } from '@yunshu/contract/settlement/settlement'
import { settlementStates } from '@yunshu/domain/settlement/settlement'
import { lazy, Suspense, useState } from 'react'
import type { Failure, Refusal } from '../../lib/errors.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { MoveButtons } from '../../ui/MoveButtons.tsx'
import { faultOfWrite, WriteFault } from '../../ui/WriteDialog.tsx'
import { sheetCalls, type SheetDialogProps } from './sheetDialog.ts'

const ApproveDialog = lazy(async () => ({ default: (await import('./ApproveDialog.tsx')).ApproveDialog }))
const PayDialog = lazy(async () => ({ default: (await import('./PayDialog.tsx')).PayDialog }))
const SheetReasonDialog = lazy(async () => ({ default: (await import('./SheetReasonDialog.tsx')).SheetReasonDialog }))

type Dialog = 'approve' | 'reject' | 'pay' | 'void' | 'close'
const dialogs = ['approve', 'reject', 'pay', 'void', 'close'] as const satisfies readonly Dialog[]

export function SheetMoves({ sheet, onReload }: Omit<SheetDialogProps, 'onClose'>) {
  const [dialog, setDialog] = useState<Dialog>()
  const [fault, setFault] = useState<Refusal | Failure>()
  const { submit, isBusy } = useSend(submitSettlement, {
    quiet: true,
    invalidates: sheetCalls,
    done: () => toast.success('已提交，等待财务审核'),
  })
  const press = async (move: string): Promise<void> => {
    setFault(undefined)
    const asked = dialogs.find(each => each === move)
    if (asked) return setDialog(asked)
    try {
      await submit({ settlementNum: sheet.settlementNum, version: sheet.version })
    } catch (error) {
      setFault(faultOfWrite(error))
    }
  }
  const props: SheetDialogProps = { sheet, onReload, onClose: () => setDialog(undefined) }
  return (
    <>
      <WriteFault
        error={fault}
        onReload={() => {
          setFault(undefined)
          onReload()
        }}
      />
      <MoveButtons
        machine={settlementStates}
        moves={sheet.moves}
        name={sheet.settlementNum}
        busy={isBusy}
        direct={dialogs}
        onMove={move => void press(move)}
      />
      <Suspense fallback={null}>
        {dialog === 'approve' && <ApproveDialog {...props} />}
        {dialog === 'pay' && <PayDialog {...props} />}
        {(dialog === 'reject' || dialog === 'void' || dialog === 'close') && (
          <SheetReasonDialog {...props} move={dialog} />
        )}
      </Suspense>
    </>
  )
}
