// Changing published goods (货源信息变更): asked by the shipper, agreed or refused by carriers with open work, or withdrawn.
import type { Input, Output } from '@yunshu/contract/call'
import type { GoodsFields } from '@yunshu/contract/goods/goods'
import type { answerGoodsChange, changeGoods, withdrawGoodsChange } from '@yunshu/contract/goods/change'
import { goodsStates } from '@yunshu/domain/goods/goods'
import {
  changeableStates,
  consentStates,
  goodsChangeStates,
  isPriceAlone,
  needsConsent,
} from '@yunshu/domain/goods/change'
import { changedKeys, diffGoods, type GoodsDiffLine, type GoodsTerms } from '@yunshu/domain/goods/diff'
import { Problem } from '@yunshu/domain/problems/problems'
import { publishFaults } from '@yunshu/domain/goods/publishing'
import type { Selectable } from 'kysely'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { move } from '../../work/move.ts'
import { stale } from '../../work/history.ts'
import type { Goods } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { publishersOf, takersOf } from '../../work/receivers.ts'
import { fieldFault, wrongField } from '../../http/fieldFault.ts'
import { findAsked, lockChange } from './change.queries.ts'
import { offeredTo } from '../goods/goodsDetail.queries.ts'
import { applyChange, cutsFor, leastTotal } from './changeApply.commands.ts'
import { findHolders, type Holder, isPricedApart, lockOpenWork, takenOf } from '../goods/openWork.queries.ts'
import { changedIn, laidOver, writeChangeBody } from './changeBody.ts'
import { fieldsOf } from '../goods/goodsRow.queries.ts'
import { lockOwnedGoods, namesOf, ownedGoods } from '../goods/goods.queries.ts'
import { assertOil, chosenCarriers, findShipper, stillOffered } from '../goods/shipper.queries.ts'

/** Asks for a change of the caller's goods; takes effect at once unless carriers with open work must agree to it. */
export async function askChange(
  ctx: Ctx,
  { id, version, reason, appliesToOpen, ...said }: Input<typeof changeGoods>,
): Promise<Output<typeof changeGoods>> {
  // goods that are not the caller's are not found before anything of theirs is locked
  const { shipper_id: shipperId } = await ctx.tx.one(ownedGoods(ctx.actor, id).select('g.shipper_id'))
  const work = await lockOpenWork(ctx, id)
  const goods = await lockOwnedGoods(ctx, id)
  if (version !== goods.version) throw await stale(ctx, id)
  assertChangeable(goods)
  if (
    await ctx.tx.first(
      q.selectFrom('goods_changes').select('id').where('goods_id', '=', id).where('state', '=', 'pending'),
    )
  )
    throw new Problem('goods.changing')

  const shipper = await findShipper(ctx, ctx.actor.side === 'platform' ? shipperId : undefined)
  const before = fieldsOf(goods, await offeredTo(ctx, goods), ctx.now)
  const after = { ...said, ...(said.publishTo === 'CARRIERS' ? {} : { carrierIds: undefined }) }
  const changed = changedKeys(before, after)
  if (changed.length === 0) throw new Problem('goods.unchanged')
  assertRight(ctx, before, after, changed)
  if (changed.includes('payPlan')) assertOil(after, shipper)
  if (changed.includes('pricing') && (await isPricedApart(ctx, id)))
    throw wrongField('pricing', '有转派或单独定价的任务，不能变更计价方式')
  if (!cutsFor(goods, work.tasks, after.totalQty))
    throw wrongField('totalQty', `不能低于已派车与待接单的 ${leastTotal(goods, work.tasks)}`)
  const offered =
    changed.includes('publishTo') || changed.includes('carrierIds') ? await chosenCarriers(ctx, shipper.id, after) : []
  const names = await namesOf(ctx, [...(before.carrierIds ?? []), ...(after.carrierIds ?? [])])
  const diff = diffGoods(before, after, {
    nameOf: carrierId => names.get(carrierId) ?? carrierId,
    feePpm: shipper.service_fee_ppm,
  })

  const change = { id: v7(), state: goodsChangeStates.start, version: 1 } as const
  await addChange(ctx, goods, change, { reason, diff, body: writeChangeBody(after, changed), appliesToOpen })
  ctx.touched(
    'goodsChange',
    change.id,
    diff.map(({ field, old, new: next }) => ({ field, old, new: next })),
  )
  const holders = await findHolders(ctx, id)
  const amounts = { totalQty: after.totalQty, taken: takenOf(goods) }
  const asked =
    amounts.totalQty >= amounts.taken && isPriceAlone(changed) ? holders.filter(holder => holder.followsPrice) : holders
  if (asked.length > 0 && needsConsent(changed, amounts)) {
    await ask(ctx, goods, change.id, asked, diff, reason)
    return { id: change.id, state: 'pending', goodsVersion: goods.version }
  }
  const goodsVersion = await applyChange(ctx, {
    change,
    goods,
    work,
    after,
    changed,
    diff,
    reason,
    appliesToOpen,
    feePpm: shipper.service_fee_ppm,
    offered,
  })
  await tellHolders(ctx, goods, holders, 'goods.changed', { fields: fieldsIn(diff), reason })
  return { id: change.id, state: 'applied', goodsVersion }
}

async function addChange(
  ctx: Ctx,
  goods: Pick<Selectable<Goods>, 'id' | 'shipper_id' | 'branch_id'>,
  change: { readonly id: string; readonly state: string; readonly version: number },
  {
    reason,
    diff,
    body,
    appliesToOpen,
  }: { reason: string; diff: readonly GoodsDiffLine[]; body: string; appliesToOpen: boolean },
): Promise<void> {
  await ctx.tx.run(
    q.insertInto('goods_changes').values({
      ...change,
      goods_id: goods.id,
      shipper_id: goods.shipper_id,
      branch_id: goods.branch_id,
      reason,
      diff: JSON.stringify(diff),
      body,
      applies_to_open: appliesToOpen,
      created_by: ctx.actor.userId,
      created_name: writtenName(ctx.actor),
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
}

export function assertChangeable(goods: Selectable<Goods>): void {
  if (!changeableStates.some(state => state === goods.state))
    throw new Problem('state.wrong', {
      state: goodsStates.states[keyOf(goodsStates.states, goods.state)].label,
      move: '变更',
    })
}

/**
 * Refuses faults the change makes; faults that were there before and were left alone (a shift that has left) are no
 * reason.
 */
function assertRight(ctx: Ctx, before: GoodsTerms, after: GoodsFields, changed: readonly (keyof GoodsTerms)[]): void {
  const old = publishFaults(before, ctx.now)
  const isOld = (path: string, fault: string): boolean =>
    old[path] === fault && !changed.some(key => key === path.split('.')[0])
  const fault = fieldFault({
    ...(changed.includes('kind') ? { kind: '不能变更，请再来一单' } : {}),
    ...(changed.includes('quantityMode') ? { quantityMode: '不能变更，请再来一单' } : {}),
    ...Object.fromEntries(Object.entries(publishFaults(after, ctx.now)).filter(([path, text]) => !isOld(path, text))),
  })
  if (fault) throw fault
}

async function ask(
  ctx: Ctx,
  goods: Selectable<Goods>,
  changeId: string,
  holders: readonly Holder[],
  diff: readonly GoodsDiffLine[],
  reason: string,
): Promise<void> {
  await ctx.tx.run(
    q.insertInto('goods_consents').values(
      holders.map(holder => ({
        change_id: changeId,
        carrier_id: holder.id,
        shipper_id: goods.shipper_id,
        branch_id: goods.branch_id,
      })),
    ),
  )
  await tellHolders(ctx, goods, holders, 'goods.changeAsked', { fields: fieldsIn(diff), reason })
}

/**
 * The fields of a carrier's concern that change, named once each; amounts stay on the page, where rights decide who
 * sees them.
 */
function fieldsIn(diff: readonly GoodsDiffLine[]): string {
  const fields = [
    ...new Set(
      diff
        .filter(({ key }) => key !== 'unitPrice' && key !== 'priceSteps' && key !== 'upstreamNo')
        .map(({ field }) => field),
    ),
  ]
  return fields.length === 0
    ? '信息'
    : fields.slice(0, 4).join('、') + (fields.length > 4 ? `等 ${fields.length} 项` : '')
}

async function tellHolders(
  ctx: Ctx,
  goods: Selectable<Goods>,
  holders: readonly { id: string }[],
  name: 'goods.changed' | 'goods.changeAsked',
  said: { fields: string; reason: string },
): Promise<void> {
  for (const { id } of holders) await tellHappening(ctx, name, takersOf(id), { ...wordsOf(goods), ...said })
}

/** A carrier that was asked agrees, or refuses with a reason. The last agreement lets the change take effect. */
export async function answerChange(
  ctx: Ctx,
  { id, version, agrees, reason }: Input<typeof answerGoodsChange>,
): Promise<Output<typeof answerGoodsChange>> {
  const found = await findAsked(ctx, id)
  const work = await lockOpenWork(ctx, found.goods_id)
  const goods = await ctx.tx.elevated(() =>
    ctx.tx.one(q.selectFrom('goods').selectAll().where('id', '=', found.goods_id).forUpdate()),
  )
  const change = await lockChange(ctx, id)
  if (version !== change.version) throw await stale(ctx, id)
  const consent = await ctx.tx.one(
    q
      .selectFrom('goods_consents')
      .select(['id', 'state', 'version'])
      .where('change_id', '=', id)
      .where('carrier_id', '=', found.carrier_id)
      .forUpdate(),
  )
  if (change.state !== 'pending')
    throw new Problem('state.wrong', {
      state: goodsChangeStates.states[change.state].label,
      move: agrees ? '同意' : '拒绝',
    })
  const stand = keyOf(consentStates.states, consent.state)
  if (stand !== 'asked')
    throw new Problem('state.wrong', { state: consentStates.states[stand].label, move: '再次答复' })
  await move(ctx, consentStates, { ...consent, state: stand }, agrees ? 'agree' : 'refuse', {
    set: { reason: reason || null, answered_by: writtenName(ctx.actor), answered_at: ctx.now },
  })
  ctx.touched('goodsChange', id)
  const answer = { ...wordsOf(goods), carrier: ctx.actor.companyName ?? '' }
  if (!agrees) {
    const moved = await move(ctx, goodsChangeStates, change, 'refuse', { reason })
    await tellHappening(ctx, 'goods.changeRefused', publishersOf(goods), { ...answer, reason: reason ?? '' })
    return { id, version: moved.version, state: 'refused' }
  }
  assertChangeable(goods)
  const isLast = await ctx.tx.elevated(
    async () =>
      !(await ctx.tx.first(
        q
          .selectFrom('goods_consents')
          .select('carrier_id')
          .where('change_id', '=', id)
          .where('state', '=', 'asked')
          .limit(1),
      )),
  )
  if (!isLast) {
    await tellHappening(ctx, 'goods.changeAgreed', publishersOf(goods), answer)
    return { id, version: change.version, state: 'pending' }
  }
  await takeEffect(ctx, change, goods, work)
  await tellHappening(ctx, 'goods.changeApplied', publishersOf(goods), answer)
  return { id, version: change.version + 1, state: 'applied' }
}

/**
 * Lays the stored change over what holds of the goods now: takes and steps of the price plan have gone on meanwhile.
 */
export async function takeEffect(
  ctx: Ctx,
  change: Awaited<ReturnType<typeof lockChange>>,
  goods: Selectable<Goods>,
  work: Awaited<ReturnType<typeof lockOpenWork>>,
): Promise<void> {
  const named = changedIn(change.body)
  await ctx.tx.elevated(async () => {
    const before = fieldsOf(goods, await offeredTo(ctx, goods), ctx.now)
    const after = laidOver(before, change.body)
    const { service_fee_ppm: feePpm } = await ctx.tx.one(
      q.selectFrom('companies').select('service_fee_ppm').where('id', '=', goods.shipper_id),
    )
    const isOffered = named.includes('publishTo') || named.includes('carrierIds')
    const offered = isOffered ? await stillOffered(ctx, goods.shipper_id, after) : []
    await applyChange(ctx, {
      change,
      goods,
      work,
      after,
      changed: changedKeys(before, after),
      diff: change.diff,
      reason: change.reason,
      appliesToOpen: change.applies_to_open,
      feePpm,
      offered,
    })
  })
}

/** The values of its goods for the blanks of messages of a change. */
export const wordsOf = (goods: Selectable<Goods>) => ({ goodsId: goods.id, goodsNo: goods.goods_no })

/** Takes a change back before all have agreed; those asked are told. */
export async function withdrawChange(
  ctx: Ctx,
  { id, version }: Input<typeof withdrawGoodsChange>,
): Promise<Output<typeof withdrawGoodsChange>> {
  const { goods_id: goodsId } = await ctx.tx.one(q.selectFrom('goods_changes').select('goods_id').where('id', '=', id))
  const goods = await lockOwnedGoods(ctx, goodsId)
  const change = await lockChange(ctx, id)
  const moved = await move(ctx, goodsChangeStates, change, 'withdraw', { version })
  const asked = await ctx.tx.rows(q.selectFrom('goods_consents').select('carrier_id as id').where('change_id', '=', id))
  for (const carrier of asked) await tellHappening(ctx, 'goods.changeWithdrawn', takersOf(carrier.id), wordsOf(goods))
  ctx.touched('goodsChange', id)
  return { id, version: moved.version }
}
