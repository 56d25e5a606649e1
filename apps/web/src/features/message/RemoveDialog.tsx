// Asks before messages are removed for good.
import type { Input } from '@yunshu/contract/call'
import { deleteMessage } from '@yunshu/contract/message/message'
import { messageKinds, type MessageKind } from '@yunshu/domain/message/kinds'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

interface RemoveDialogProps {
  /** The messages to remove: all that were read, or these. */
  doomed: 'read' | readonly string[] | undefined
  kind: MessageKind | undefined
  isBusy: boolean
  onClose: () => void
  onRemove: (input: Input<typeof deleteMessage>) => void
}

export function RemoveDialog({ doomed, kind, isBusy, onClose, onRemove }: RemoveDialogProps) {
  return (
    <ConfirmDialog
      open={doomed !== undefined}
      title={
        doomed === 'read'
          ? `删除 全部已读${kind === undefined ? '' : messageKinds[kind].label}消息`
          : `删除 ${doomed?.length ?? 0} 条消息`
      }
      text={doomed === 'read' ? '未读消息保留；删除后不能恢复。' : '删除后不能恢复。'}
      busy={isBusy}
      onClose={onClose}
      onConfirm={() => {
        onRemove(
          doomed === 'read'
            ? { read: true, ...(kind === undefined ? {} : { kind: kind }) }
            : { ids: [...(doomed ?? [])] },
        )
      }}
    />
  )
}
