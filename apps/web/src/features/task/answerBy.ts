// The time a carrier has to answer, while a form is open: a stretch from the moment of sending, or a moment people
// chose.
import { answerFault, answerTime } from '@yunshu/domain/task/task'
import { HOUR_MS } from '@yunshu/domain/figures/time'
import { isUnreadable, type Unreadable } from '../../ui/fields/unreadable.ts'

/** `hours`: from when it is sent, so that a form that stood open loses no time; `at`: a moment, ms. */
export type AnswerBy = { readonly hours: number } | { readonly at: number | Unreadable | undefined }

export const answerHours = [1, 2, 6, 12, 24, 48, 72] as const
export const usualAnswer: AnswerBy = { hours: answerTime.usualMs / HOUR_MS }

/** The moment meant, at `now`; undefined while it is not filled in. */
export function answerMoment(answer: AnswerBy, now: number): number | undefined {
  if ('hours' in answer) return now + answer.hours * HOUR_MS
  return isUnreadable(answer.at) ? undefined : answer.at
}

/** The fault of a time to answer at `now`; undefined when there is none. */
export function faultOfAnswer(answer: AnswerBy, now: number): string | undefined {
  if ('hours' in answer) return undefined
  if (isUnreadable(answer.at)) return answer.at.fault
  return answer.at === undefined ? '请选择答复截止时间' : answerFault(answer.at, now)
}
