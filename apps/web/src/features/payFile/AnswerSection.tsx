// The bank's answers to a payment file: reading one in, and those read before with their preview.
import { readPayAnswer, type PayAnswerRow } from '@yunshu/contract/payFile/payAnswer'
import type { PayFileDetail } from '@yunshu/contract/payFile/payFile'
import { staleAfter } from '@yunshu/contract/topics'
import { payAnswerStates } from '@yunshu/domain/payFile/payFile'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useSend } from '../../lib/useCall.ts'
import { Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { faultOfWrite } from '../../ui/WriteDialog.tsx'
import { AnswerDrawer } from './AnswerDrawer.tsx'
import '../../ui/filePhotos.css'
import './payFile.css'

const invalidates = staleAfter('payFile')

export function AnswerSection({ file, onChanged }: { file: PayFileDetail; onChanged: () => void }) {
  const [shown, setShown] = useState<string>()
  if (!file.canRead && file.answers.length === 0) return null
  return (
    <Section title={`银行结果（${file.answers.length}）`}>
      {file.canRead && (
        <ReadAnswer
          id={file.id}
          onRead={id => {
            setShown(id)
            onChanged()
          }}
        />
      )}
      <ul className="pf-answers">
        {file.answers.map(answer => (
          <AnswerLine key={answer.id} answer={answer} onOpen={() => setShown(answer.id)} />
        ))}
      </ul>
      {shown !== undefined && <AnswerDrawer id={shown} onClose={() => setShown(undefined)} />}
    </Section>
  )
}

/** Reads the chosen file at once: nothing is applied by it. */
function ReadAnswer({ id, onRead }: { id: string; onRead: (answerId: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string>()
  const { submit, isBusy } = useSend(readPayAnswer, { quiet: true, invalidates, done: answer => onRead(answer.id) })
  const read = async (files: readonly File[]): Promise<void> => {
    setFault(undefined)
    try {
      await submit({ id }, { files: { files } })
    } catch (error) {
      const known = faultOfWrite(error)
      setFault(
        known === undefined
          ? undefined
          : ((('fields' in known && known.fields['files']) || undefined) ?? known.message),
      )
    }
  }
  return (
    <div className="pf-read">
      <Button disabled={isBusy} onClick={() => input.current?.click()}>
        读取结果文件
      </Button>
      <input
        ref={input}
        className="ys-file"
        type="file"
        aria-label="银行结果文件"
        accept=".xlsx,.csv,.txt"
        disabled={isBusy}
        onChange={event => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          if (files.length > 0) void read(files)
        }}
      />
      <span className="ys-weak">从网银下载的结果（.xlsx 或 .csv）。先预览，另一人确认后才入账</span>
      {fault !== undefined && (
        <p className="ys-fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}

function AnswerLine({ answer, onOpen }: { answer: PayAnswerRow; onOpen: () => void }) {
  return (
    <li>
      <button type="button" className="ys-link" onClick={onOpen}>
        {answer.name}
      </button>
      <StatusTag machine={payAnswerStates} state={answer.state} />
      <span className="ys-weak">
        {answer.fault === undefined ? `可入账 ${answer.good} / ${answer.rows} 行` : '文件有误'} · {answer.maker} ·{' '}
        <Time value={answer.createdAt} />
        {answer.checker === undefined ? '' : ` · ${answer.checker}确认`}
      </span>
    </li>
  )
}
