// The next step of a receipt as an act of the waybill's page: to hand it in, or to judge it beside its photos.
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { screenUrl } from '@yunshu/contract/screens'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { RowAction } from '../../ui/list/column.tsx'
import { receiptCardId } from './ReceiptSection.tsx'
import { useActor } from './useActor.ts'

const AuditDialog = lazy(async () => ({ default: (await import('./AuditDialog.tsx')).AuditDialog }))

/** A receipt is handed in once the goods are off the truck. */
const isDue = ({ state, receiptState }: WaybillDetail): boolean =>
  receiptState !== 'uploaded' && ['toSign', 'disputed', 'signed'].includes(state)

/** `next` takes the receipt further. */
export function useReceiptActs({ waybill, onReload }: { waybill: WaybillDetail; onReload: () => void }): {
  next: readonly RowAction[]
  rest: readonly RowAction[]
  dialogs: ReactNode
} {
  const [isJudging, setJudging] = useState(false)
  const navigate = useNavigate()
  // the panel beside a list has no card to drop photos on: there the page itself is the way
  const upload = (): void => {
    const card = document.getElementById(receiptCardId(waybill.id))
    if (!card) return void navigate(screenUrl('WaybillDetails', { id: waybill.id }))
    card.scrollIntoView({ block: 'center' })
    card.querySelector<HTMLInputElement>('input[type=file]')?.click()
  }
  const { receiptMoves } = waybill
  const actor = useActor(waybill)
  const uploads = receiptMoves.includes('upload') && isDue(waybill) ? [{ label: '上传回单', onClick: upload }] : []
  const judges = receiptMoves.includes('confirm') ? [{ label: '审核回单', onClick: () => setJudging(true) }] : []
  return {
    next: [...judges, ...(actor === 'carrier' ? uploads : [])],
    // others may hand it in for the carrier, whose step it is
    rest: actor === 'carrier' ? [] : uploads,
    dialogs: isJudging && (
      <Suspense fallback={null}>
        <AuditDialog waybill={waybill} first="confirm" onReload={onReload} onClose={() => setJudging(false)} />
      </Suspense>
    ),
  }
}
