// The day of money that a person says moved: not in the future, and not before what led to it.
import { startOfDay } from '@yunshu/domain/figures/time'
import type { Ctx } from '../work/ctx.ts'
import { wrongField } from './fieldFault.ts'

/**
 * The moment of the books for money that moved on a day; without one it moves now. A day after this one, or before that of
 * what led to it, is refused at the field.
 */
export function momentOfDay(
  ctx: Pick<Ctx, 'now'>,
  date: number | undefined,
  since: { readonly at: number; readonly what: string },
): number {
  if (date === undefined) return ctx.now
  const day = startOfDay(date)
  if (day > startOfDay(ctx.now)) throw wrongField('date', '不能晚于今天')
  if (day < startOfDay(since.at)) throw wrongField('date', `不能早于${since.what}`)
  return day === startOfDay(ctx.now) ? ctx.now : Math.max(day, since.at)
}
