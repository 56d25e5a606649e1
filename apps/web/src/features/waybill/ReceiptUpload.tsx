// The place to drop or choose receipt photos.
import { staleAfter } from '@yunshu/contract/topics'
import { type WaybillDetail } from '@yunshu/contract/waybill/details'
import { uploadReceipt } from '@yunshu/contract/waybill/receipt'
import { Button } from 'antd'
import { lazy, Suspense, useRef, useState } from 'react'
import { pressQueued } from '../../lib/queue/own.ts'
import type { SendOptions } from '../../lib/send.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { FileDrop } from '../../ui/FileDrop.tsx'

const ReceiptLink = lazy(async () => ({ default: (await import('./ReceiptLink.tsx')).ReceiptLink }))

interface ReceiptUploadProps {
  waybill: WaybillDetail
  onReload: () => void
  onDone?: () => void
  /** Shows the code in place of a dialog this stands in. */
  onScan?: () => void
}

/** Hands the receipt in with what is chosen here, or by a phone. */
export function ReceiptUpload({ waybill, onReload, onDone, onScan }: ReceiptUploadProps) {
  const { submit, isBusy } = useSend(uploadReceipt, { quiet: true, invalidates: staleAfter('waybill') })
  const [isScanning, setScanning] = useState(false)
  const isMobile = useMobile()
  const isWaiting = useRef(false)
  /** The version the last photo made, which the page may not have heard of yet. */
  const made = useRef(0)
  const send = async (options: SendOptions): Promise<void> => {
    const input = { id: waybill.id, version: Math.max(waybill.version, made.current) }
    const files = options.files?.['files'] ?? []
    const answer = await pressQueued({ kind: 'receipt', waybillNo: waybill.waybillNo, input, files }, keyed =>
      submit(input, { ...options, ...keyed }),
    )
    isWaiting.current = answer === undefined
    if (answer) made.current = answer.version
  }
  return (
    <>
      <FileDrop
        what="回单照片"
        isBusy={isBusy}
        isOneByOne
        onReload={onReload}
        onSend={send}
        done={count => {
          if (!isWaiting.current) toast.success(`已上传 ${count} 个文件，等待审核`)
          onDone?.()
        }}
      />
      {!isMobile && (
        <Button type="link" size="small" className="wb-by-phone" onClick={onScan ?? (() => setScanning(true))}>
          手机扫码上传
        </Button>
      )}
      {isScanning && (
        <Suspense fallback={null}>
          <ReceiptLink waybill={waybill} onClose={() => setScanning(false)} />
        </Suspense>
      )}
    </>
  )
}
