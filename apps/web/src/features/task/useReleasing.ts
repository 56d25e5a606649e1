// Handing part of a task down, while the form is filled: the values, what is wrong with them, sending, and what the
// server said.
import { releaseTask, type ReleaseView } from '@yunshu/contract/task/release'
import { staleAfter } from '@yunshu/contract/topics'
import { checkTake, printQuantity } from '@yunshu/domain/goods/quantity'
import { releasePriceFault } from '@yunshu/domain/task/release'
import type { UnitPrice } from '@yunshu/domain/figures/unitPrice'
import { useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { Refusal, type Failure } from '../../lib/errors.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { isUnreadable, type Unreadable } from '../../ui/fields/unreadable.ts'
import { useTyped } from '../../ui/form/useTyped.ts'
import { faultOfWrite } from '../../ui/WriteDialog.tsx'
import { answerMoment, faultOfAnswer } from './answerBy.ts'
import type { FoundCarrier } from './CarrierSearch.tsx'
import { usualTerms, type Terms } from './useSending.ts'

interface Draft extends Readonly<Record<string, unknown>> {
  readonly carrier: FoundCarrier | undefined
  readonly qty: number | Unreadable | undefined
  readonly price: UnitPrice | Unreadable | undefined
  readonly terms: Terms
}
const blank: Draft = { carrier: undefined, qty: undefined, price: undefined, terms: usualTerms }

/** Faults of the fields filled so far; an empty field is no fault. */
export function releaseFaults(
  { task, unitPrice: own }: Pick<ReleaseView, 'task' | 'unitPrice'>,
  { qty, price, terms }: Draft,
  now: number,
): Readonly<Record<'qty' | 'unitPrice' | 'answerBy', string | undefined>> {
  const excess = isUnreadable(qty)
    ? qty.fault
    : qty === undefined
      ? undefined
      : qty > task.remainQty
        ? `不能超过待派数量 ${printQuantity(task.quantityMode, task.remainQty)}`
        : checkTake(task.remainQty, qty)
  const dear = isUnreadable(price)
    ? price.fault
    : price === undefined || own === undefined
      ? undefined
      : releasePriceFault(price, own)
  return { qty: excess, unitPrice: dear, answerBy: faultOfAnswer(terms.answer, now) }
}

/** The new task's number is read, not only seen: s. */
const saidS = 6

/** `onStale` is called when the server knows a newer task than the page shows; typed values stay. */
export function useReleasing(taskId: string, view: ReleaseView | undefined, onStale: () => void) {
  const {
    typed: draft,
    type,
    clear,
    draft: { notice },
  } = useTyped({ call: releaseTask, fixed: { id: taskId }, title: '转派任务', isPage: true }, blank)
  const [fault, setFault] = useState<Refusal | Failure>()
  const { submit, isBusy } = useSend(releaseTask, { quiet: true, invalidates: staleAfter('task') })
  const change = (part: Partial<Draft>): void => {
    type(part)
    setFault(undefined)
  }
  const own = view
    ? releaseFaults(view, draft, serverNow())
    : { qty: undefined, unitPrice: undefined, answerBy: undefined }
  const { carrier, qty, price, terms } = draft
  const isFilled = carrier !== undefined && typeof qty === 'number' && typeof price === 'number'
  const send = async (): Promise<void> => {
    const answerBy = answerMoment(terms.answer, serverNow())
    if (!view || !isFilled || answerBy === undefined) return
    setFault(undefined)
    try {
      const remark = terms.remark.trim()
      const output = await submit({
        id: view.task.id,
        version: view.task.version,
        carrierId: carrier.id,
        qty,
        unitPrice: price,
        answerBy,
        mayRelease: terms.mayRelease,
        ...(remark === '' ? {} : { remark }),
      })
      clear()
      toast.success(`已转派：任务 ${output.taskNo} 等待${carrier.name}接单，答复前可以撤回`, saidS)
    } catch (error) {
      const told = faultOfWrite(error)
      setFault(told)
      if (told instanceof Refusal && !told.hasFields) onStale()
    }
  }
  const said = fault instanceof Refusal ? fault.fields : {}
  const faults = {
    qty: own.qty ?? said['qty'],
    unitPrice: own.unitPrice ?? said['unitPrice'],
    answerBy: own.answerBy ?? said['answerBy'],
    carrierId: said['carrierId'],
  }
  const canSend = isFilled && Object.values(own).every(each => each === undefined)
  return {
    draft,
    notice,
    faults,
    fault,
    isBusy,
    canSend,
    change,
    send,
    forgetFault: () => setFault(undefined),
  }
}
