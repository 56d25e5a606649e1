// A dangerous act with a waybill that wants a reason: it names what is done, and waits while somebody else changed the
// waybill.
import type { Call } from '@yunshu/contract/call'
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import type { ReactNode } from 'react'
import { useSeen } from '../../ui/ChangesSince.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'

interface Props {
  /** The call it sends. */
  call: Call
  /** The part of the waybill it is about. */
  part?: string
  /** Address that opens it again, where it has one. */
  url?: string
  title: string
  okText: string
  waybill: WaybillDetail
  onSend: (version: number, reason: string) => Promise<unknown>
  onClose: () => void
  onReload: () => void
  /** The consequences. */
  children?: ReactNode
  /** False where a reason may be left out. */
  needsReason?: boolean
  danger?: boolean
}

export function ReasonAsk({
  call,
  part,
  url,
  title,
  okText,
  waybill,
  onSend,
  onClose,
  onReload,
  children,
  needsReason = true,
  danger = true,
}: Props) {
  const { version, isChanged, notice } = useSeen(waybill)
  const fixed = { id: waybill.id, version }
  const { typed, type, draft } = useTyped({ call, fixed, part, url, title }, { reason: '' })
  return (
    <WriteDialog
      title={title}
      okText={okText}
      danger={danger}
      isReady={!isChanged && (!needsReason || typed.reason.trim() !== '')}
      onSend={() => onSend(version, typed.reason.trim())}
      onClose={onClose}
      onReload={onReload}
      draft={draft}
    >
      {notice}
      {children}
      {needsReason && <ReasonField value={typed.reason} onChange={reason => type({ reason })} />}
    </WriteDialog>
  )
}
