// One write for each chosen row: asked about, sent with progress, and answered row by row; what failed stays chosen and
// can be tried again.
import { Button, Input, Modal, Progress } from 'antd'
import { use, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Failure } from '../../lib/errors.ts'
import { refreshCalls } from '../../lib/queryClient.ts'
import { randomUuid } from '../../lib/uuid.ts'
import { runBulk, tally, type BulkResult, type BulkState } from './bulkRun.ts'
import type { BulkEach } from './column.tsx'
import { choose, ListContext } from './listState.ts'

interface BulkDialogProps<Row> {
  label: string
  each: BulkEach<Row>
  danger: boolean
  /** The rows chosen when it was opened. */
  asked: readonly Row[]
  /** The rows of the list now: a retry sends what the list shows meanwhile. */
  rows: readonly Row[]
  rowKey: (row: Row) => string
  rowName: (row: Row) => string
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

export function BulkDialog<Row>({ label, each, danger, asked, rows, rowKey, rowName, onClose }: BulkDialogProps<Row>) {
  const list = use(ListContext)
  const id = useId()
  const [reason, setReason] = useState('')
  const [results, setResults] = useState<ReadonlyMap<string, BulkResult>>(new Map())
  const [isRunning, setRunning] = useState(false)
  const isStopped = useRef(false)
  const latest = useRef(rows)
  useLayoutEffect(() => {
    latest.current = rows
  })
  const names = useMemo(() => new Map(asked.map(row => [rowKey(row), rowName(row)])), [asked, rowKey, rowName])
  const [unfit] = useState(
    () =>
      new Map(
        asked.flatMap(row => {
          const fault = each.fits?.(row)
          return fault === undefined ? [] : [[rowKey(row), fault] as const]
        }),
      ),
  )
  const fit = useMemo(() => asked.filter(row => !unfit.has(rowKey(row))), [asked, unfit, rowKey])
  /** What may have arrived though no answer came. */
  const [unanswered] = useState(() => new Map<string, { key: string; row: Row }>())

  const go = async (ids: readonly string[]): Promise<void> => {
    isStopped.current = false
    setRunning(true)
    setResults(old =>
      ids.reduce((all, rowId) => all.set(rowId, { id: rowId, state: 'waiting' }), new Map<string, BulkResult>(old)),
    )
    const byId = new Map([...asked, ...latest.current].map(row => [rowKey(row), row]))
    await runBulk({
      ids,
      isStopped: () => isStopped.current,
      tell: result => setResults(old => new Map(old).set(result.id, result)),
      send: async rowId => {
        const row = byId.get(rowId)
        if (!row) throw new Error('已不在列表中')
        // what may have arrived is repeated as it was, though the list shows a newer row by now; a refused write starts
        // anew
        const sent = unanswered.get(rowId) ?? { key: randomUuid(), row }
        unanswered.delete(rowId)
        await each.send(sent.row, { reason: reason.trim(), key: sent.key }).catch((error: unknown) => {
          if (error instanceof Failure) unanswered.set(rowId, sent)
          throw error
        })
        choose(list, [rowId], false)
      },
    })
    await refreshCalls(each.invalidates.map(({ path }) => path))
    setRunning(false)
  }
  const counts = tally(results)
  const isBegun = results.size > 0
  const ended = counts.done + counts.refused + counts.stopped
  const failed = [...results.values()]
    .filter(({ state }) => state === 'refused' || state === 'stopped')
    .map(result => result.id)
  const isReady = fit.length > 0 && (!each.needsReason || reason.trim() !== '')
  const close = (): void => {
    if (!isRunning) return onClose()
    isStopped.current = true
  }
  const footer = isRunning
    ? [
        <Button
          key="stop"
          onClick={() => {
            isStopped.current = true
          }}
        >
          停止
        </Button>,
      ]
    : isBegun
      ? [
          ...(failed.length > 0
            ? [
                <Button
                  key="retry"
                  onClick={() => {
                    void go(failed)
                  }}
                >
                  重试失败的 {failed.length} 条
                </Button>,
              ]
            : []),
          <Button key="close" type="primary" onClick={onClose}>
            关闭
          </Button>,
        ]
      : [
          <Button key="back" onClick={onClose}>
            返回
          </Button>,
          <Button
            key="go"
            type="primary"
            danger={danger}
            disabled={!isReady}
            onClick={() => {
              void go(fit.map(rowKey))
            }}
          >
            {label} {fit.length} 条
          </Button>,
        ]

  return (
    <Modal
      open
      title={label}
      footer={footer}
      onCancel={close}
      maskClosable={false}
      width={620}
      afterOpenChange={isOpen => {
        if (isOpen) document.getElementById(id)?.focus()
      }}
    >
      {!isBegun && (
        <p>
          {fit.length === 0
            ? `所选 ${asked.length} 条都不能${label.replace('批量', '')}。`
            : `将对所选 ${asked.length} 条${fit.length < asked.length ? `中的 ${fit.length} 条` : ''}${label.replace('批量', '')}。${each.text ?? ''}`}
        </p>
      )}
      {!isBegun && each.needsReason && (
        <div className="ys-field">
          <label htmlFor={id}>原因</label>
          <Input.TextArea
            id={id}
            rows={3}
            maxLength={reasonMax}
            showCount
            value={reason}
            onChange={event => setReason(event.target.value)}
            placeholder="必填，将写入每一条的操作记录"
          />
        </div>
      )}
      {isBegun && (
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
      )}
      {(isBegun || unfit.size > 0) && (
        <ul className="ys-results" aria-label="逐条结果">
          {[...results.values()]
            .sort((a, b) => rank(a) - rank(b))
            .slice(0, shownMost)
            .map(({ id: rowId, state, reason: why }) => (
              <li key={rowId} data-state={state}>
                <span>{names.get(rowId)}</span>
                <strong>{words[state]}</strong>
                <span>{why}</span>
              </li>
            ))}
          {[...unfit].slice(0, shownMost).map(([rowId, why]) => (
            <li key={rowId} data-state="unfit">
              <span>{names.get(rowId)}</span>
              <strong>跳过</strong>
              <span>{why}</span>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  )
}

/** Failures first. */
const rank = ({ state }: BulkResult): number => ['refused', 'stopped', 'sending', 'waiting', 'done'].indexOf(state)
