// The place to hand a receipt in as a dialog, for who comes to do just that.
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { isOff, receiptStates } from '@yunshu/domain/waybill/waybill'
import { Modal } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { ReceiptUpload } from './ReceiptUpload.tsx'
import { WeightsLine } from './WeightsLine.tsx'

const ReceiptLink = lazy(async () => ({ default: (await import('./ReceiptLink.tsx')).ReceiptLink }))

interface Props {
  waybill: WaybillDetail
  onReload: () => void
  onClose: () => void
}

/** Closes by itself once the photos are there; the code for a phone takes its place while it is shown. */
export function ReceiptUploadDialog({ waybill, onReload, onClose }: Props) {
  const { receipt = {}, receiptState, receiptMoves, state, waybillNo } = waybill
  const isOffered = receiptMoves.includes('upload') && !isOff(state)
  const [isScanning, setScanning] = useState(false)
  if (isScanning)
    return (
      <Suspense fallback={null}>
        <ReceiptLink waybill={waybill} onClose={() => setScanning(false)} />
      </Suspense>
    )
  return (
    <Modal open title={`上传回单 ${waybillNo}`} footer={null} onCancel={onClose} mask={{ closable: false }}>
      {receipt.rejectReason !== undefined && receiptState === 'rejected' && (
        <p className="wb-reject">驳回原因：{receipt.rejectReason}</p>
      )}
      <WeightsLine waybill={waybill} />
      {isOffered ? (
        <ReceiptUpload waybill={waybill} onReload={onReload} onDone={onClose} onScan={() => setScanning(true)} />
      ) : (
        <p className="ys-fault" role="alert">
          回单{receiptStates.states[receiptState].label}，当前不能上传
        </p>
      )}
    </Modal>
  )
}
