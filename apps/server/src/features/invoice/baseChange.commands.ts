// Putting the base of one waybill right: asked by one person, changed when another agrees; nothing of its cost may be borne yet.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/invoice/baseChange'
import { baseChangeStates, faultOfBaseMove } from '@yunshu/domain/invoice/baseChange'
import { inputBases, type InputBase } from '@yunshu/domain/invoice/inputClass'
import { Problem, problemOf } from '@yunshu/domain/problems/problems'
import { isSignedState } from '@yunshu/domain/waybill/waybill'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { isAskerOf } from '../../work/scope.ts'
import { baseRows, bearersOf, ownBases } from './baseChange.queries.ts'

/** A waybill under lock, as those who bind its cost hold it; refuses one whose base was never kept, or cannot change any more. */
async function lockBase(ctx: Ctx, waybillId: string) {
  const row = await ctx.tx.one(baseRows(ctx, waybillId).forUpdate('w'))
  if (!isSignedState(row.state)) throw wrongField('waybillId', '运单还没有签收')
  if (row.input_base === null) throw wrongField('base', '签收时还没有油费、通行费发票抵扣，口径不能更改')
  // a statement of its own: it sees what was bound before the row was held
  const borne = await bearersOf(ctx, waybillId)
  if (borne !== undefined) throw new Problem('base.borne', { waybillNo: row.waybill_no, borne })
  return { ...row, base: keyOf(inputBases, row.input_base) }
}

const diffOf = (from: InputBase, to: InputBase) => [{ field: '承运商开票', old: inputBases[from], new: inputBases[to] }]

/** Asks for the other base of a waybill; one request stands at a time. */
export async function askBase(
  ctx: Ctx,
  { waybillId, base: to, reason }: Input<typeof calls.askBaseChange>,
): Promise<Output<typeof calls.askBaseChange>> {
  const waybill = await lockBase(ctx, waybillId)
  if (waybill.base === to) throw wrongField('base', `已经是${inputBases[to]}`)
  const other = await ctx.tx.first(
    q.selectFrom('base_changes').select('id').where('waybill_id', '=', waybillId).where('state', '=', 'asked'),
  )
  if (other) throw new Problem('base.asked', { waybillNo: waybill.waybill_no })
  const id = v7()
  await ctx.tx.run(
    q.insertInto('base_changes').values({
      id,
      state: baseChangeStates.start,
      waybill_id: waybillId,
      branch_id: waybill.branch_id,
      from_base: waybill.base,
      to_base: to,
      reason,
      asker_id: ctx.actor.userId,
      asker_for: ctx.actor.actingFor?.userId ?? null,
      asker_name: writtenName(ctx.actor),
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  const diff = diffOf(waybill.base, to)
  await logEvent(ctx, {
    entity: 'baseChange',
    entityId: id,
    action: '申请更改口径',
    to: baseChangeStates.start,
    reason,
    diff,
  })
  ctx.touched('baseChange', id, { waybillNo: waybill.waybill_no, base: to })
  return { id, version: 1 }
}

/** Agrees with a request, rejects it or takes it back; the base of the waybill follows the agreement. */
export async function moveBase(
  ctx: Ctx,
  { id, version, move: name, reason = '' }: Input<typeof calls.moveBaseChange>,
): Promise<Output<typeof calls.moveBaseChange>> {
  const found = await ctx.tx.one(
    q.selectFrom('base_changes as r').selectAll('r').where('r.id', '=', id).where(ownBases(ctx.actor, 'r')).forUpdate(),
  )
  const row = { ...found, state: keyOf(baseChangeStates.states, found.state) }
  const fault = faultOfBaseMove(name, isAskerOf(ctx, row))
  if (fault) throw problemOf(fault)
  const why = reason.trim()
  if (name === 'reject' && why === '') throw wrongField('reason', '不能为空')
  const { userId, name: own } = ctx.actor
  const checked = { checker_id: userId, checker_name: own, checked_at: ctx.now }
  const set = { confirm: checked, reject: { ...checked, answer: why }, withdraw: {} }[name]
  const moved = await move(ctx, baseChangeStates, row, name, {
    version,
    set,
    ...(name === 'reject' ? { reason: why } : {}),
  })
  if (name === 'confirm') {
    const waybill = await lockBase(ctx, row.waybill_id)
    await ctx.tx.run(
      q
        .updateTable('waybills')
        .set({ input_base: row.to_base, version: sql`version + 1`, updated_at: ctx.now })
        .where('id', '=', waybill.id),
    )
  }
  ctx.touched('baseChange', id, { base: row.to_base })
  return { id, version: moved.version }
}
