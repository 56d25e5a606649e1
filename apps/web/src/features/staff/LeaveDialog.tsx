// Asks before changes of a position that were not saved are let go.
import { Modal } from 'antd'

export function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Modal
      open
      centered
      width={420}
      title="放弃未保存的修改？"
      okText="放弃修改"
      cancelText="继续编辑"
      okButtonProps={{ danger: true }}
      onOk={onLeave}
      onCancel={onStay}
    >
      <p>当前职位的修改尚未保存，离开后将丢失。</p>
    </Modal>
  )
}
