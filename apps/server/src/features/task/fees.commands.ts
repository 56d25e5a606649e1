// Fees of carriers that handed work down: estimated when its waybills are made, confirmed when they are signed.
import type { FreightQuantity } from '@yunshu/domain/goods/freight'
import { sumFen, type Fen } from '@yunshu/domain/figures/money'
import { feesOf, feeStates } from '@yunshu/domain/task/release'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { moveAll } from '../../work/move.ts'
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
                state: feeStates.start,
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
export async function confirmFees(ctx: Ctx, waybill: Hauled, billed: FreightQuantity): Promise<ConfirmedFee[]> {
  return ctx.tx.elevated(async () => {
    const fees = await feesAnew(ctx, waybill, billed)
    await moveAll(ctx, feeStates, fees, 'confirm', { each: ({ amount }) => ({ set: { amount_fen: amount } }) })
    if (fees.length > 0) await keepSum(ctx, waybill.id, amountsOf(fees))
    return fees.map(({ carrierId, amount }) => ({ carrierId, amount }))
  })
}

/** Estimates the fees of a waybill anew after what is billed of it by plan has changed. */
export async function estimateAgain(ctx: Ctx, waybill: Hauled, billed: FreightQuantity): Promise<void> {
  await ctx.tx.elevated(async () => {
    const fees = await feesAnew(ctx, waybill, billed)
    if (fees.length === 0) return
    await ctx.tx.run(
      sql`
      update waybill_fees as f set amount_fen = fixed.amount_fen
      from unnest(${fees.map(({ id }) => id)}::uuid[], ${amountsOf(fees)}::bigint[]) as fixed (id, amount_fen)
        where f.id = fixed.id`.compile(q),
    )
    await keepSum(ctx, waybill.id, amountsOf(fees))
  })
}

const amountsOf = (fees: readonly { amount: Fen }[]): Fen[] => fees.map(({ amount }) => amount)

/** The fees of a waybill from the first carrier down, with what each comes to for what is billed now. */
async function feesAnew(ctx: Ctx, waybill: Hauled, billed: FreightQuantity) {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('waybill_fees as f')
      .innerJoin('tasks as t', 't.id', 'f.task_id')
      .select(['f.id', 'f.carrier_id', 'f.unit_price', 'f.state', 'f.version'])
      .where('f.waybill_id', '=', waybill.id)
      .orderBy('t.depth'),
  )
  // from the price of the carrier that hauled upwards, each fee on top
  const prices = rows.reduceRight(
    (known, row) => [unitPrice((known[0] ?? 0) + row.unit_price), ...known],
    [unitPrice(waybill.carrier_unit_price)],
  )
  const amounts = feesOf(billed, prices)
  return rows.map(({ id, version, state, carrier_id: carrierId }, n) => {
    const amount = amounts[n]
    if (amount === undefined) throw new Error('a fee without its price')
    return { id, version, state: keyOf(feeStates.states, state), carrierId, amount }
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
