// Reads of changes of goods: the list, one change, one under lock, and what may be changed of some goods.
import type { Input, Output } from '@yunshu/contract/call'
import type { countGoodsChanges, GoodsChange, GoodsSaid, listGoodsChanges } from '@yunshu/contract/goods/change'
import { consentStates, goodsChangeStates } from '@yunshu/domain/goods/change'
import { goodsStates } from '@yunshu/domain/goods/goods'
import type { GoodsDiffLine } from '@yunshu/domain/goods/diff'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import * as z from 'zod/mini'
import { contains } from '../../db/conditions.ts'
import { countCap } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import { allOf, bySide, isCompanyOf, marketCompany, priceSight, unlessHouse } from '../../work/scope.ts'
import type { GoodsConsents } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { findHolders, takenOf, unloadedStates } from '../goods/openWork.queries.ts'
import { fieldsOf } from '../goods/goodsRow.queries.ts'
import { isPriced, lockableGoods, namesOf, ownGoods } from '../goods/goods.queries.ts'
import { offeredTo } from '../goods/goodsDetail.queries.ts'

type Condition = RawBuilder<boolean>

const lines = z.array(
  z.object({
    key: z.custom<GoodsDiffLine['key']>(key => typeof key === 'string'),
    field: z.string(),
    old: z.string(),
    new: z.string(),
  }),
)

const askedOf = (actor: Actor): Condition =>
  sql<boolean>`exists (select 1 from goods_consents mine where mine.change_id = h.id
    and ${isCompanyOf(actor, 'mine.carrier_id')})`
const waitsFor = (actor: Actor): Condition =>
  sql<boolean>`exists (select 1 from goods_consents mine where mine.change_id = h.id
    and ${isCompanyOf(actor, 'mine.carrier_id')} and mine.state = 'asked')`

/** Changes of goods the actor sees: the shipper's own and the house's, and those a carrier was asked about. */
const ownChanges = (actor: Actor): Condition =>
  allOf([
    ownGoods(actor),
    unlessHouse(actor, sql<boolean>`(${isCompanyOf(actor, 'h.shipper_id')} or ${askedOf(actor)})`),
  ])

const listed = (actor: Actor) =>
  q
    .selectFrom('goods_changes as h')
    .innerJoin('goods as g', 'g.id', 'h.goods_id')
    .innerJoin('companies as s', 's.id', 'h.shipper_id')
    .select([
      'h.id',
      'h.goods_id',
      'h.shipper_id',
      'h.state',
      'h.reason',
      'h.diff',
      'h.applies_to_open',
      'h.created_name',
      'h.created_at',
      'h.updated_at',
      'h.version',
      'g.goods_no',
      'g.title',
      's.name as shipper_name',
    ])
    .select(isPriced(actor))
type Listed = Awaited<ReturnType<typeof findRow>>
const findRow = (ctx: Ctx, id: string) =>
  ctx.tx.one(listed(ctx.actor).where('h.id', '=', id).where(ownChanges(ctx.actor)))

/** Changes `h` of goods `g` that wait for the answer of the actor's company. */
export const changesWaitingFor = (actor: Actor): Condition =>
  allOf([ownChanges(actor), sql<boolean>`h.state = 'pending'`, waitsFor(actor)])

/** The list's condition, but for its state. */
const changesUnder = (ctx: Ctx, { goodsId, isWaiting, text }: Input<typeof countGoodsChanges>): Condition =>
  allOf([
    isWaiting ? changesWaitingFor(ctx.actor) : ownChanges(ctx.actor),
    goodsId === undefined ? undefined : sql<boolean>`h.goods_id = ${goodsId}::uuid`,
    contains(['g.goods_no', 'g.title'], text),
  ])

/** Changes by state under the list's filter. */
export async function countChanges(
  ctx: Ctx,
  filter: Input<typeof countGoodsChanges>,
): Promise<Output<typeof countGoodsChanges>> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom(
        q
          .selectFrom('goods_changes as h')
          .innerJoin('goods as g', 'g.id', 'h.goods_id')
          .select('h.state')
          .where(changesUnder(ctx, filter))
          .limit(countCap)
          .as('x'),
      )
      .select('x.state')
      .select(e => e.fn.countAll<number>().as('n'))
      .groupBy('x.state'),
  )
  return { state: Object.fromEntries(rows.map(({ state, n }) => [state, n])) }
}

/** Changes, newest first. */
export async function findChangesPage(
  ctx: Ctx,
  input: Input<typeof listGoodsChanges>,
): Promise<Output<typeof listGoodsChanges>> {
  const where = allOf([
    changesUnder(ctx, input),
    input.state === undefined ? undefined : sql<boolean>`h.state = ${input.state}`,
    afterCursor(input, 'h.id'),
  ])
  const found = await ctx.tx.rows(listed(ctx.actor).where(where).orderBy('h.id', 'desc').limit(rowsToAsk(input)))
  const consents = await consentsOf(
    ctx,
    found.map(row => row.id),
  )
  return toPage(found, input, row => toChange(ctx, row, consents.get(row.id) ?? []))
}

export async function findChange(ctx: Ctx, id: string): Promise<GoodsChange> {
  const row = await findRow(ctx, id)
  return toChange(ctx, row, (await consentsOf(ctx, [id])).get(id) ?? [])
}

type Consent = Selectable<GoodsConsents> & { name: string }

/** The consents of these changes; a carrier gets its own (row-level security says so too). */
async function consentsOf(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Consent[]>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.tx.rows(
    q
      .selectFrom('goods_consents as k')
      .innerJoin('companies as c', 'c.id', 'k.carrier_id')
      .selectAll('k')
      .select('c.name')
      .where(sql<boolean>`k.change_id = any(${[...ids]}::uuid[])`)
      .where(
        allOf([
          unlessHouse(
            ctx.actor,
            sql<boolean>`(${isCompanyOf(ctx.actor, 'k.shipper_id')} or ${isCompanyOf(ctx.actor, 'k.carrier_id')})`,
          ),
        ]),
      )
      .orderBy('c.name'),
  )
  return Map.groupBy(rows, row => row.change_id)
}

/**
 * The lines a company may read: not the other side's prices, nor those of a bargain above its own, nor the shipper's
 * own number.
 */
function seen(
  ctx: Ctx,
  { shipper_id: shipperId, is_priced: isItsPrice, diff }: Pick<Listed, 'shipper_id' | 'is_priced' | 'diff'>,
): Pick<GoodsDiffLine, 'field' | 'old' | 'new'>[] {
  const sees = priceSight(ctx, shipperId)
  const isTheirs = bySide(ctx.actor, {
    platform: false,
    branch: () => false,
    company: me => ctx.actor.side === 'carrier' || me !== shipperId,
  })
  return z
    .parse(lines, diff)
    .filter(({ key }) => {
      if (key === 'unitPrice' || key === 'priceSteps') return sees.shipper
      if (key === 'carrierUnitPrice' || key === 'carrierPriceSteps') return sees.carrier && isItsPrice
      return !(isTheirs && (key === 'upstreamNo' || key === 'carrierIds'))
    })
    .map(({ field, old, new: next }) => ({ field, old, new: next }))
}

function toChange(ctx: Ctx, row: Listed, consents: readonly Consent[]): GoodsChange {
  const state = keyOf(goodsChangeStates.states, row.state)
  const { companyId } = ctx.actor
  const isPending = state === 'pending'
  const isAsked =
    isPending &&
    ctx.can('goods.take') &&
    consents.some(consent => consent.carrier_id === companyId && consent.state === 'asked')
  const isOwner = bySide(ctx.actor, { platform: true, branch: () => false, company: me => me === row.shipper_id })
  return {
    id: row.id,
    goodsId: row.goods_id,
    goodsNo: row.goods_no,
    title: row.title,
    shipperName: row.shipper_name,
    state,
    reason: row.reason,
    diff: seen(ctx, row),
    appliesToOpen: row.applies_to_open,
    consents: consents.map(consent => ({
      carrierName: consent.name,
      state: keyOf(consentStates.states, consent.state),
      ...(consent.reason === null ? {} : { reason: consent.reason }),
      ...(consent.answered_by === null ? {} : { answeredBy: consent.answered_by }),
      ...(consent.answered_at === null ? {} : { answeredAt: consent.answered_at }),
    })),
    createdBy: row.created_name,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
    moves: [
      ...(isAsked ? ['agree' as const, 'refuse' as const] : []),
      ...(isPending && isOwner && ctx.can('goods.publish') ? ['withdraw' as const] : []),
    ],
  }
}

/** The change the caller's company was asked about; any other is not found. */
export async function findAsked(ctx: Ctx, id: string): Promise<{ goods_id: string; carrier_id: string }> {
  const companyId = marketCompany(ctx.actor)
  if (companyId === undefined) throw new Problem('row.none')
  const { goods_id } = await ctx.tx.one(
    q
      .selectFrom('goods_changes as h')
      .innerJoin('goods as g', 'g.id', 'h.goods_id')
      .select('h.goods_id')
      .where('h.id', '=', id)
      .where(ownGoods(ctx.actor))
      .where(askedOf(ctx.actor)),
  )
  return { goods_id, carrier_id: companyId }
}

/** One change under lock, ready for `move()`; the caller has found it in the actor's reach. */
export async function lockChange(ctx: Ctx, id: string) {
  const row = await ctx.tx.one(q.selectFrom('goods_changes').selectAll().where('id', '=', id).forUpdate())
  return { ...row, state: keyOf(goodsChangeStates.states, row.state), diff: z.parse(lines, row.diff) }
}

/** The caller's goods as they are, for the form of a change. */
export async function findGoodsSaid(ctx: Ctx, id: string): Promise<GoodsSaid> {
  const goods = await ctx.tx.one(lockableGoods(ctx.actor, id))
  const chosen = await offeredTo(ctx, goods)
  const holders = await findHolders(ctx, id)
  const { n: openWaybills } = await ctx.tx.elevated(() =>
    ctx.tx.one(
      q
        .selectFrom('waybills')
        .select(sql<number>`count(*)`.as('n'))
        .where('goods_id', '=', id)
        .where('state', 'in', unloadedStates),
    ),
  )
  const { name: shipperName } = await ctx.tx.one(
    q.selectFrom('companies').select('name').where('id', '=', goods.shipper_id),
  )
  const names = await namesOf(ctx, chosen)
  return {
    id,
    goodsNo: goods.goods_no,
    version: goods.version,
    state: keyOf(goodsStates.states, goods.state),
    shipperId: goods.shipper_id,
    shipperName,
    taken: takenOf(goods),
    fields: fieldsOf(goods, chosen, ctx.now),
    carriers: chosen.map(carrierId => ({ id: carrierId, name: names.get(carrierId) ?? '' })),
    asked: holders.map(({ name }) => name),
    askedOnPrice: holders.filter(holder => holder.followsPrice).map(({ name }) => name),
    openWaybills,
  }
}
