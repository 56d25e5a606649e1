// Tasks under way to a carrier: the lines, what all of them share, sending them, and what the server said against it.
import type { Output } from '@yunshu/contract/call'
import { sendTasks, type SendableGoods } from '@yunshu/contract/task/task'
import { staleAfter } from '@yunshu/contract/topics'
import { problems } from '@yunshu/domain/problems/problems'
import { useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { useDirty } from '../../lib/dirty.ts'
import { Refusal, type Failure } from '../../lib/errors.ts'
import { useSend } from '../../lib/useCall.ts'
import { faultOfWrite } from '../../ui/WriteDialog.tsx'
import { answerMoment, faultOfAnswer, usualAnswer, type AnswerBy } from './answerBy.ts'
import { asSentTasks, newSendLine, refreshed, sendFaults, sendMax, type SendLine } from './sendLines.ts'
import { faultsOfLine } from './useAppointment.ts'

export interface Terms {
  readonly answer: AnswerBy
  readonly mayRelease: boolean
  readonly remark: string
}
export const usualTerms: Terms = { answer: usualAnswer, mayRelease: true, remark: '' }

/** `goods` are those on offer now; `onStale` is called when the server knows less of them than the page shows. */
export function useSending(carrierId: string, goods: readonly SendableGoods[], onStale: () => void) {
  const [kept, setKept] = useState<readonly SendLine[]>([])
  const [terms, setTerms] = useState<Terms>(usualTerms)
  const [fault, setFault] = useState<Refusal | Failure>()
  const [made, setMade] = useState<Output<typeof sendTasks>>()
  useDirty(kept.length > 0)
  const { submit, isBusy } = useSend(sendTasks, { quiet: true, invalidates: staleAfter('task', 'goods') })
  const lines = refreshed(kept, goods)

  const change = (next: readonly SendLine[]): void => {
    setKept(next)
    setFault(undefined)
  }
  const toggle = (one: SendableGoods): void => {
    if (lines.some(line => line.goods.id === one.id)) change(lines.filter(line => line.goods.id !== one.id))
    else if (lines.length < sendMax) change([...lines, newSendLine(one)])
  }
  const sent = asSentTasks(lines)
  const answerFault = faultOfAnswer(terms.answer, serverNow())
  const send = async (): Promise<void> => {
    const answerBy = answerMoment(terms.answer, serverNow())
    if (!sent || answerBy === undefined) return
    setFault(undefined)
    try {
      const { remark, mayRelease } = terms
      const output = await submit({
        carrierId,
        lines: sent,
        answerBy,
        mayRelease,
        ...(remark.trim() === '' ? {} : { remark: remark.trim() }),
      })
      setKept([])
      setMade(output)
    } catch (error) {
      const told = faultOfWrite(error)
      setFault(told)
      if (told instanceof Refusal && told.code !== problems['request.field'].code) onStale()
    }
  }
  const serverFaults = fault instanceof Refusal ? fault.fields : {}
  const own = lines.map(sendFaults)
  const faults = lines.map((_, index) => ({ ...faultsOfLine(serverFaults, index), ...own[index] }))
  const canSend = sent !== undefined && own.every(each => Object.keys(each).length === 0) && answerFault === undefined
  return {
    lines,
    faults,
    terms,
    answerFault: serverFaults['answerBy'] ?? answerFault,
    fault,
    made,
    isBusy,
    canSend,
    change,
    toggle,
    setTerms,
    send,
    forgetFault: () => setFault(undefined),
    closeMade: () => setMade(undefined),
  }
}
