// The buttons of a settlement sheet by role, and the dialog of the move that was pressed.
import { confirmVoid, submitSettlement, withdrawVoid } from '@yunshu/contract/settlement/settlement'
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

const reasoned = ['reject', 'void', 'askVoid', 'refuseVoid', 'close'] as const
/** Moves that are sent as they are. */
const direct = ['submit', 'withdrawVoid', 'confirmVoid'] as const
const dialogs = ['approve', 'pay', ...reasoned] as const
type Dialog = (typeof dialogs)[number]

export function SheetMoves({ sheet, onReload }: Omit<SheetDialogProps, 'onClose'>) {
  const [dialog, setDialog] = useState<Dialog>()
  const [fault, setFault] = useState<Refusal | Failure>()
  const { submit, isBusy } = useSend(submitSettlement, {
    quiet: true,
    invalidates: sheetCalls,
    done: () => toast.success('已提交，等待财务审核'),
  })
  const told = (done: string) => ({ quiet: true, invalidates: sheetCalls, done: () => toast.success(done) }) as const
  const withdraw = useSend(withdrawVoid, told('已撤回作废申请'))
  const confirm = useSend(confirmVoid, told('已作废'))
  const sends = { submit, withdrawVoid: withdraw.submit, confirmVoid: confirm.submit }
  const press = async (move: string): Promise<void> => {
    setFault(undefined)
    const asked = dialogs.find(each => each === move)
    if (asked) return setDialog(asked)
    const send = sends[direct.find(each => each === move) ?? 'submit']
    try {
      await send({ settlementNum: sheet.settlementNum, version: sheet.version })
    } catch (error) {
      setFault(faultOfWrite(error))
    }
  }
  const reason = reasoned.find(each => each === dialog)
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
        busy={isBusy || withdraw.isBusy || confirm.isBusy}
        direct={dialogs}
        onMove={move => void press(move)}
      />
      <Suspense fallback={null}>
        {dialog === 'approve' && <ApproveDialog {...props} />}
        {dialog === 'pay' && <PayDialog {...props} />}
        {reason && <SheetReasonDialog {...props} move={reason} />}
      </Suspense>
    </>
  )
}
