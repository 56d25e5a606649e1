// Urging (催办): a message to the side whose turn a waybill is, once per record and day in China.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/waybill/life'
import { dayKey } from '@yunshu/domain/figures/time'
import { Problem, problemOf } from '@yunshu/domain/problems/problems'
import type { Turn } from '@yunshu/domain/waybill/turn'
import { q } from '../../db/tx.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { tellHappening } from '../../work/outbox.ts'
import { faultOfUrge, turnOfWaybill } from './urge.queries.ts'
import { claimsOf } from './claim.queries.ts'
import { sideOn } from './waybill.queries.ts'
import { lockWaybill, wordsOfWaybill } from './writing.commands.ts'

/**
 * Tells the side whose turn it is. The lock of the waybill makes one of two people at once the first; the other is told
 * who it was. The waybill keeps its version: nothing of it changed.
 */
export async function urgeWaybill(
  ctx: Ctx,
  { id }: Input<typeof calls.urgeWaybill>,
): Promise<Output<typeof calls.urgeWaybill>> {
  const waybill = await lockWaybill(ctx, id)
  const told = (side: Turn['side']) =>
    ctx.tx.one(q.selectFrom('companies').select('name').where('id', '=', waybill[`${side}_id`]))
  const day = dayKey(ctx.now)
  const before = await ctx.tx.first(
    q.selectFrom('waybill_urges').selectAll().where('waybill_id', '=', id).where('day', '=', day),
  )
  if (before) {
    const company = (await told(before.side === 'shipper' ? 'shipper' : 'carrier')).name
    return { by: before.user_name, at: before.at, company, act: before.act, isNew: false }
  }
  const turn = turnOfWaybill(waybill, await claimsOf(ctx, id), sideOn(ctx, waybill))
  const fault = faultOfUrge(ctx, waybill, turn)
  if (fault) throw problemOf(fault)
  if (!turn) throw new Problem('turn.none')
  const by = writtenName(ctx.actor)
  await ctx.tx.run(
    q.insertInto('waybill_urges').values({
      waybill_id: id,
      day,
      user_id: ctx.actor.userId,
      user_name: by,
      company_id: ctx.actor.companyId ?? null,
      side: turn.side,
      act: turn.act,
      at: ctx.now,
    }),
  )
  const company = (await told(turn.side)).name
  const diff = [{ field: '催办', old: '--', new: `${company} ${turn.act}` }]
  await logEvent(ctx, { entity: 'waybill', entityId: id, action: '催办', diff })
  await tellHappening(
    ctx,
    'waybill.urged',
    { company: waybill[`${turn.side}_id`], permit: turn.permit, by: waybill[`${turn.side}_by`] },
    { ...wordsOfWaybill(waybill), by, act: turn.act },
  )
  ctx.touched('waybill', id, diff)
  return { by, at: ctx.now, company, act: turn.act, isNew: true }
}
