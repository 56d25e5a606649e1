// One write for each chosen row: asked about, sent with progress, and answered row by row; failed rows stay chosen and
// can be tried again.
import type { Call } from '@yunshu/contract/call'
import type { StaleCall } from '@yunshu/contract/topics'
import { printCount } from '@yunshu/domain/figures/decimal'
import { Button, Input, Modal, Progress } from 'antd'
import { use, useId, useLayoutEffect, useRef, useState } from 'react'
import { Failure } from '../../lib/errors.ts'
import { refreshCalls } from '../../lib/queryClient.ts'
import { randomUuid } from '../../lib/uuid.ts'
import { useReopen } from '../form/Reopens.tsx'
import { useLeaving } from '../form/useLeaving.tsx'
import { useTyped } from '../form/useTyped.ts'
import { runBulk, tallyResults, type BulkResult, type BulkState } from './bulkRun.ts'
import { chooseRows, ListContext } from './listState.ts'

/** The write of one row; `key` makes a repeated one happen once. */
type BulkWrite = (how: { readonly reason: string; readonly key: string }) => Promise<unknown>

/** A row chosen when the dialog was opened; `fault` says why it cannot take part. */
interface AskedRow {
  readonly id: string
  readonly name: string
  readonly fault: string | undefined
}

export interface BulkJob {
  /** The call of each write, under which the reason is kept. */
  readonly call: Pick<Call, 'path'>
  /** Said before people confirm. */
  readonly text: string | undefined
  readonly needsReason: boolean
  /** Calls whose answers are stale afterwards. */
  readonly invalidates: readonly StaleCall[]
  readonly asked: readonly AskedRow[]
  /** The writes of the rows as the list shows them now, by id. */
  readonly writes: () => ReadonlyMap<string, BulkWrite>
}

interface BulkDialogProps extends BulkJob {
  label: string
  danger: boolean
  onClose: () => void
}

const reasonMax = 200
const words: Readonly<Record<BulkState, string>> = {
  waiting: '等待',
  sending: '提交中',
  done: '成功',
  refused: '失败',
  stopped: '未提交',
}

/** Results that are listed at once; more are worth a scroll only when something failed, and failures come first. */
const shownMost = 500

export function BulkDialog({ label, danger, onClose, ...job }: BulkDialogProps) {
  const id = useId()
  // the rows are chosen anew after a load: only the reason is kept
  const { typed, type, draft } = useTyped(
    { call: job.call, fixed: {}, title: label, part: `rows.${label}`, isPage: true },
    { reason: '' },
  )
  const { reason } = typed
  const [asked] = useState(job.asked)
  const fit = asked.filter(row => row.fault === undefined)
  const { results, isRunning, go, stop } = useBulkRun(job, reason)
  const isBegun = results.size > 0
  const { leave, question } = useLeaving(draft.park, onClose, useReopen())
  const end = (): void => {
    draft.forget()
    onClose()
  }
  return (
    <Modal
      open
      title={label}
      footer={
        isBegun ? (
          <RunFoot {...{ results, isRunning, go, stop }} onClose={end} />
        ) : (
          <>
            <Button onClick={leave}>返回</Button>
            <Button
              type="primary"
              danger={danger}
              disabled={fit.length === 0 || (job.needsReason && reason.trim() === '')}
              onClick={() => go(fit.map(row => row.id))}
            >
              {label} {printCount(fit.length)} 条
            </Button>
          </>
        )
      }
      onCancel={isRunning ? stop : isBegun ? end : leave}
      maskClosable={false}
      width={620}
      afterOpenChange={isOpen => {
        if (isOpen) document.getElementById(id)?.focus()
      }}
    >
      {!isBegun && draft.notice}
      {!isBegun && (
        <p>
          {fit.length === 0
            ? `所选 ${printCount(asked.length)} 条都不能${label.replace('批量', '')}。`
            : `将对所选 ${printCount(asked.length)} 条${fit.length < asked.length ? `中的 ${printCount(fit.length)} 条` : ''}${label.replace('批量', '')}。${job.text ?? ''}`}
        </p>
      )}
      {!isBegun && job.needsReason && (
        <div className="ys-field">
          <label htmlFor={id}>原因</label>
          <Input.TextArea
            id={id}
            rows={3}
            maxLength={reasonMax}
            showCount
            value={reason}
            onChange={event => type({ reason: event.target.value })}
            placeholder="必填，将写入每一条的操作记录"
          />
        </div>
      )}
      {isBegun && <RunProgress results={results} isRunning={isRunning} />}
      <Results asked={asked} results={results} />
      {question}
    </Modal>
  )
}

type Results = ReadonlyMap<string, BulkResult>

/** Sends the writes and keeps what came of each; `go` sends those of some rows, once more after a failure. */
function useBulkRun({ writes, invalidates }: BulkJob, reason: string) {
  const list = use(ListContext)
  const [results, setResults] = useState<Results>(new Map())
  const [isRunning, setRunning] = useState(false)
  const isStopped = useRef(false)
  const latest = useRef(writes)
  useLayoutEffect(() => {
    latest.current = writes
  })
  /** Writes that may have arrived though no answer came. */
  const [unanswered] = useState(() => new Map<string, { key: string; write: BulkWrite }>())
  const run = async (ids: readonly string[]): Promise<void> => {
    isStopped.current = false
    setRunning(true)
    setResults(old => ids.reduce((all, id) => all.set(id, { id, state: 'waiting' }), new Map<string, BulkResult>(old)))
    const byId = latest.current()
    await runBulk({
      ids,
      isStopped: () => isStopped.current,
      tell: result => setResults(old => new Map(old).set(result.id, result)),
      send: async id => {
        const write = byId.get(id)
        if (!write) throw new Error('已不在列表中')
        // a write that may have arrived is repeated with its old key and version, though the list shows a newer row by
        // now; a refused write starts anew
        const sent = unanswered.get(id) ?? { key: randomUuid(), write }
        unanswered.delete(id)
        await sent.write({ reason: reason.trim(), key: sent.key }).catch((error: unknown) => {
          if (error instanceof Failure) unanswered.set(id, sent)
          throw error
        })
        chooseRows(list, [id], false)
      },
    })
    await refreshCalls(invalidates.map(({ path }) => path))
    setRunning(false)
  }
  return {
    results,
    isRunning,
    go: (ids: readonly string[]): void => {
      void run(ids)
    },
    stop: (): void => {
      isStopped.current = true
    },
  }
}

const failedIn = (results: Results): string[] =>
  [...results.values()].filter(({ state }) => state === 'refused' || state === 'stopped').map(result => result.id)

interface RunFootProps extends ReturnType<typeof useBulkRun> {
  onClose: () => void
}

function RunFoot({ results, isRunning, go, stop, onClose }: RunFootProps) {
  if (isRunning) return <Button onClick={stop}>停止</Button>
  const failed = failedIn(results)
  return (
    <>
      {failed.length > 0 && <Button onClick={() => go(failed)}>重试失败的 {failed.length} 条</Button>}
      <Button type="primary" onClick={onClose}>
        关闭
      </Button>
    </>
  )
}

function RunProgress({ results, isRunning }: { results: Results; isRunning: boolean }) {
  const counts = tallyResults(results)
  const ended = counts.done + counts.refused + counts.stopped
  const failed = failedIn(results)
  return (
    <>
      <Progress
        percent={Math.floor((ended / results.size) * 100)}
        status={isRunning ? 'active' : failed.length > 0 ? 'exception' : 'success'}
      />
      <p aria-live="polite">
        {isRunning
          ? `正在提交 ${ended} / ${results.size}`
          : `成功 ${counts.done} 条${counts.refused > 0 ? `，失败 ${counts.refused} 条` : ''}${counts.stopped > 0 ? `，未提交 ${counts.stopped} 条` : ''}${failed.length > 0 ? '；未成功的仍保持选中' : ''}`}
      </p>
    </>
  )
}

/** The result of each row, failures first, then the rows that could not take part. */
function Results({ asked, results }: { asked: readonly AskedRow[]; results: Results }) {
  const names = new Map(asked.map(({ id, name }) => [id, name]))
  const unfit = asked.filter(row => row.fault !== undefined)
  if (results.size === 0 && unfit.length === 0) return null
  return (
    <ul className="ys-results" aria-label="逐条结果">
      {[...results.values()]
        .sort((a, b) => rank(a) - rank(b))
        .slice(0, shownMost)
        .map(({ id, state, reason }) => (
          <li key={id} data-state={state}>
            <span>{names.get(id)}</span>
            <strong>{words[state]}</strong>
            <span>{reason}</span>
          </li>
        ))}
      {unfit.slice(0, shownMost).map(({ id, name, fault }) => (
        <li key={id} data-state="unfit">
          <span>{name}</span>
          <strong>跳过</strong>
          <span>{fault}</span>
        </li>
      ))}
    </ul>
  )
}

/** Failures first. */
const rank = ({ state }: BulkResult): number => ['refused', 'stopped', 'sending', 'waiting', 'done'].indexOf(state)
