// Putting payable parts on hold and letting them go, by those who make sheets.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/settlement/partHold'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { Problem } from '@yunshu/domain/problems/problems'
import { faultOfHold, partHoldActs } from '@yunshu/domain/settlement/partHold'
import { partLabel } from '@yunshu/domain/settlement/parts'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent, stale } from '../../work/history.ts'
import { tellHappening } from '../../work/outbox.ts'
import { lockFeesOf, lockPartsOf } from '../part/parts.queries.ts'
import { lockChosen } from './waybillSettle.ts'

/** Puts a part on hold or lets it go, under the lock everybody who makes a sheet takes; its carrier is told. */
export async function holdPart(
  ctx: Ctx,
  { id, version, act, reason = '' }: Input<typeof calls.holdPart>,
): Promise<Output<typeof calls.holdPart>> {
  const found = await ctx.tx.one(q.selectFrom('waybill_parts').select('waybill_id').where('id', '=', id))
  const [waybill] = await lockChosen(ctx, [found.waybill_id])
  // fees of work handed down are the house's alone
  const seen = waybill && [
    ...(await lockPartsOf(ctx, [waybill.id])),
    ...(isHouseSide(ctx.actor.side) ? await lockFeesOf(ctx, waybill.id) : []),
  ]
  const part = seen?.find(each => each.id === id)
  if (waybill === undefined || part === undefined) throw new Problem('row.none')
  const { waybill_no: waybillNo } = waybill
  const name = partLabel(part.part)
  const fault = faultOfHold(act, {
    part: part.part,
    state: part.state,
    heldSince: part.hold_at,
    cash: part.fixed_fen ?? part.planned_fen,
    settlementNum: await sheetOfPart(ctx, part.settlement_id),
  })
  if (fault !== undefined) throw new Problem('part.held', { waybillNo, part: name, why: fault })
  if (part.version !== version) throw await stale(ctx, waybill.id)
  const why = reason.trim()
  if (act === 'hold' && why === '') throw wrongField('reason', '不能为空')
  const held = { hold_reason: why, hold_name: writtenName(ctx.actor), hold_at: ctx.now }
  const free = { hold_reason: null, hold_name: null, hold_at: null }
  await ctx.tx.run(
    q
      .updateTable('waybill_parts')
      .set({ ...(act === 'hold' ? held : free), version: sql`version + 1`, updated_at: ctx.now })
      .where('id', '=', id),
  )
  await logEvent(ctx, {
    entity: 'waybill',
    entityId: waybill.id,
    action: `${partHoldActs[act].label}结算`,
    diff: [{ field: '分期', old: '--', new: name }],
    ...(why === '' ? {} : { reason: why }),
  })
  const carrier = { company: waybill.carrier_id, permit: 'settlement.view' } as const
  const said = { waybillId: waybill.id, waybillNo, part: name }
  if (act === 'hold') await tellHappening(ctx, 'part.held', carrier, { ...said, reason: why })
  else await tellHappening(ctx, 'part.freed', carrier, said)
  ctx.touched('waybill', waybill.id, { waybillNo, part: name, act })
  return { id, version: version + 1 }
}

/** The number of the sheet a part stands on. */
const sheetOfPart = async (ctx: Ctx, id: string | null): Promise<string | undefined> =>
  id === null
    ? undefined
    : (await ctx.tx.first(q.selectFrom('settlements').select('settlement_num').where('id', '=', id)))?.settlement_num
