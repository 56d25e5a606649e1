// Sending papers back: why, and which parts must be mended.
import { Checkbox } from 'antd'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'
import { typedInto, type FleetAct } from './fleetDraft.ts'

interface RejectDialogProps {
  title: string
  parts: Readonly<Record<string, string>>
  /** The act and its record, for the draft. */
  about: FleetAct
  isOffered: boolean
  onSend: (verdict: { reason: string; fields: string[] }) => Promise<unknown>
  onClose: () => void
  onReload: () => void
}

interface Said extends Readonly<Record<string, unknown>> {
  readonly fields: string[]
  readonly reason: string
}
const nothingSaid: Said = { fields: [], reason: '' }

export function RejectDialog({ title, parts, about, isOffered, onSend, onClose, onReload }: RejectDialogProps) {
  const { typed, type, draft } = useTyped({ ...typedInto(about), title }, nothingSaid)
  const { fields } = typed
  const options = Object.entries(parts).map(([value, label]) => ({ value, label }))
  return (
    <WriteDialog
      title={title}
      okText="驳回"
      danger
      isReady={fields.length > 0 && typed.reason.trim() !== ''}
      isOffered={isOffered}
      onSend={() => onSend({ reason: typed.reason.trim(), fields })}
      onClose={onClose}
      onReload={onReload}
      draft={draft}
    >
      <fieldset className="ys-fleet-parts">
        <legend>需修改的内容（至少一项）</legend>
        <Checkbox.Group options={options} value={fields} onChange={next => type({ fields: next })} />
      </fieldset>
      <ReasonField value={typed.reason} onChange={reason => type({ reason })} placeholder="必填，将通知承运商" />
    </WriteDialog>
  )
}
