// Asks before an act that cannot be taken back.
import { Modal } from 'antd'

interface ConfirmDialogProps {
  open: boolean
  /** The act that is about to happen, its verb first: 删除 3 条消息. */
  title: string
  /** Consequences people should know before they confirm. */
  text?: string
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

export function ConfirmDialog({
  open,
  title,
  text,
  danger = true,
  busy = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Modal
      open={open}
      title={title}
      okText={title.split(' ')[0] ?? '确定'}
      cancelText="返回"
      onOk={onConfirm}
      onCancel={onClose}
      confirmLoading={busy}
      okButtonProps={{ danger }}
      destroyOnHidden
    >
      {text && <p>{text}</p>}
    </Modal>
  )
}
