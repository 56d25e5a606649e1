// What carriers that handed work down earn of its waybills: estimated when they are made, confirmed when they are
// signed.
import type { FreightQuantity } from '@yunshu/domain/goods/freight'
import { sumFen, type Fen } from '@yunshu/domain/figures/money'
import { feesOf } from '@yunshu/domain/task/release'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { lockAbove, type LockedTask } from './task.queries.ts'

/** A waybill just made of a task, with what is billed of it by plan. */
export interface MadeOf {
  readonly id: string
  readonly billed: FreightQuantity
}

/** Writes what each carrier above a task is to earn of these waybills; nothing for a task nobody handed down. */
export async function estimateFees(ctx: Ctx, task: LockedTask, waybills: readonly MadeOf[]): Promise<void> {
  if (task.parent_id === null) return
  // fees are other companies': the carrier that hauls neither sees nor writes them
  await ctx.tx.elevated(async () => {
    const above = (await lockAbove(ctx, task.id)).toReversed()
    const chain = [...above, task]
    // the price of the first is the one its part was handed down from; the others have theirs
    const prices = chain.map((each, n) =>
      unitPrice((n === 0 ? chain[1]?.parent_unit_price : each.carrier_unit_price) ?? 0),
    )
    const rows = waybills.flatMap(({ id, billed }) =>
      feesOf(billed, prices).flatMap((amount, n) => {
        const [own, price, next] = [above[n], prices[n], prices[n + 1]]
        return own === undefined || price === undefined || next === undefined
          ? []
          : [
              {
                waybill_id: id,
                carrier_id: own.carrier_id,
                task_id: own.id,
                shipper_id: own.shipper_id,
                branch_id: own.branch_id,
                unit_price: price - next,
                amount_fen: amount,
                state: 'estimated',
              },
            ]
      }),
    )
    await ctx.tx.run(q.insertInto('waybill_fees').values(rows))
    for (const { id } of waybills)
      await keepSum(
        ctx,
        id,
        rows.filter(row => row.waybill_id === id).map(row => row.amount_fen),
      )
  })
}

/** A fee as the books need it. */
export interface ConfirmedFee {
  readonly carrierId: string
  readonly amount: Fen
}

interface Hauled {
  readonly id: string
  readonly carrier_unit_price: number
}

/**
 * Fixes the fees of a waybill on what is billed of it in the end; answers them from the first carrier down. With the
 * carrier's freight they are the freight at the first price.
 */
export const confirmFees = (ctx: Ctx, waybill: Hauled, billed: FreightQuantity): Promise<ConfirmedFee[]> =>
  writeFees(ctx, waybill, billed, 'confirmed')

/** Estimates the fees of a waybill anew after what is billed of it by plan has changed. */
export async function estimateAgain(ctx: Ctx, waybill: Hauled, billed: FreightQuantity): Promise<void> {
  await writeFees(ctx, waybill, billed, 'estimated')
}

async function writeFees(
  ctx: Ctx,
  waybill: Hauled,
  billed: FreightQuantity,
  state: 'estimated' | 'confirmed',
): Promise<ConfirmedFee[]> {
  return ctx.tx.elevated(async () => {
    const rows = await ctx.tx.rows(
      q
        .selectFrom('waybill_fees as f')
        .innerJoin('tasks as t', 't.id', 'f.task_id')
        .select(['f.carrier_id', 'f.unit_price'])
        .where('f.waybill_id', '=', waybill.id)
        .orderBy('t.depth'),
    )
    // from the price of who hauled upwards, each fee on top
    const prices = rows.reduceRight(
      (known, row) => [unitPrice((known[0] ?? 0) + row.unit_price), ...known],
      [unitPrice(waybill.carrier_unit_price)],
    )
    const fees = feesOf(billed, prices)
    const written = rows.map(({ carrier_id: carrierId }, n): ConfirmedFee => {
      const amount = fees[n]
      if (amount === undefined) throw new Error('a fee without its price')
      return { carrierId, amount }
    })
    if (written.length === 0) return written
    const amounts = written.map(fee => fee.amount)
    await ctx.tx.run(
      sql`
      update waybill_fees as f set amount_fen = fixed.amount_fen, state = ${state}
      from unnest(${written.map(fee => fee.carrierId)}::uuid[], ${amounts}::bigint[]) as fixed (carrier_id, amount_fen)
      where f.waybill_id = ${waybill.id}::uuid and f.carrier_id = fixed.carrier_id`.compile(q),
    )
    await keepSum(ctx, waybill.id, amounts)
    return written
  })
}

/** The sum stands on the waybill too, so that lists need not add fees up. */
async function keepSum(ctx: Ctx, waybillId: string, amounts: readonly Fen[]): Promise<void> {
  await ctx.tx.run(
    q
      .updateTable('waybills')
      .set({ fees_fen: sumFen(amounts) })
      .where('id', '=', waybillId),
  )
}
