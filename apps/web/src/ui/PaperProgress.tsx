// The progress of papers that are read for one print, and the way to stop it.
import { Button, Modal, Progress } from 'antd'

interface PaperProgressProps {
  read: number
  of: number
  /** The record that is being read, where it takes long. */
  note?: string
  onStop: () => void
}

export function PaperProgress({ read, of, note, onStop }: PaperProgressProps) {
  return (
    <Modal
      open
      title="打印所选"
      footer={<Button onClick={onStop}>停止</Button>}
      onCancel={onStop}
      maskClosable={false}
      width={420}
    >
      <Progress percent={Math.floor((read / of) * 100)} status="active" />
      <p aria-live="polite">
        正在读取 {read} / {of} 份，读完后打开打印窗口
      </p>
      {note !== undefined && <p>{note}</p>}
    </Modal>
  )
}
