// Putting a part of a waybill on hold with a reason, or letting it go.
import { holdPart } from '@yunshu/contract/settlement/partHold'
import { staleAfter } from '@yunshu/contract/topics'
import { partHoldActs, type PartHoldAct } from '@yunshu/domain/settlement/partHold'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { ReasonDialog } from '../../ui/ReasonDialog.tsx'
import { WriteDialog } from '../../ui/WriteDialog.tsx'

const invalidates = staleAfter('settlement', 'waybill')

/** A part that is to be held or let go. */
export interface Holding {
  readonly act: PartHoldAct
  readonly id: string
  readonly version: number
  /** The waybill and the part in words. */
  readonly name: string
  /** The reason it is on hold for. */
  readonly reason?: string | undefined
}

interface HoldDialogProps extends Holding {
  onDone?: () => void
  onClose: () => void
}

export function HoldDialog({ act, id, version, name, reason, onDone, onClose }: HoldDialogProps) {
  const { label, done } = partHoldActs[act]
  const { submit } = useSend(holdPart, {
    quiet: true,
    invalidates,
    done: () => {
      toast.success(done)
      onDone?.()
    },
  })
  const title = `${label} ${name}`
  const reload = (): void => {
    void refreshStale(invalidates)
    onClose()
  }
  return act === 'hold' ? (
    <ReasonDialog
      title={title}
      okText={label}
      text="暂缓后不能进入结算单，也不在批量结算里，直到有人解除；承运商会看到原因。"
      about={{ call: holdPart, fixed: { id, version, act } }}
      onSend={why => submit({ id, version, act, reason: why })}
      onClose={onClose}
      onReload={reload}
    />
  ) : (
    <WriteDialog
      title={title}
      okText={label}
      takesEnter
      onSend={() => submit({ id, version, act })}
      onClose={onClose}
      onReload={reload}
    >
      <p>暂缓原因：{reason ?? '--'}</p>
      <p>解除后可以进入结算单，承运商会收到通知。</p>
    </WriteDialog>
  )
}
