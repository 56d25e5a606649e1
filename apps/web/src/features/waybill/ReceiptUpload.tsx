// The place to drop or choose receipt photos.
import { staleAfter } from '@yunshu/contract/topics'
import { type WaybillDetail } from '@yunshu/contract/waybill/details'
import { uploadReceipt } from '@yunshu/contract/waybill/receipt'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { FileDrop } from '../../ui/FileDrop.tsx'

/** Hands the receipt in with what is chosen. */
export function ReceiptUpload({
  waybill,
  onReload,
  onDone,
}: {
  waybill: WaybillDetail
  onReload: () => void
  onDone?: () => void
}) {
  const { submit, isBusy } = useSend(uploadReceipt, { quiet: true, invalidates: staleAfter('waybill') })
  return (
    <FileDrop
      label="将回单照片拖到此处，或"
      isBusy={isBusy}
      onReload={onReload}
      onSend={options => submit({ id: waybill.id, version: waybill.version }, options)}
      done={count => {
        toast.success(`已上传 ${count} 个文件，等待审核`)
        onDone?.()
      }}
    />
  )
}
