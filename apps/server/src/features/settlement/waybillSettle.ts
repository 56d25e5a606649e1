// Effects of settlement on waybills: locks them, takes them onto a sheet, lets them go, marks them paid and finishes
// them.
import { waybillSettleStates, type WaybillSettleState } from '@yunshu/domain/waybill/waybill'
import { sql, type Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { moveAll } from '../../work/move.ts'
import { ownRows } from '../../work/scope.ts'
import type { Waybills } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { finishDone, reopenFinished } from '../waybill/waybill.commands.ts'
import { receiptOk } from './settleable.queries.ts'
import { payerRows } from './settlement.queries.ts'

export type LockedWaybill = Omit<Selectable<Waybills>, 'body'> & { receipt_ok: boolean }

const locking = (ctx: Ctx, ids: readonly string[]) =>
  q
    .selectFrom('waybills as w')
    .selectAll('w')
    .select(receiptOk.as('receipt_ok'))
    .where(sql<boolean>`w.id = any(${[...ids]}::uuid[])`)
    .where(payerRows(ctx.actor, 'w'))
    .orderBy('w.id')
    .forUpdate('w')

/**
 * Waybills somebody chose for a sheet, under lock, in the order of their ids, as every writer takes them; those that
 * are not the actor's are missing.
 */
export const lockChosen = (ctx: Ctx, ids: readonly string[]): Promise<LockedWaybill[]> =>
  ctx.tx.rows(locking(ctx, ids).where(ownRows(ctx.actor, 'w')))

/** Waybills of a sheet the actor has in hand, under lock in the same order: all of them, also those of colleagues. */
export const lockWaybills = (ctx: Ctx, ids: readonly string[]): Promise<LockedWaybill[]> =>
  ctx.tx.rows(locking(ctx, ids))

/** The audit row says once how the waybills of a sheet moved. */
function noteMoves(ctx: Ctx, waybills: readonly LockedWaybill[], to: WaybillSettleState): void {
  const { states } = waybillSettleStates
  const after = states[to].label
  ctx.noted(waybills.map(waybill => ({ field: '状态', old: states[settling(waybill).state].label, new: after })))
}

const settling = (waybill: LockedWaybill) => ({
  ...waybill,
  state: keyOf(waybillSettleStates.states, waybill.settle_state),
})

/** Puts waybills on a sheet. */
export async function takeWaybills(
  ctx: Ctx,
  waybills: readonly LockedWaybill[],
  sheet: { id: string; settlementNum: string },
): Promise<void> {
  await moveAll(ctx, waybillSettleStates, waybills.map(settling), 'take', {
    set: { settlement_num: sheet.settlementNum },
    diff: [{ field: '结算单', old: '--', new: sheet.settlementNum }],
  })
  noteMoves(ctx, waybills, 'settling')
  await ctx.tx.run(
    q
      .updateTable('charges')
      .set({ settlement_id: sheet.id })
      .where(
        'waybill_id',
        'in',
        waybills.map(({ id }) => id),
      )
      .where('side', '=', 'CARRIER'),
  )
}

/** Takes the waybills of a sheet off it: they can be settled anew. */
export async function releaseWaybills(
  ctx: Ctx,
  sheet: { id: string; settlement_num: string },
  waybillIds: readonly string[],
): Promise<void> {
  await ctx.tx.run(q.updateTable('settlement_lines').set({ is_open: false }).where('settlement_id', '=', sheet.id))
  const waybills = await lockWaybills(ctx, waybillIds)
  await moveAll(ctx, waybillSettleStates, waybills.map(settling), 'release', {
    set: { settlement_num: null },
    diff: [{ field: '结算单', old: sheet.settlement_num, new: '--' }],
  })
  noteMoves(ctx, waybills, 'unsettled')
  await ctx.tx.run(q.updateTable('charges').set({ settlement_id: null }).where('settlement_id', '=', sheet.id))
}

/**
 * Marks the waybills of a sheet paid, each with the amount of its line. A waybill is never paid less than 0: a shortfall
 * was covered by other lines of the sheet or carried forward. Waybills with nothing else open become 已完成.
 */
export async function settleWaybills(
  ctx: Ctx,
  lines: readonly { waybill_id: string; due_fen: number }[],
): Promise<void> {
  const paid = new Map(lines.map(line => [line.waybill_id, line.due_fen]))
  const waybills = await lockWaybills(ctx, [...paid.keys()])
  await moveAll(ctx, waybillSettleStates, waybills.map(settling), 'settle', {
    each: ({ id, paid_fen: before }) => ({ set: { paid_fen: before + Math.max(0, paid.get(id) ?? 0) } }),
  })
  noteMoves(ctx, waybills, 'settled')
  await finishDone(ctx, [...paid.keys()])
}

/** Takes the money of a sheet off its waybills again: it came back. Finished ones are signed and to be paid. */
export async function unsettleWaybills(
  ctx: Ctx,
  lines: readonly { waybill_id: string; due_fen: number }[],
): Promise<void> {
  const paid = new Map(lines.map(line => [line.waybill_id, line.due_fen]))
  const waybills = await lockWaybills(ctx, [...paid.keys()])
  await moveAll(ctx, waybillSettleStates, waybills.map(settling), 'giveBack', {
    each: ({ id, paid_fen: before }) => ({ set: { paid_fen: before - Math.max(0, paid.get(id) ?? 0) } }),
  })
  noteMoves(ctx, waybills, 'settling')
  await reopenFinished(ctx, [...paid.keys()])
}
