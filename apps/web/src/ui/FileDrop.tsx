// The place to drop or choose files for a record, with the progress of their way to the server.
import { CloudUploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useId, useRef, useState, type DragEvent } from 'react'
import { isCalledOff, type Failure, type Refusal } from '../lib/errors.ts'
import type { SendOptions } from '../lib/send.ts'
import { toast } from '../lib/toast.ts'
import { useTouch } from '../lib/useMobile.ts'
import { FileButtons } from './FileButtons.tsx'
import { photoFault } from './photoFaults.ts'
import { faultOfWrite, WriteFault } from './WriteDialog.tsx'
import './filePhotos.css'

interface FileDropProps {
  /** The files in words: 回单照片. */
  what: string
  isBusy: boolean
  /** Sends; rejects when the files were not taken. */
  onSend: (options: SendOptions) => Promise<unknown>
  /** Each file is a call of its own: on a slow line those that arrived stay, and the rest is sent again alone. */
  isOneByOne?: boolean
  done: (count: number) => void
  onReload: () => void
}

/** Sends at once what is chosen; files of an upload that was refused or stopped stay and can be sent again. */
export function FileDrop({ what, isBusy: isSending, onSend, isOneByOne = false, done, onReload }: FileDropProps) {
  const [files, setFiles] = useState<readonly File[]>([])
  const [share, setShare] = useState<number>()
  const [fault, setFault] = useState<Refusal | Failure>()
  const [isOver, setOver] = useState(false)
  const under = useRef<AbortController>(undefined)
  const isBusy = isSending || share !== undefined
  const id = useId()
  const isTouch = useTouch()
  const upload = async (chosen: readonly File[]): Promise<void> => {
    setFault(undefined)
    const wrong = photoFault(chosen)
    if (wrong !== undefined) return toast.error(wrong)
    setFiles(chosen)
    setShare(0)
    const { signal } = (under.current = new AbortController())
    try {
      const parts = isOneByOne ? chosen.map(file => [file]) : [chosen]
      for (const [n, part] of parts.entries()) {
        const onProgress = (one: number): void => setShare((n + one) / parts.length)
        await onSend({ files: { files: part }, onProgress, signal, overlay: false })
        setFiles(parts.slice(n + 1).flat())
      }
      done(chosen.length)
    } catch (error) {
      if (!isCalledOff(error)) setFault(faultOfWrite(error))
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
      <WriteFault
        error={fault}
        onReload={() => {
          setFault(undefined)
          onReload()
        }}
      />
      <div
        className={`ys-drop${isOver ? ' ys-drop-over' : ''}`}
        onDragOver={event => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <CloudUploadOutlined aria-hidden="true" />
        <label htmlFor={id}>{isTouch ? `${what}：拍照或从相册选择` : `将${what}拖到此处，或`}</label>
        <FileButtons id={id} disabled={isBusy} onChoose={files => void upload(files)} />
        <span className="ys-weak">支持 jpg、png、webp、pdf，单个不超过 20 MB，一次最多 9 个</span>
        <UploadShare share={share} onStop={() => under.current?.abort()} />
        {files.length > 0 && share === undefined && (
          <Button type="primary" onClick={() => void upload(files)}>
            重新上传 {files.length} 个文件
          </Button>
        )}
      </div>
    </>
  )
}

/** The share of the files that has left; until all have, the rest can be stopped. */
function UploadShare({ share, onStop }: { share: number | undefined; onStop: () => void }) {
  return (
    <>
      {share !== undefined && (
        <progress value={share} max={1} aria-label="上传进度">
          {Math.round(share * 100)}%
        </progress>
      )}
      {share !== undefined && (
        <span aria-live="polite">{share < 1 ? `已上传 ${Math.floor(share * 100)}%` : '正在保存…'}</span>
      )}
      {share !== undefined && share < 1 && <Button onClick={onStop}>停止上传</Button>}
    </>
  )
}
