// Putting a record on the blacklist or off it, out of use or back: what follows, and why.
import { useState } from 'react'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'

interface StandingDialogProps {
  /** 列入黑名单, 停用. */
  act: string
  name: string
  text: string
  danger: boolean
  isOffered: boolean
  onSend: (reason: string) => Promise<unknown>
  onClose: () => void
  onReload: () => void
}

export function StandingDialog({ act, name, text, danger, isOffered, onSend, onClose, onReload }: StandingDialogProps) {
  const [reason, setReason] = useState('')
  return (
    <WriteDialog
      title={`${act} ${name}`}
      okText={act}
      danger={danger}
      isReady={reason.trim() !== ''}
      isOffered={isOffered}
      onSend={() => onSend(reason.trim())}
      onClose={onClose}
      onReload={onReload}
    >
      <p>{text}</p>
      <ReasonField value={reason} onChange={setReason} />
    </WriteDialog>
  )
}
