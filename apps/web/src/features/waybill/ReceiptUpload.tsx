// The place to drop or choose receipt photos, with the progress of their way to the server.
import { CloudUploadOutlined } from '@ant-design/icons'
import { staleAfter } from '@yunshu/contract/topics'
import { uploadReceipt, type WaybillDetail } from '@yunshu/contract/waybill'
import { Button } from 'antd'
import { useId, useRef, useState, type DragEvent } from 'react'
import type { Failure, Refusal } from '../../lib/errors.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { faultOfWrite, WriteFault } from '../../ui/WriteDialog.tsx'
import { photoFault, photoTypes } from './photoFaults.ts'

/** Sends at once what is chosen; files of a refused upload stay and can be sent again. */
export function ReceiptUpload({ waybill, onReload }: { waybill: WaybillDetail; onReload: () => void }) {
  const [files, setFiles] = useState<readonly File[]>([])
  const [share, setShare] = useState<number>()
  const [fault, setFault] = useState<Refusal | Failure>()
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const { submit, isBusy } = useSend(uploadReceipt, { quiet: true, invalidates: staleAfter('waybill') })
  const upload = async (chosen: readonly File[]): Promise<void> => {
    setFault(undefined)
    const wrong = photoFault(chosen)
    if (wrong !== undefined) return toast.error(wrong)
    setFiles(chosen)
    setShare(0)
    try {
      await submit({ id: waybill.id, version: waybill.version }, { files: { files: chosen }, onProgress: setShare, overlay: false })
      setFiles([])
      toast.success(`已上传 ${chosen.length} 个文件，等待审核`)
    } catch (error) {
      setFault(faultOfWrite(error))
    } finally {
      setShare(undefined)
    }
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    if (!isBusy) void upload([...event.dataTransfer.files])
  }
  return (
    <>
      <WriteFault error={fault} onReload={() => { setFault(undefined); onReload() }} />
      <div className={`wb-drop${isOver ? ' wb-drop-over' : ''}`} onDragOver={(event) => { event.preventDefault(); setOver(true) }} onDragLeave={() => setOver(false)} onDrop={drop}>
        <CloudUploadOutlined aria-hidden="true" />
        <label htmlFor={id}>将回单照片拖到此处，或</label>
        <Button disabled={isBusy} onClick={() => input.current?.click()}>选择文件</Button>
        <input ref={input} id={id} className="wb-file" type="file" multiple accept={photoTypes.join(',')} disabled={isBusy}
          onChange={(event) => { void upload([...(event.target.files ?? [])]); event.target.value = '' }} />
        <span className="ys-weak">支持 jpg、png、webp、pdf，单个不超过 20 MB，一次最多 9 个</span>
        {share !== undefined && <progress value={share} max={1} aria-label="上传进度">{Math.round(share * 100)}%</progress>}
        {share !== undefined && <span aria-live="polite">{share < 1 ? `已上传 ${Math.floor(share * 100)}%` : '正在保存…'}</span>}
        {fault && files.length > 0 && share === undefined && <Button type="primary" onClick={() => void upload(files)}>重新上传 {files.length} 个文件</Button>}
      </div>
    </>
  )
}
