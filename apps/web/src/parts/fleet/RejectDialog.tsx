// Sending papers back: why, and which parts must be mended.
import { Checkbox } from 'antd'
import { useState } from 'react'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'

interface RejectDialogProps {
  title: string
  parts: Readonly<Record<string, string>>
  isOffered: boolean
  onSend: (verdict: { reason: string; fields: string[] }) => Promise<unknown>
  onClose: () => void
  onReload: () => void
}

export function RejectDialog({ title, parts, isOffered, onSend, onClose, onReload }: RejectDialogProps) {
  const [fields, setFields] = useState<string[]>([])
  const [reason, setReason] = useState('')
  const options = Object.entries(parts).map(([value, label]) => ({ value, label }))
  return (
    <WriteDialog
      title={title}
      okText="驳回"
      danger
      isReady={fields.length > 0 && reason.trim() !== ''}
      isOffered={isOffered}
      onSend={() => onSend({ reason: reason.trim(), fields })}
      onClose={onClose}
      onReload={onReload}
    >
      <fieldset className="ys-fleet-parts">
        <legend>需修改的内容（至少一项）</legend>
        <Checkbox.Group options={options} value={fields} onChange={next => setFields(next)} />
      </fieldset>
      <ReasonField value={reason} onChange={setReason} placeholder="必填，将通知承运商" />
    </WriteDialog>
  )
}
