// Importing from a file: template, upload, what is wrong with it, writing it, and what came of it.
import {
  dropImport,
  getImport,
  importKinds,
  type ImportDetail,
  type ImportKey,
  type ImportRow,
} from '@yunshu/contract/importing'
import { staleAfter, type StaleCall } from '@yunshu/contract/topics'
import { Modal } from 'antd'
import { useState, type ReactNode } from 'react'
import { send } from '../../lib/send.ts'
import { refreshStale } from '../../lib/queryClient.ts'
import { ImportCheck } from './ImportCheck.tsx'
import { ImportDone } from './ImportDone.tsx'
import { ImportStart } from './ImportStart.tsx'
import './import.css'

interface ImportDialogProps {
  kind: ImportKey
  /** The record the rows belong to, for kinds that need one. */
  targetId?: string
  /** The same record in words, shown in the title. */
  target?: string
  /** Chooses that record above the first step, which waits for it; it stands still once a file was read. */
  chooser?: ReactNode
  /** Calls whose answers are stale once something was written. */
  invalidates: readonly StaleCall[]
  onClose: () => void
  /** Hears how many records were made. */
  done?: (count: number) => void
}

const steps = ['上传文件', '检查结果', '导入完成'] as const

/**
 * Nothing is written before the person has seen what is wrong and chosen; a file that was checked can be taken up again
 * later.
 */
export function ImportDialog({ kind, targetId, target, chooser, invalidates, onClose, done }: ImportDialogProps) {
  const [detail, setDetail] = useState<ImportDetail>()
  const [isBusy, setBusy] = useState(false)
  const at = detail === undefined ? 0 : detail.state === 'done' ? 2 : 1
  const stale = (): void => {
    void refreshStale(staleAfter('importing'))
  }
  const take = (next: ImportDetail): void => {
    setDetail(next)
    stale()
    if (next.state !== 'done') return
    void refreshStale(invalidates)
    done?.(next.rowsWritten)
  }
  const open = async (row: Pick<ImportRow, 'id'>): Promise<void> => setDetail(await send(getImport, { id: row.id }))
  const again = async (): Promise<void> => {
    // a file that makes way for another is not kept waiting
    if (detail?.state === 'checked')
      await send(dropImport, { id: detail.id, version: detail.version }, { quiet: true }).catch(() => undefined)
    setDetail(undefined)
    stale()
  }
  return (
    <Modal
      open
      title={`导入${importKinds[kind].label}${target === undefined ? '' : `：${target}`}`}
      width={760}
      footer={null}
      onCancel={onClose}
      mask={{ closable: false }}
      closable={!isBusy}
      keyboard={!isBusy}
      className="im-dialog"
    >
      <ol className="im-steps">
        {steps.map((step, n) => (
          <li
            key={step}
            className={n < at ? 'im-step-done' : n === at ? 'im-step-now' : undefined}
            {...(n === at ? { 'aria-current': 'step' as const } : {})}
          >
            <span aria-hidden="true">{n + 1}</span>
            {step}
          </li>
        ))}
      </ol>
      {detail === undefined && chooser}
      {detail === undefined && (chooser === undefined || targetId !== undefined) && (
        <ImportStart key={targetId} kind={kind} targetId={targetId} onChecked={take} onOpen={row => void open(row)} />
      )}
      {detail?.state === 'checked' && (
        <ImportCheck key={detail.id} detail={detail} onBusy={setBusy} onDone={take} onAgain={() => void again()} />
      )}
      {detail !== undefined && detail.state !== 'checked' && (
        <ImportDone detail={detail} onAgain={() => setDetail(undefined)} onClose={onClose} />
      )}
    </Modal>
  )
}
