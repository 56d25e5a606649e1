// The papers of a sheet: receipts, weighings and bank slips, each by itself or all in one file with the sheet.
import { downloadAttachments, listAttachments, type SheetPaper } from '@yunshu/contract/settlement/attachment'
import { Button } from 'antd'
import { useState } from 'react'
import { fileSize } from '../../lib/fileSize.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'

/** Papers shown before one asks for more. */
const firstShown = 6

export function AttachmentSection({ settlementNum }: { settlementNum: string }) {
  const { data, error, refetch } = useCall(listAttachments, { settlementNum }, { quiet: true })
  const all = useSend(downloadAttachments, { done: file => saveFile(file, `结算单${settlementNum}附件.zip`) })
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton lines={2} />
  const { rows, count, size, isTooMuch } = data
  return (
    <Section title={`附件（${count}）`}>
      <div className="st-papers-head">
        <span>
          {count === 0
            ? '还没有回单、磅单或银行回单；打包文件里有结算单明细和交易流水。'
            : isTooMuch
              ? `共 ${count} 个，${fileSize(size)}，太多太大，请逐个下载。`
              : `回单、磅单、现场照片、银行回单，共 ${fileSize(size)}；打包文件里还有结算单明细、交易流水和带校验值的清单。`}
        </span>
        <Button disabled={isTooMuch} loading={all.isBusy} onClick={() => void all.run({ settlementNum })}>
          打包下载
        </Button>
      </div>
      {count > 0 && <Papers settlementNum={settlementNum} rows={rows} count={count} />}
    </Section>
  )
}

function Papers({ settlementNum, rows, count }: { settlementNum: string; rows: readonly SheetPaper[]; count: number }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, firstShown)
  return (
    <>
      <ul className="st-papers">
        {shown.map(paper => (
          <PaperLine key={paper.id} settlementNum={settlementNum} paper={paper} />
        ))}
      </ul>
      {!isWhole && rows.length > firstShown && (
        <Button type="link" onClick={() => setWhole(true)}>
          显示全部 {rows.length} 个
        </Button>
      )}
      {isWhole && count > rows.length && <p className="ys-weak">其余 {count - rows.length} 个在打包文件里</p>}
    </>
  )
}

function PaperLine({ settlementNum, paper }: { settlementNum: string; paper: SheetPaper }) {
  const name = paper.path.split('/').slice(1).join(' ')
  const one = useSend(downloadAttachments, { done: file => saveFile(file, name.replaceAll(' ', '_')) })
  return (
    <li>
      <button
        type="button"
        className="ys-link"
        disabled={one.isBusy}
        aria-label={`下载 ${name}`}
        onClick={() => void one.run({ settlementNum, id: paper.id })}
      >
        {name}
      </button>
      <span className="ys-weak">
        {fileSize(paper.size)}　{paper.uploadedBy}　<Time value={paper.uploadedAt} />
      </span>
    </li>
  )
}
