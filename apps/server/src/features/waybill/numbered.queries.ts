// The list of waybills with the numbers somebody pasted that lead to none of them.
import type { Input, Output } from '@yunshu/contract/call'
import type { listWaybills } from '@yunshu/contract/waybill/waybill'
import { findMissing } from '../../db/pastedNumbers.ts'
import type { Ctx } from '../../work/ctx.ts'
import { ownRows } from '../../work/scope.ts'
import { findWaybillsPage, listedWaybills } from './waybill.queries.ts'
import { rowsOfNumbers } from './waybillWords.queries.ts'

/** A page of waybills; the first one of a search by numbers says which of them it lacks. */
export async function findNumberedWaybills(
  ctx: Ctx,
  input: Input<typeof listWaybills>,
): Promise<Output<typeof listWaybills>> {
  const page = await findWaybillsPage(ctx, input)
  if (!input.numbers?.length) return page
  const missing = await findMissing(ctx.tx, input, {
    table: 'waybills',
    alias: 'w',
    reach: ownRows(ctx.actor, 'w'),
    others: await listedWaybills(ctx, { ...input, numbers: [] }),
    rowsOf: ({ typed }) => rowsOfNumbers(typed),
  })
  return { ...page, ...missing }
}
