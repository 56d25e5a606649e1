// Asks before a move that cannot be taken back, and for its reason where one is needed.
import { Input, Modal } from 'antd'
import { useId, useState } from 'react'

interface ReasonDialogProps {
  open: boolean
  /** The act that is about to happen: 取消运单 YD2611210000001. */
  title: string
  /** Consequences people should know before they confirm. */
  text?: string
  /** A typed reason is required. */
  needsReason: boolean
  danger?: boolean
  busy?: boolean
  onConfirm: (reason: string) => void
  onClose: () => void
}

const reasonMax = 200

/** Confirmation with an optional required reason (1–200 characters). Confirm stays off until the reason is there. */
export function ReasonDialog({
  open,
  title,
  text,
  needsReason,
  danger = true,
  busy = false,
  onConfirm,
  onClose,
}: ReasonDialogProps) {
  const id = useId()
  const [reason, setReason] = useState('')
  const isReady = !needsReason || reason.trim() !== ''
  return (
    <Modal
      open={open}
      title={title}
      okText={title.split(' ')[0] ?? '确定'}
      cancelText="返回"
      onOk={() => onConfirm(reason.trim())}
      onCancel={onClose}
      confirmLoading={busy}
      okButtonProps={{ danger, disabled: !isReady }}
      afterOpenChange={isOpen => {
        if (isOpen) document.getElementById(id)?.focus()
        else setReason('')
      }}
      destroyOnHidden
    >
      {text && <p>{text}</p>}
      {needsReason && (
        <div className="ys-field">
          <label htmlFor={id}>原因</label>
          <Input.TextArea
            id={id}
            rows={3}
            maxLength={reasonMax}
            showCount
            value={reason}
            onChange={event => setReason(event.target.value)}
            placeholder="必填，将写入操作记录"
          />
        </div>
      )}
    </Modal>
  )
}
