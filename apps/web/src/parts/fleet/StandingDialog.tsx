// Putting a record on the blacklist or off it, out of use or back: what follows, and why.
import { useTyped } from '../../ui/form/useTyped.ts'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'
import { typedInto, type FleetAct } from './fleetDraft.ts'

interface StandingDialogProps {
  /** 列入黑名单, 停用. */
  act: string
  name: string
  text: string
  danger: boolean
  /** The act and its record, for the draft. */
  about: FleetAct
  isOffered: boolean
  onSend: (reason: string) => Promise<unknown>
  onClose: () => void
  onReload: () => void
}

export function StandingDialog({
  act,
  name,
  text,
  danger,
  about,
  isOffered,
  onSend,
  onClose,
  onReload,
}: StandingDialogProps) {
  const title = `${act} ${name}`
  const { typed, type, draft } = useTyped({ ...typedInto(about), title }, { reason: '' })
  return (
    <WriteDialog
      title={title}
      okText={act}
      danger={danger}
      isReady={typed.reason.trim() !== ''}
      isOffered={isOffered}
      onSend={() => onSend(typed.reason.trim())}
      onClose={onClose}
      onReload={onReload}
      draft={draft}
    >
      <p>{text}</p>
      <ReasonField value={typed.reason} onChange={reason => type({ reason })} />
    </WriteDialog>
  )
}
