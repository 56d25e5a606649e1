// Asks once before somebody outside is urged: who is told, and of what.
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

interface UrgeDialogProps {
  /** 催款 or 催票. */
  act: string
  /** The company that is told. */
  name: string
  /** The message in short. */
  about: string
  isBusy: boolean
  onUrge: () => void
  onClose: () => void
}

export const UrgeDialog = ({ act, name, about, isBusy, onUrge, onClose }: UrgeDialogProps) => (
  <ConfirmDialog
    open
    danger={false}
    title={`${act} ${name}`}
    text={`${name}会收到消息：${about}。一天只能催一次。`}
    busy={isBusy}
    onConfirm={onUrge}
    onClose={onClose}
  />
)
