// Lines of a voucher from a file: the template, and a file whose rows go into the grid, all of them or none.
import { staleAfter } from '@yunshu/contract/topics'
import type { ImportFault } from '@yunshu/contract/importing'
import { getLineTemplate, readLineFile, type LineFile as Read } from '@yunshu/contract/voucher/lineFile'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { saveFile } from '../../lib/saveFile.ts'
import { useSend } from '../../lib/useCall.ts'
import { textColumn } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { faultOfWrite } from '../../ui/WriteDialog.tsx'
import '../../ui/filePhotos.css'

const invalidates = staleAfter()
const columns = [
  textColumn<ImportFault>('row', '行', fault => `第 ${fault.row} 行`, { width: 70 }),
  textColumn<ImportFault>('title', '列', fault => fault.title, { width: 90 }),
  textColumn<ImportFault>('reason', '错误原因', fault => fault.reason, { width: 320 }),
]
const faultKey = (fault: ImportFault): string => `${fault.row} ${fault.title ?? ''} ${fault.reason}`

/** The template as a file. */
export const useLineTemplate = () => useSend(getLineTemplate, { done: file => saveFile(file, '手工凭证分录模板.xlsx') })

export function LineFile({ onLines }: { onLines: (lines: Read['lines']) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [told, setTold] = useState<Read>()
  const [fault, setFault] = useState<string>()
  const reading = useSend(readLineFile, { quiet: true, invalidates })
  const read = async (files: readonly File[]): Promise<void> => {
    setFault(undefined)
    setTold(undefined)
    try {
      const answer = await reading.submit({}, { files: { files } })
      if (answer.faults.length === 0) onLines(answer.lines)
      if (answer.faults.length > 0 || answer.notes.length > 0) setTold(answer)
    } catch (error) {
      const known = faultOfWrite(error)
      setFault(known && ((('fields' in known && known.fields['files']) || undefined) ?? known.message))
    }
  }
  return (
    <>
      <Button loading={reading.isBusy} onClick={() => input.current?.click()}>
        从文件导入
      </Button>
      <input
        ref={input}
        className="ys-file"
        type="file"
        aria-label="分录文件"
        accept=".xlsx,.csv"
        disabled={reading.isBusy}
        onChange={event => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          if (files.length > 0) void read(files)
        }}
      />
      {fault !== undefined && (
        <p className="ys-fault vm-told" role="alert">
          {fault}
        </p>
      )}
      {told !== undefined && <Told told={told} />}
    </>
  )
}

/** The answer about the file: its remarks, or every fault with nothing taken in. */
function Told({ told: { fileName, rows, faults, faultsTotal, notes } }: { told: Read }) {
  return (
    <section className="vm-told" aria-label="导入结果">
      {notes.map(note => (
        <p key={note} className="ys-weak">
          {note}
        </p>
      ))}
      {faults.length > 0 && (
        <>
          <p className="ys-fault" role="alert">
            {fileName} 共 {rows} 行，有 {faultsTotal} 处错误，没有导入任何一行
          </p>
          <SimpleTable title="文件的错误" rows={faults} columns={columns} rowKey={faultKey} />
        </>
      )}
    </section>
  )
}
