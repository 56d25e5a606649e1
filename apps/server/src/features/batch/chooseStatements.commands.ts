// Choosing the shippers whose statements of a month are made in one batch.
import type { Input, Output } from '@yunshu/contract/call'
import type { chooseStatements } from '@yunshu/contract/batch'
import { batchLimits } from '@yunshu/domain/batch'
import type { Ctx } from '../../work/ctx.ts'
import { findShippersToState } from '../statement/batchStatements.queries.ts'
import { keepChoice } from './batch.commands.ts'

/** Keeps the shippers whose statement of a month is to be made; those that have it stand apart. */
export async function chooseStatementRecords(
  ctx: Ctx,
  { period, branchId, ids }: Input<typeof chooseStatements>,
): Promise<Output<typeof chooseStatements>> {
  const records = await findShippersToState(ctx, { period, branchId, ids }, batchLimits.rows + 1)
  return keepChoice(ctx, 'makeStatement', {
    // a shipper without dealings in the month is none of the rows
    ids: undefined,
    most: batchLimits.rows,
    period,
    records: records.map(record => ({
      ...record,
      // nothing is there yet that could change
      version: 1,
      amount: undefined,
      flags: [],
      isApart: record.fault === undefined ? null : 'skipped',
    })),
  })
}
