// Passing a certificate that is checked outside of the product: what was compared, and how.
import { useState } from 'react'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'

interface ApproveDialogProps {
  title: string
  text: string
  isOffered: boolean
  onSend: (reason: string) => Promise<unknown>
  onClose: () => void
  onReload: () => void
}

export function ApproveDialog({ title, text, isOffered, onSend, onClose, onReload }: ApproveDialogProps) {
  const [reason, setReason] = useState('')
  return (
    <WriteDialog
      title={title}
      okText="通过"
      isReady
      isOffered={isOffered}
      onSend={() => onSend(reason.trim())}
      onClose={onClose}
      onReload={onReload}
    >
      <p>{text}</p>
      <ReasonField label="核验说明" value={reason} onChange={setReason} placeholder="选填，例如：银行柜面核对一致" />
    </WriteDialog>
  )
}
