// Tasks under way to a carrier: the lines, what all of them share, sending them, and what the server said against it.
import type { Output } from '@yunshu/contract/call'
import { sendTasks, type SendableGoods } from '@yunshu/contract/task/task'
import { staleAfter } from '@yunshu/contract/topics'
import { problems } from '@yunshu/domain/problems/problems'
import { useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { Refusal, type Failure } from '../../lib/errors.ts'
import { useSend } from '../../lib/useCall.ts'
import { useTyped } from '../../ui/form/useTyped.ts'
import { faultOfWrite } from '../../ui/WriteDialog.tsx'
import { answerMoment, faultOfAnswer, usualAnswer, type AnswerBy } from './answerBy.ts'
import { asSentTasks, newSendLine, refreshedLines, sendFaults, sendMax, type SendLine } from './sendLines.ts'
import { faultsOfLine } from './useAppointment.ts'

export interface Terms {
  readonly answer: AnswerBy
  readonly mayRelease: boolean
  readonly remark: string
}
export const usualTerms: Terms = { answer: usualAnswer, mayRelease: true, remark: '' }

interface Sent extends Readonly<Record<string, unknown>> {
  readonly lines: readonly SendLine[]
  readonly terms: Terms
}
const nothing: Sent = { lines: [], terms: usualTerms }

interface Sendable {
  readonly carrierId: string
  /** The goods the address names: what is typed for some goods is not offered with others. */
  readonly goodsId: string | undefined
  /** Those on offer now. */
  readonly goods: readonly SendableGoods[]
}

/** `onStale` is called when the server knows less of the goods than the page shows. */
export function useSending({ carrierId, goodsId, goods }: Sendable, onStale: () => void) {
  const { typed, type, clear, draft } = useTyped(
    { call: sendTasks, fixed: { carrierId }, title: '发布任务', part: goodsId, isPage: true },
    nothing,
  )
  const { terms, lines: kept } = typed
  const [fault, setFault] = useState<Refusal | Failure>()
  const [made, setMade] = useState<Output<typeof sendTasks>>()
  const { submit, isBusy } = useSend(sendTasks, { quiet: true, invalidates: staleAfter('task', 'goods') })
  const lines = refreshedLines(kept, goods)

  const change = (next: readonly SendLine[]): void => {
    type({ lines: next })
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
      clear()
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
    notice: draft.notice,
    faults,
    terms,
    answerFault: serverFaults['answerBy'] ?? answerFault,
    fault,
    made,
    isBusy,
    canSend,
    change,
    toggle,
    setTerms: (next: Terms): void => type({ terms: next }),
    send,
    forgetFault: () => setFault(undefined),
    closeMade: () => setMade(undefined),
  }
}
