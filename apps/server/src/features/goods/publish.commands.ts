// Publishing goods: the company's own conditions, prices, the carriers they are offered to, and the messages to them.
import { randomBytes } from 'node:crypto'
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/goods/goods'
import { draftForms } from '@yunshu/contract/session/session'
import { goodsStates } from '@yunshu/domain/goods/goods'
import { publishFaults } from '@yunshu/domain/goods/publishing'
import { publicCodeBytes } from '@yunshu/domain/share'
import { printQuantity } from '@yunshu/domain/goods/quantity'
import { v7 } from 'uuid'
import { move } from '../../work/move.ts'
import { takeNumber } from '../../db/numbers.ts'
import { personOf } from '../../work/scope.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { takersOf } from '../../work/receivers.ts'
import { fieldFault } from '../../http/fieldFault.ts'
import { summaryOf } from './goodsBody.queries.ts'
import { columnsOf } from './goodsRow.queries.ts'
import { ownedGoods } from './goods.queries.ts'
import { assertOil, chosenCarriers, findShipper, toldCarriers, type PublishingShipper } from './shipper.queries.ts'

/** Publishes goods of the caller's company, or of the one the platform names; the draft of the form is thrown away. */
export async function publishGoods(
  ctx: Ctx,
  input: Input<typeof calls.publishGoods>,
): Promise<Output<typeof calls.publishGoods>> {
  const shipper = await findShipper(ctx, input.shipperId)
  const fault = fieldFault(publishFaults(input, ctx.now))
  if (fault) throw fault
  assertOil(input, shipper)
  const carriers = await chosenCarriers(ctx, shipper.id, input)
  // goods of others are not found
  if (input.copiedFrom !== undefined) await ctx.tx.one(ownedGoods(ctx.actor, input.copiedFrom).select('g.id'))
  const published = await put(ctx, shipper, carriers, input)
  await ctx.tx.run(
    q.deleteFrom('drafts').where('user_id', '=', ctx.actor.userId).where('form', '=', draftFormOf(input.kind)),
  )
  await tell(ctx, shipper, { ...input, ...published }, carriers)
  ctx.touched('goods', published.id)
  return published
}

/** Writes judged goods as published; nobody is told. */
async function put(
  ctx: Ctx,
  shipper: PublishingShipper,
  carriers: readonly string[],
  input: Input<typeof calls.publishGoods>,
): Promise<Output<typeof calls.publishGoods>> {
  const id = v7()
  const goodsNo = await takeNumber(ctx.tx, 'HY', 'goods_number', ctx.now)
  await ctx.tx.run(
    q.insertInto('goods').values({
      id,
      goods_no: goodsNo,
      state: goodsStates.start,
      shipper_id: shipper.id,
      branch_id: shipper.branchId,
      ...columnsOf(input, shipper.service_fee_ppm),
      remain_qty: input.totalQty,
      public_id: input.publishTo === 'PUBLIC' ? newPublicId() : null,
      copied_from: input.copiedFrom ?? null,
      created_by: personOf(ctx.actor),
      state_since: ctx.now,
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  if (carriers.length > 0)
    await ctx.tx.run(
      q
        .insertInto('goods_carriers')
        .values(carriers.map(carrierId => ({ goods_id: id, carrier_id: carrierId, shipper_id: shipper.id }))),
    )
  const published = await move(ctx, goodsStates, { id, state: goodsStates.start, version: 1 }, 'publish', {})
  return { id, goodsNo, version: published.version }
}

/**
 * Publishes many goods for one shipper, all judged by `publishFaults` before. A carrier that can take some of them gets
 * one message for all. `progress` is called with the number written so far.
 */
export async function publishMany(
  ctx: Ctx,
  shipperId: string | undefined,
  many: readonly Input<typeof calls.publishGoods>[],
  progress: (count: number) => void,
): Promise<Output<typeof calls.publishGoods>[]> {
  const shipper = await findShipper(ctx, shipperId)
  const made: Output<typeof calls.publishGoods>[] = []
  const offers = new Map<string, number>()
  // the receivers of an offer depend on its target alone
  const reached = new Map<string, { carriers: string[]; told: readonly string[] }>()
  for (const input of many) {
    const reach =
      reached.get(input.publishTo) ??
      (await (async () => {
        const carriers = await chosenCarriers(ctx, shipper.id, input)
        return { carriers, told: await toldCarriers(ctx, shipper.id, input, carriers) }
      })())
    reached.set(input.publishTo, reach)
    assertOil(input, shipper)
    made.push(await put(ctx, shipper, reach.carriers, input))
    if (input.takeMode === 'GRAB') for (const carrier of reach.told) offers.set(carrier, (offers.get(carrier) ?? 0) + 1)
    progress(made.length)
  }
  for (const [company, count] of offers)
    await tellHappening(ctx, 'goods.publishedMany', takersOf(company), { shipper: shipper.name, count })
  return made
}

const draftFormOf = (kind: string): string => draftForms.find(form => form.endsWith(`/${kind}`)) ?? 'goods/publish'

type Published = Input<typeof calls.publishGoods> & { id: string; goodsNo: string }

/**
 * Carriers hear of goods they can take; goods the shipper assigns come to them as a task. The shipper hears of what the
 * platform published in its name.
 */
async function tell(ctx: Ctx, shipper: PublishingShipper, goods: Published, offered: readonly string[]): Promise<void> {
  const { id, goodsNo } = goods
  const { loadPlace: load, unloadPlace: unload, itemNames: items } = summaryOf(goods)
  const summary = `${load} → ${unload}，${items}，共 ${printQuantity(goods.quantityMode, goods.totalQty)}`
  const said = { goodsId: id, goodsNo, shipper: shipper.name, summary }
  if (goods.takeMode === 'GRAB')
    for (const company of await toldCarriers(ctx, shipper.id, goods, offered))
      await tellHappening(ctx, 'goods.published', takersOf(company), said)
  if (ctx.actor.side === 'platform')
    await tellHappening(ctx, 'goods.publishedByHouse', { company: shipper.id, permit: 'goods.publish' }, said)
}
/** The address of a public page of goods: random, so that nobody can guess it. */
export const newPublicId = (): string => randomBytes(publicCodeBytes).toString('base64url')
