// The queues of receipts to judge, the walk through one, and the moment keys are heard again after an act.
import type { ReceiptState } from '@yunshu/domain/waybill/waybill'
import { restMs } from '../../lib/keys.ts'

/** The receipts a queue is made of: photos that came, or originals on their way. */
export const deskQueues = { uploaded: '待审核', posted: '原件待确认' } as const satisfies Partial<
  Record<ReceiptState, string>
>
export type DeskQueue = keyof typeof deskQueues

/** True while a receipt waits for a verdict. */
export const isToJudge = (state: ReceiptState): boolean => state === 'uploaded' || state === 'posted'

/** The record after `id` in the queue; after the last one, or for one that does not stand in it, the first other one. */
export function nextInQueue(order: readonly string[], id: string): string | undefined {
  const at = order.indexOf(id)
  return order[at + 1] ?? order.find(each => each !== id)
}

/** The record a step away; undefined at the ends. */
export function neighbourInQueue(order: readonly string[], id: string, step: 1 | -1): string | undefined {
  const at = order.indexOf(id)
  return at < 0 ? (step > 0 ? order[0] : undefined) : order[at + step]
}

/**
 * The number of records that wait beside `id`: a queue that is there whole knows it before the server has counted anew;
 * of a longer one the number counted last, `id` among them, is the best there is. Undefined where neither is known.
 */
export function leftBeside(
  order: readonly string[],
  id: string,
  { isWhole, counted }: { readonly isWhole: boolean; readonly counted: number | undefined },
): number | undefined {
  if (isWhole) return order.filter(each => each !== id).length
  return counted === undefined ? undefined : Math.max(0, counted - 1)
}

/** An act, and the moment the next record was drawn after it; undefined while it is on its way. */
export interface LastAct {
  readonly on: string
  readonly drawnAt: number | undefined
}

/** True while keys must not open an act: the person may still mean the record before. */
export const isResting = (last: LastAct | undefined, now: number): boolean =>
  last !== undefined && (last.drawnAt === undefined || now - last.drawnAt < restMs)
