// The second step of an import: how many rows are right, what is wrong with the others, and what is to be written.
import { DownloadOutlined } from '@ant-design/icons'
import { getImport, getImportFaults, runImport, type ImportDetail, type ImportFault } from '@yunshu/contract/importing'
import { importModes, type ImportMode } from '@yunshu/domain/importing/importing'
import { Button, Radio } from 'antd'
import { useEffect, useState } from 'react'
import type { Failure, Refusal } from '../../lib/errors.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { send } from '../../lib/send.ts'
import { useSend } from '../../lib/useCall.ts'
import { textColumn } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { faultOfWrite, WriteFault } from '../../ui/WriteDialog.tsx'

interface ImportCheckProps {
  detail: ImportDetail
  /** The dialog stays open while rows are written. */
  onBusy: (isBusy: boolean) => void
  /** Hears what the server answered: written, or open still because rows have changed. */
  onDone: (detail: ImportDetail) => void
  /** Another file is wanted. */
  onAgain: () => void
}

const columns = [
  textColumn<ImportFault>('row', '行', fault => `第 ${fault.row} 行`, { width: 60 }),
  textColumn<ImportFault>('title', '列', fault => fault.title, { width: 76 }),
  textColumn<ImportFault>('reason', '错误原因', fault => fault.reason, { width: 150 }),
]
const faultKey = (fault: ImportFault, index: number): string => `${fault.row} ${fault.title ?? ''} ${index}`
/** The time between questions of the dialog about the progress of writing, ms. */
const askEveryMs = 700

/** Nothing is written before one of the two ways is chosen and confirmed by its button. */
export function ImportCheck({ detail, onBusy, onDone, onAgain }: ImportCheckProps) {
  const { id, version, rowsTotal, rowsBad, notes, changed } = detail
  const good = rowsTotal - rowsBad
  const [mode, setMode] = useState<ImportMode>(rowsBad === 0 ? 'ALL' : 'GOOD')
  const [fault, setFault] = useState<Refusal | Failure>()
  const { submit, isBusy } = useSend(runImport, { quiet: true })
  const chosen: ImportMode = rowsBad === 0 ? 'ALL' : mode
  const write = async (): Promise<void> => {
    setFault(undefined)
    onBusy(true)
    try {
      onDone(await submit({ id, version, mode: chosen }))
    } catch (error) {
      setFault(faultOfWrite(error))
    } finally {
      onBusy(false)
    }
  }
  return (
    <>
      <p className="im-sum" aria-live="polite">
        <strong>{detail.fileName}</strong>：共 {rowsTotal} 行，<span className="im-good">{good} 行正确</span>
        {rowsBad > 0 && (
          <>
            ，<span className="ys-fault">{rowsBad} 行有错误</span>
          </>
        )}
      </p>
      {changed.length > 0 && (
        <p className="ys-write-fault" role="alert">
          检查之后有 {changed.length} 行变为不正确（第 {changed.slice(0, 10).join('、')}
          {changed.length > 10 ? ' 等' : ''} 行），没有写入任何数据，请重新选择
        </p>
      )}
      {notes.length > 0 && (
        <ul className="im-notes">
          {notes.map(note => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {rowsBad > 0 && (
        <>
          <Faults detail={detail} />
          {good > 0 && (
            <Radio.Group
              className="im-mode"
              value={mode}
              disabled={isBusy}
              onChange={({ target }) => setMode(target.value as ImportMode)}
              options={[
                { value: 'GOOD', label: `${importModes.GOOD}（${good} 行），错误的行不写入` },
                { value: 'ALL', label: `${importModes.ALL}，我先改好再上传` },
              ]}
            />
          )}
        </>
      )}
      <WriteFault
        error={fault}
        onReload={() => {
          void send(getImport, { id }).then(onDone)
        }}
      />
      {isBusy && <Progress id={id} total={good} />}
      <footer className="im-foot">
        <Button disabled={isBusy} onClick={onAgain}>
          重新上传
        </Button>
        {good > 0 && (chosen === 'GOOD' || rowsBad === 0) && (
          <Button type="primary" loading={isBusy} onClick={() => void write()}>
            导入 {good} 行
          </Button>
        )}
      </footer>
    </>
  )
}

/** The faults of the file, and the file of its bad rows. */
function Faults({ detail }: { detail: ImportDetail }) {
  const { id, faults, faultsTotal } = detail
  const file = useSend(getImportFaults, {
    done: bytes => saveFile(bytes, `${detail.fileName.replace(/\.[^.]*$/, '')}-错误.xlsx`),
  })
  return (
    <>
      <div className="im-faults">
        <SimpleTable title="错误明细" rows={faults} columns={columns} rowKey={faultKey} />
      </div>
      <p className="im-faults-foot">
        {faultsTotal > faults.length && (
          <span className="ys-weak">
            只显示前 {faults.length} 处，共 {faultsTotal} 处
          </span>
        )}
        <Button size="small" icon={<DownloadOutlined />} loading={file.isBusy} onClick={() => void file.run({ id })}>
          下载错误文件
        </Button>
        <span className="ys-weak">错误文件只含有错误的行和原因，改好后可以直接上传</span>
      </p>
    </>
  )
}

/** The progress of writing; the server reports it every half second. */
function Progress({ id, total }: { id: string; total: number }) {
  const [rows, setRows] = useState(0)
  useEffect(() => {
    const left = new AbortController()
    const timer = setInterval(() => {
      // a figure that does not come is asked for again
      send(getImport, { id }, { quiet: true, signal: left.signal }).then(
        ({ rowsDone = 0 }) => setRows(before => Math.max(before, rowsDone)),
        () => undefined,
      )
    }, askEveryMs)
    return () => {
      clearInterval(timer)
      left.abort()
    }
  }, [id])
  return (
    <div className="im-progress">
      <progress value={rows} max={total} aria-label="导入进度" />
      <span aria-live="polite">{rows > 0 ? `已写入 ${rows} / ${total} 行` : '正在写入…'}</span>
    </div>
  )
}
