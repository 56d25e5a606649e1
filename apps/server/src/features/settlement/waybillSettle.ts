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
import { payerRows, type SheetLine } from './settlement.queries.ts'

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

/** Takes waybills of a sheet off it: they can be settled anew. `rootId` is the sheet that took their charges. */
export async function releaseWaybills(
  ctx: Ctx,
  sheet: { id: string; settlement_num: string },
  waybillIds: readonly string[],
  rootId = sheet.id,
): Promise<void> {
  const these = sql<boolean>`waybill_id = any(${[...waybillIds]}::uuid[])`
  await ctx.tx.run(
    q.updateTable('settlement_lines').set({ is_open: false }).where('settlement_id', '=', sheet.id).where(these),
  )
  const waybills = await lockWaybills(ctx, waybillIds)
  await moveAll(ctx, waybillSettleStates, waybills.map(settling), 'release', {
    set: { settlement_num: null },
    diff: [{ field: '结算单', old: sheet.settlement_num, new: '--' }],
  })
  noteMoves(ctx, waybills, 'unsettled')
  await ctx.tx.run(
    q.updateTable('charges').set({ settlement_id: null }).where('settlement_id', '=', rootId).where(these),
  )
}

/** A line of a sheet as its waybill is settled by it. */
type SettledLine = Pick<SheetLine, 'waybill_id' | 'pay_fen' | 'set_off_fen'>

/**
 * Settles the waybills of lines: what was transferred and what was set off is written on each. Those settled already
 * stay as they are; waybills with nothing else open become 已完成.
 */
export async function settleWaybills(ctx: Ctx, lines: readonly SettledLine[]): Promise<void> {
  await moveSettled(ctx, lines, 'settle', 1)
}

/** Takes the money of lines off their waybills again: it came back. Finished ones are signed and to be paid. */
export async function unsettleWaybills(ctx: Ctx, lines: readonly SettledLine[]): Promise<void> {
  await moveSettled(ctx, lines, 'giveBack', -1)
}

async function moveSettled(
  ctx: Ctx,
  lines: readonly SettledLine[],
  name: 'settle' | 'giveBack',
  sign: 1 | -1,
): Promise<void> {
  if (lines.length === 0) return
  const from: WaybillSettleState = name === 'settle' ? 'settling' : 'settled'
  const byWaybill = new Map(lines.map(line => [line.waybill_id, line]))
  const waybills = (await lockWaybills(ctx, [...byWaybill.keys()])).filter(waybill => waybill.settle_state === from)
  if (waybills.length === 0) return
  await moveAll(ctx, waybillSettleStates, waybills.map(settling), name, {
    each: ({ id, paid_fen, set_off_fen }) => ({
      set: {
        paid_fen: paid_fen + sign * (byWaybill.get(id)?.pay_fen ?? 0),
        set_off_fen: set_off_fen + sign * (byWaybill.get(id)?.set_off_fen ?? 0),
      },
    }),
  })
  noteMoves(ctx, waybills, name === 'settle' ? 'settled' : 'settling')
  const ids = waybills.map(({ id }) => id)
  await (name === 'settle' ? finishDone(ctx, ids) : reopenFinished(ctx, ids))
}
