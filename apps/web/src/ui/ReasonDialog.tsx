// Asks for the reason of a move: it stays open with what was typed until the server said yes, and keeps a draft.
import { useTyped, type TypedInto } from './form/useTyped.ts'
import { ReasonField, WriteDialog } from './WriteDialog.tsx'

interface ReasonDialogProps {
  /** The act that is about to happen: 取消运单 YD2611210000001. */
  title: string
  /** Its verb, on the button. */
  okText: string
  /** Consequences people should know before they confirm. */
  text?: string
  danger?: boolean
  /** The name of the field, where it is no reason. */
  field?: string
  /** The call and the record it is about, for the draft. */
  about: Omit<TypedInto, 'title'>
  /** Sends, quietly: a refusal is shown here. */
  onSend: (reason: string) => Promise<unknown>
  onClose: () => void
  onReload: () => void
}

/** The reason is required (1–200 characters): confirm stays off until it is there. */
export function ReasonDialog({
  title,
  okText,
  text,
  danger = true,
  field = '原因',
  about,
  onSend,
  onClose,
  onReload,
}: ReasonDialogProps) {
  const { typed, type, draft } = useTyped({ ...about, title }, { reason: '' })
  const reason = typed.reason.trim()
  return (
    <WriteDialog
      title={title}
      okText={okText}
      danger={danger}
      isReady={reason !== ''}
      draft={draft}
      onSend={() => onSend(reason)}
      onClose={onClose}
      onReload={onReload}
    >
      {text && <p>{text}</p>}
      <ReasonField label={field} value={typed.reason} onChange={next => type({ reason: next })} takesFocus />
    </WriteDialog>
  )
}
