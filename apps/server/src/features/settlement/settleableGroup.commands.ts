// One sheet of everything a carrier can be paid now, exactly as the person saw it.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/settlement/settleableGroup'
import { fen, sumFen } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import type { Ctx } from '../../work/ctx.ts'
import { lockDebts } from './debts.queries.ts'
import { findGroupParts } from './settleableGroup.queries.ts'
import { makeSettlement } from './settlement.commands.ts'
import { holdParts } from './chosenParts.queries.ts'

/**
 * Makes a sheet of a group's next parts. They are looked at under lock, so that none changes between the look and
 * the sheet; the carrier's debts too, which it takes off.
 *
 * @throws settlement.regrouped where they are not those of the stamp, also where none of them is the actor's
 */
export async function makeGroupSettlement(
  ctx: Ctx,
  { stamp, owed, remark, ...group }: Input<typeof calls.makeGroupSettlement>,
): Promise<Output<typeof calls.makeGroupSettlement>> {
  const { ids } = await findGroupParts(ctx, group)
  if (ids.length > 0) await holdParts(ctx, ids)
  const now = await findGroupParts(ctx, group)
  if (now.stamp !== stamp) throw new Problem('settlement.regrouped')
  const { shipperId: shipper_id, carrierId: carrier_id, bookId: branch_id, advance = false } = group
  // a debt is taken off what was earned
  const debts = advance ? [] : await lockDebts(ctx, { shipper_id, carrier_id, branch_id })
  if (sumFen(debts.map(debt => fen(debt.open_fen))) !== owed) throw new Problem('settlement.regrouped')
  return makeSettlement(ctx, { partIds: [...now.ids], ...(remark === undefined ? {} : { remark }) })
}
