// One act for many records: chosen on the server, confirmed once, and followed to its end.
import type { BatchDetail } from '@yunshu/contract/batch'
import { batchActs } from '@yunshu/domain/batch'
import { Button, Modal } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isCalledOff, isPassing, Refusal, SessionOver } from '../../lib/errors.ts'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import { toast } from '../../lib/toast.ts'
import { nothingText, type BatchAsk } from './batchChoice.ts'
import { BatchConfirm } from './BatchConfirm.tsx'
import { BatchRun } from './BatchRun.tsx'
import { ReturnMonth } from './ReturnMonth.tsx'
import { chooseAll } from './chooseAll.ts'
import './batch.css'

interface BatchDialogProps {
  ask: BatchAsk
  /** Asks for another choice in place of this one. */
  onAsk: (ask: BatchAsk) => void
  /** `runs` is the batch that is still under way. */
  onClose: (runs: string | undefined) => void
}

/** A wide dialog, whole on a phone. */
export function BatchDialog({ ask, onAsk, onClose }: BatchDialogProps) {
  const { batch, error, isChoosing, choose, setBatch } = useChoice(ask, why => {
    toast.warning(why, saidS)
    onClose(undefined)
  })
  const isLong = useLong()
  const [started, setStarted] = useState<string>()
  const [isChanged, setChanged] = useState(false)
  const [runs, setRuns] = useState(false)
  const title = batchActs[ask.act].label
  const close = (): void => onClose(runs ? started : undefined)
  const again = (next: BatchAsk): void => {
    setStarted(undefined)
    setRuns(false)
    setChanged(false)
    onAsk(next)
    void choose(next)
  }
  return (
    <Modal
      // a choice that holds nothing is said to, and opens no dialog
      open={isLong || batch !== undefined || error !== undefined || started !== undefined}
      title={title}
      className="bt-dialog"
      width="min(860px, calc(100vw - 24px))"
      centered
      mask={{ closable: false }}
      footer={started === undefined && batch === undefined ? <Button onClick={close}>返回</Button> : null}
      onCancel={close}
    >
      {started !== undefined ? (
        <BatchRun key={started} id={started} onRuns={setRuns} onAgain={again} onClose={close} />
      ) : error !== undefined ? (
        <NoChoice error={error} retry={() => void choose(ask)} />
      ) : batch === undefined || isChoosing ? (
        <Skeleton lines={8} />
      ) : (
        <BatchConfirm
          key={batch.id}
          month={
            ask.act === 'tickInput' && (
              <ReturnMonth value={batch.period} onChoose={period => again({ ...ask, period })} />
            )
          }
          batch={batch}
          isChanged={isChanged}
          onChanged={next => {
            setBatch(next)
            setChanged(true)
          }}
          onAgain={() => again(ask)}
          onStarted={id => {
            setRuns(true)
            setStarted(id)
          }}
          onClose={close}
        />
      )}
    </Modal>
  )
}

/** Too many, gone or not allowed: it is said so, and asking again would not help. */
function NoChoice({ error, retry }: { error: Error; retry: () => void }) {
  if (!(error instanceof Refusal) || isPassing(error)) return <ErrorState error={error} retry={retry} />
  const lack = error.http === 403 ? 'noRight' : error.http === 404 ? 'gone' : 'nothing'
  return <EmptyState text={error.message} lack={lack} />
}

/** Reasons are read, not only seen: s. */
const saidS = 8
/** A choice that takes longer is waited for in the open dialog, ms. */
const longMs = 400

function useLong(): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longMs)
    return () => clearTimeout(timer)
  }, [])
  return isLong
}

/** The choice of the moment the dialog was opened; made once, also where its tab goes to the back and returns. */
function useChoice(ask: BatchAsk, onNothing: (why: string) => void) {
  const [batch, setBatch] = useState<BatchDetail>()
  const [error, setError] = useState<Error>()
  const [isChoosing, setChoosing] = useState(false)
  const begun = useRef(false)
  const sayNothing = useRef(onNothing)
  useEffect(() => {
    sayNothing.current = onNothing
  })
  const choose = useCallback(async (asked: BatchAsk): Promise<void> => {
    setChoosing(true)
    setError(undefined)
    setBatch(undefined)
    try {
      const chosen = await chooseAll(asked)
      const nothing = nothingText(chosen)
      if (nothing === undefined) setBatch(chosen)
      else sayNothing.current(nothing)
    } catch (fault) {
      if (fault instanceof SessionOver || isCalledOff(fault)) return
      setError(fault instanceof Error ? fault : new Error(String(fault)))
    } finally {
      setChoosing(false)
    }
  }, [])
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void choose(ask)
  }, [choose, ask])
  return { batch, error, isChoosing, choose, setBatch }
}
