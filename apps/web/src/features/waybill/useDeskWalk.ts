// The walk through the receipt desk: the act that is open, the word about the record before, and the keys of both.
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { listToday, putOffToday } from '@yunshu/contract/today'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSend } from '../../lib/useCall.ts'
import { keyOf } from '../../lib/keys.ts'
import { useDocumentKeys } from '../../lib/useDocumentKeys.ts'
import type { Verdict } from './AuditDialog.tsx'
import { isResting, isToJudge, type LastAct } from './deskOrder.ts'
import type { useReceiptQueue } from './useReceiptQueue.ts'

type Queue = Pick<ReturnType<typeof useReceiptQueue>, 'id' | 'show' | 'next' | 'neighbour' | 'markJudged' | 'left'>

/** 已由 孔兴旺 通过. */
const takenText = ({ waybillNo, receipt, receiptState }: WaybillDetail): string =>
  `${waybillNo} 已由${receipt?.auditedBy === undefined ? '他人' : ` ${receipt.auditedBy} `}${receiptState === 'rejected' ? '驳回' : '审核'}`

/** The acts rest after one was done until the next record is drawn, so that no key meant for one judges the next. */
function useRest(drawn: string | undefined) {
  const last = useRef<LastAct>(undefined)
  useEffect(() => {
    const { current } = last
    if (current && current.drawnAt === undefined && drawn !== undefined && drawn !== current.on)
      last.current = { ...current, drawnAt: performance.now() }
  }, [drawn])
  return {
    begin: (on: string): void => {
      last.current = { on, drawnAt: undefined }
    },
    isOn: (): boolean => isResting(last.current, performance.now()),
  }
}

/** `taken` is the record in view once somebody else has judged it, as long as an act on it is open. */
export function useDeskWalk(queue: Queue, waybill: WaybillDetail | undefined) {
  const { id, show, next, neighbour, markJudged } = queue
  const [acting, setActing] = useState<{ on: string; verdict: Verdict }>()
  const [said, setSaid] = useState('')
  // the record in view was waiting when it was seen; one that is left is no longer in view
  const [seen, setSeen] = useState<string>()
  const [left, setLeft] = useState<string>()
  const rest = useRest(waybill?.id)
  const verdict = acting?.on === id ? acting.verdict : undefined
  const isWaiting = waybill !== undefined && isToJudge(waybill.receiptState)
  if (isWaiting && seen !== waybill.id) setSeen(waybill.id)
  if (left !== undefined && left !== id) setLeft(undefined)
  const open = (wanted: Verdict): void => setActing({ on: id, verdict: wanted })
  const go = (text: string): void => {
    setSaid(text)
    setActing(undefined)
    setLeft(id)
  }
  const isTaken = waybill !== undefined && !isWaiting && seen === waybill.id && left !== id
  if (isTaken && verdict === undefined) go(`${takenText(waybill)}，${next === undefined ? '队列已空' : '已转到下一单'}`)
  const leave = useEffectEvent(() => {
    if (waybill && !isWaiting) markJudged(id, waybill.version)
    rest.begin(id)
    show(next)
  })
  useEffect(() => {
    if (left !== undefined && left === id) leave()
  }, [left, id])
  // in 今日 it is back tomorrow morning, or once it changed; the queue goes on
  const later = useSend(putOffToday, {
    invalidates: [listToday],
    done: () =>
      next === undefined ? setSaid('已放到稍后，队列里没有别的') : go(`已放到稍后 ${waybill?.waybillNo ?? ''}`),
  })
  useDocumentKeys(event => {
    const key = keyOf(event, 'desk')
    if (key === undefined || key === 'reason') return
    event.preventDefault()
    if (key === 'later') {
      if (isWaiting && verdict === undefined && !later.isBusy) void later.run({ kind: 'judgeReceipt', id })
      return
    }
    if (key === 'next' || key === 'previous') {
      const to = neighbour(key === 'next' ? 1 : -1)
      return to === undefined ? undefined : show(to)
    }
    const wanted = key === 'confirm' ? 'confirm' : 'reject'
    if (!rest.isOn() && waybill?.receiptMoves.includes(wanted)) open(wanted)
  })
  return {
    verdict,
    said,
    open,
    close: () => setActing(undefined),
    done: (done: Verdict, version: number, isSigned: boolean): void => {
      if (!waybill) return
      markJudged(waybill.id, version)
      const others = queue.left === undefined ? '' : ` · 剩 ${queue.left} 单`
      go(`${isSigned ? '已签收并' : '已'}${done === 'reject' ? '驳回' : '通过'} ${waybill.waybillNo}${others}`)
    },
  }
}
