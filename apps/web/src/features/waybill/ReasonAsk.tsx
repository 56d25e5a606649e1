// A dangerous act with a waybill that wants a reason: it names what is done, and waits while somebody else changed the
// waybill.
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { useState, type ReactNode } from 'react'
import { useSeen } from '../../ui/ChangesSince.tsx'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'

interface Props {
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
  const [reason, setReason] = useState('')
  return (
    <WriteDialog
      title={title}
      okText={okText}
      danger={danger}
      isReady={!isChanged && (!needsReason || reason.trim() !== '')}
      onSend={() => onSend(version, reason.trim())}
      onClose={onClose}
      onReload={onReload}
    >
      {notice}
      {children}
      {needsReason && <ReasonField value={reason} onChange={setReason} />}
    </WriteDialog>
  )
}
