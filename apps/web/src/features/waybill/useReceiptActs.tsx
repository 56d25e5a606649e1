// The next step of a receipt as an act of the waybill's page: to hand it in, or to judge it beside its photos.
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { RowAction } from '../../ui/list/column.tsx'
import type { AddressAct } from '../../ui/record/useAddressAct.ts'
import { receiptActOf } from './addressActs.ts'
import { receiptCardId } from './ReceiptSection.tsx'
import { useActor } from './useActor.ts'

const ReceiptUploadDialog = lazy(async () => ({
  default: (await import('./ReceiptUploadDialog.tsx')).ReceiptUploadDialog,
}))
const AuditDialog = lazy(async () => ({ default: (await import('./AuditDialog.tsx')).AuditDialog }))

/** A receipt is handed in once the goods are off the truck. */
const isDue = ({ state, receiptState }: WaybillDetail): boolean =>
  receiptState !== 'uploaded' && ['toSign', 'disputed', 'signed'].includes(state)

/** `next` takes the receipt further. */
export function useReceiptActs({
  waybill,
  onReload,
  link,
}: {
  waybill: WaybillDetail
  onReload: () => void
  link: AddressAct
}): {
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
  const asked = (['confirm', 'reject'] as const).find(move => receiptActOf[move] === link.act)
  const verdict = isJudging ? 'confirm' : asked
  const close = (): void => {
    setJudging(false)
    link.done()
  }
  const { receiptMoves } = waybill
  const actor = useActor(waybill)
  const uploads = receiptMoves.includes('upload') && isDue(waybill) ? [{ label: '上传回单', onClick: upload }] : []
  const judges = receiptMoves.includes('confirm') ? [{ label: '审核回单', onClick: () => setJudging(true) }] : []
  return {
    next: [...judges, ...(actor === 'carrier' ? uploads : [])],
    // others may hand it in for the carrier, whose step it is
    rest: actor === 'carrier' ? [] : uploads,
    dialogs: (
      <Suspense fallback={null}>
        {verdict && <AuditDialog key={verdict} waybill={waybill} first={verdict} onReload={onReload} onClose={close} />}
        {link.act === receiptActOf.upload && (
          <ReceiptUploadDialog waybill={waybill} onReload={onReload} onClose={close} />
        )}
      </Suspense>
    ),
  }
}
