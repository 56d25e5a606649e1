// Passing a certificate that is checked outside of the product: what was compared, and how.
import { useTyped } from '../../ui/form/useTyped.ts'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'
import { typedInto, type FleetAct } from './fleetDraft.ts'

interface ApproveDialogProps {
  title: string
  text: string
  /** The act and its record, for the draft. */
  about: FleetAct
  isOffered: boolean
  onSend: (reason: string) => Promise<unknown>
  onClose: () => void
  onReload: () => void
}

export function ApproveDialog({ title, text, about, isOffered, onSend, onClose, onReload }: ApproveDialogProps) {
  const { typed, type, draft } = useTyped({ ...typedInto(about), title }, { reason: '' })
  return (
    <WriteDialog
      title={title}
      okText="通过"
      isReady
      isOffered={isOffered}
      onSend={() => onSend(typed.reason.trim())}
      onClose={onClose}
      onReload={onReload}
      draft={draft}
    >
      <p>{text}</p>
      <ReasonField
        label="核验说明"
        value={typed.reason}
        onChange={reason => type({ reason })}
        placeholder="选填，例如：银行柜面核对一致"
      />
    </WriteDialog>
  )
}
