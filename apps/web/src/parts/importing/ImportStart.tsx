// The first step of an import: the template to fill in, the place to drop the file, and files handed in before.
import { CloudUploadOutlined, DownloadOutlined } from '@ant-design/icons'
import {
  checkImport,
  getImportTemplate,
  importKinds,
  listImports,
  type ImportDetail,
  type ImportKey,
  type ImportRow,
} from '@yunshu/contract/importing'
import { importLimits, importStates } from '@yunshu/domain/importing/importing'
import { Button } from 'antd'
import { useId, useRef, useState, type DragEvent } from 'react'
import type { Failure, Refusal } from '../../lib/errors.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { Time } from '../../ui/Figures.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { faultOfWrite, WriteFault } from '../../ui/WriteDialog.tsx'
import { fileFault } from './fileFault.ts'
import '../../ui/filePhotos.css'

interface ImportStartProps {
  kind: ImportKey
  targetId: string | undefined
  onChecked: (detail: ImportDetail) => void
  onOpen: (row: ImportRow) => void
}

/** Files handed in before that are shown. */
const shown = 5

/** Reads the chosen file at once; faults of the file as a whole are shown here. */
export function ImportStart({ kind, targetId, onChecked, onOpen }: ImportStartProps) {
  const target = targetId === undefined ? {} : { targetId }
  const upload = useSend(checkImport, { quiet: true, done: onChecked })
  const before = useCall(listImports, { kind, ...target, limit: shown }, { quiet: true })
  const [share, setShare] = useState<number>()
  const [fault, setFault] = useState<Refusal | Failure>()
  const [wrong, setWrong] = useState<string>()
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const read = async (files: readonly File[]): Promise<void> => {
    setFault(undefined)
    const own = fileFault(files)
    setWrong(own)
    if (own !== undefined) return
    setShare(0)
    try {
      await upload.submit({ kind, ...target }, { files: { files }, onProgress: setShare, overlay: false })
    } catch (error) {
      setFault(faultOfWrite(error))
    } finally {
      setShare(undefined)
    }
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    if (!upload.isBusy) void read([...event.dataTransfer.files])
  }
  const asked = fault && 'fields' in fault ? fault.fields['files'] : undefined
  const said = wrong ?? asked
  return (
    <>
      <TemplateLine kind={kind} target={target} />
      {asked === undefined && <WriteFault error={fault} onReload={() => setFault(undefined)} />}
      <div
        className={`ys-drop im-drop${isOver ? ' ys-drop-over' : ''}`}
        onDragOver={event => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <CloudUploadOutlined aria-hidden="true" />
        <label htmlFor={id}>将 Excel 文件拖到此处，或</label>
        <Button type="primary" disabled={upload.isBusy} onClick={() => input.current?.click()}>
          选择文件
        </Button>
        <input
          ref={input}
          id={id}
          className="ys-file"
          type="file"
          accept=".xlsx,.csv"
          disabled={upload.isBusy}
          aria-invalid={said !== undefined}
          {...(said === undefined ? {} : { 'aria-describedby': `${id}-fault` })}
          onChange={event => {
            void read([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
        <span className="ys-weak">
          支持 .xlsx 和 .csv，不超过 {importLimits.bytes / 1_048_576} MB、{importLimits.rows}{' '}
          行；上传后先检查，不会直接写入
        </span>
        <ReadingShare share={share} />
      </div>
      {said !== undefined && (
        <p id={`${id}-fault`} className="ys-fault" role="alert">
          {said}
        </p>
      )}
      <Earlier rows={before.data?.rows ?? []} onOpen={onOpen} />
    </>
  )
}

/** The share of the file that has arrived; then it is being checked. */
function ReadingShare({ share }: { share: number | undefined }) {
  return (
    <>
      {share !== undefined && <progress {...(share < 1 ? { value: share, max: 1 } : {})} aria-label="上传进度" />}
      {share !== undefined && (
        <span aria-live="polite">{share < 1 ? `已上传 ${Math.floor(share * 100)}%` : '正在检查每一行…'}</span>
      )}
    </>
  )
}

/** Files handed in before. */
function Earlier({ rows, onOpen }: { rows: readonly ImportRow[]; onOpen: (row: ImportRow) => void }) {
  return (
    <>
      {rows.length > 0 && (
        <section className="im-before" aria-label="最近的导入">
          <h3>最近的导入</h3>
          <ul>
            {rows.map(row => (
              <li key={row.id}>
                <button type="button" className="ys-link" onClick={() => onOpen(row)}>
                  {row.fileName}
                </button>
                <StatusTag machine={importStates} state={row.state} />
                <span className="ys-weak">
                  {row.state === 'done' ? `已导入 ${row.rowsWritten} 行` : `${row.rowsTotal} 行`}
                  {row.rowsBad > 0 ? `，${row.rowsBad} 行有错误` : ''}　<Time value={row.createdAt} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function TemplateLine({ kind, target }: { kind: ImportKey; target: { targetId?: string } }) {
  const template = useSend(getImportTemplate, {
    done: file => saveFile(file, `${importKinds[kind].label}导入模板.xlsx`),
  })
  return (
    <div className="im-template">
      <span>先下载模板，按表头填写后上传；红色表头为必填列，第二行是示例。</span>
      <Button
        icon={<DownloadOutlined />}
        loading={template.isBusy}
        onClick={() => void template.run({ kind, ...target })}
      >
        下载模板
      </Button>
    </div>
  )
}
