// Entering waybills after the journey: rows judged, then written as waybills that wait for their signature, with their
// quantity taken from the goods.
import type { Input, Output } from '@yunshu/contract/call'
import type * as backfillCalls from '@yunshu/contract/waybill/backfill'
import type { BackfillGoods, TypedRow } from '@yunshu/contract/waybill/backfill'
import * as waybillCalls from '@yunshu/contract/waybill/waybill'
import { toWire } from '@yunshu/contract/wire'
import { backfillStates } from '@yunshu/domain/backfill/backfill'
import { fieldsFor, tripColumns } from '@yunshu/domain/backfill/columns'
import { claimSilenceMs, claimStates, partyOf, signedClaim } from '@yunshu/domain/settlement/charges'
import { goodsStates, openGoodsStates, pricings, quantityModes } from '@yunshu/domain/goods/goods'
import { faultsBesides, decodeRows, type RowFault } from '@yunshu/domain/importing/cells'
import { printMoney, type Fen } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import { printQuantity } from '@yunshu/domain/goods/quantity'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { autoSignMs, waybillStates } from '@yunshu/domain/waybill/waybill'
import { printTons } from '@yunshu/domain/figures/weight'
import type { Selectable } from 'kysely'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { logEvent } from '../../work/history.ts'
import { move, moveAll } from '../../work/move.ts'
import { allOf, isCompanyOf, priceSight, unlessHouse } from '../../work/scope.ts'
import type { Goods } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { fieldFault } from '../../http/fieldFault.ts'
import { importKind, type ImportRun, type Row, type Written } from '../../imports/importKind.ts'
import { ownGoods } from '../goods/goods.queries.ts'
import { readGoodsBody } from '../goods/goodsBody.queries.ts'
import { pricesNow } from '../goods/prices.queries.ts'
import { makeWaybills } from '../waybill/make.commands.ts'
import { judgeTrips, mayAgree, type ReadyTrip } from './judge.ts'
import { findAnswering, findCarriers } from './trips.queries.ts'

/** Waybills made in one statement: a statement holds 65,535 values. */
const batch = 500

type GoodsLine = Selectable<Goods>

/** The goods, of the actor's own side: a carrier reads goods it was offered and enters nothing. */
async function findGoods(ctx: Ctx, goodsId: string | undefined, isWriting: boolean): Promise<GoodsLine> {
  const { actor } = ctx
  const query = q
    .selectFrom('goods as g')
    .selectAll('g')
    .where('g.id', '=', goodsId ?? null)
    .where(allOf([ownGoods(actor), unlessHouse(actor, isCompanyOf(actor, 'g.shipper_id'))]))
  return ctx.tx.one(isWriting ? query.forUpdate() : query)
}

function assertOpen(goods: GoodsLine): void {
  const state = keyOf(goodsStates.states, goods.state)
  if (!backfillStates.some(one => one === state))
    throw new Problem('state.wrong', { state: goodsStates.states[state].label, move: '补录运单' })
}

/** The facts of the goods above the rows of the page, and the columns the page offers. */
export async function getBackfill(
  ctx: Ctx,
  { goodsId }: Input<typeof backfillCalls.getBackfill>,
): Promise<BackfillGoods> {
  const goods = await findGoods(ctx, goodsId, false)
  const { name } = await ctx.tx.one(q.selectFrom('companies').select('name').where('id', '=', goods.shipper_id))
  const { distanceKm, lossRule } = readGoodsBody(goods.body)
  const sees = priceSight(ctx, goods.shipper_id)
  const prices = pricesNow(goods, ctx.now)
  const mode = keyOf(quantityModes, goods.quantity_mode)
  return {
    id: goods.id,
    goodsNo: goods.goods_no,
    title: goods.title,
    state: keyOf(goodsStates.states, goods.state),
    shipperName: name,
    loadPlace: goods.load_place,
    unloadPlace: goods.unload_place,
    itemNames: goods.item_names,
    quantityMode: mode,
    totalQty: goods.total_qty,
    remainQty: goods.remain_qty,
    ...(goods.per_truck_max === null ? {} : { perTruckMax: goods.per_truck_max }),
    pricing: keyOf(pricings, goods.pricing),
    lossBasis: lossRule.basis,
    ...(distanceKm === undefined ? {} : { distanceKm }),
    ...(sees.carrier ? { unitPrice: prices.carrier } : sees.shipper ? { unitPrice: prices.shipper } : {}),
    carriers: await findCarriers(ctx, goods.shipper_id),
    fields: fieldsFor(mode, mayAgree(ctx)),
  }
}

const quietly = (run: { isWriting: boolean }): ImportRun => ({ ...run, targetId: undefined, progress: () => {} })

async function judgeTyped(ctx: Ctx, goods: GoodsLine, rows: readonly TypedRow[], isWriting: boolean) {
  const { right, parts, unread } = decodeRows(
    tripColumns,
    rows.map(({ row, cells }) => ({
      row,
      cells: Object.fromEntries(Object.entries(cells).filter(([, text]) => text !== undefined)),
    })),
  )
  const judged = await judgeTrips(ctx, goods, right, parts, isWriting)
  return { ...judged, faults: [...unread, ...faultsBesides(unread, judged.faults)].toSorted((a, b) => a.row - b.row) }
}

const fieldOf = (fault: RowFault) => (fault.field === undefined ? {} : { field: keyOf(tripColumns, fault.field) })

/** Judges typed rows; nothing is written. */
export async function checkTyped(
  ctx: Ctx,
  { goodsId, rows }: Input<typeof backfillCalls.checkBackfill>,
): Promise<Output<typeof backfillCalls.checkBackfill>> {
  const goods = await findGoods(ctx, goodsId, false)
  const { faults, found } = await judgeTyped(ctx, goods, rows, false)
  return {
    faults: faults.map(fault => ({ row: fault.row, reason: fault.reason, ...fieldOf(fault) })),
    found: [...found],
  }
}

/** Writes typed rows, all or none. */
export async function submitTyped(
  ctx: Ctx,
  { goodsId, rows }: Input<typeof backfillCalls.submitBackfill>,
): Promise<Output<typeof backfillCalls.submitBackfill>> {
  const goods = await findGoods(ctx, goodsId, true)
  assertOpen(goods)
  const { faults, good } = await judgeTyped(ctx, goods, rows, true)
  const place = new Map(rows.map(({ row }, n) => [row, n]))
  const fault = fieldFault(
    Object.fromEntries(
      faults.map(({ row, field, reason }) => [
        `rows.${place.get(row) ?? 0}.cells${field === undefined ? '' : `.${field}`}`,
        reason,
      ]),
    ),
  )
  if (fault) throw fault
  const written = await writeTrips(ctx, goods, good, quietly({ isWriting: true }))
  return { waybills: written.map(({ row, id, label }) => ({ row, id, waybillNo: label })) }
}

/** Trips by file. */
export const waybillsImport = importKind({
  key: 'waybills',
  permit: 'waybill.backfill',
  columns: tripColumns,
  open: async (ctx, targetId) => {
    assertOpen(await findGoods(ctx, targetId, false))
  },
  check: async (ctx, rows, { targetId, isWriting }, parts) =>
    judgeTrips(ctx, await findGoods(ctx, targetId, isWriting), rows, parts, isWriting),
  write: async (ctx, rows, run) => writeTrips(ctx, await findGoods(ctx, run.targetId, true), rows, run),
})

/**
 * Makes the waybills carrier by carrier, takes their quantity from the goods, asks for the deductions, and tells each
 * carrier once. The caller holds the goods.
 */
async function writeTrips(
  ctx: Ctx,
  goods: GoodsLine,
  rows: readonly Row<ReadyTrip>[],
  { progress }: ImportRun,
): Promise<Written[]> {
  const written: Written[] = []
  const byCarrier = Map.groupBy(rows, ({ values }) => values.vehicle.carrier_id)
  const answering = await findAnswering(ctx, [...byCarrier.keys()])
  for (const [carrierId, own] of byCarrier) {
    const carrierBy = answering.get(carrierId) ?? ctx.actor.userId
    for (let at = 0; at < own.length; at += batch) {
      written.push(...(await writeBatch(ctx, goods, { id: carrierId, by: carrierBy }, own.slice(at, at + batch))))
      progress(written.length)
    }
    const readers = { company: carrierId, permit: 'waybill.view', by: carrierBy } as const
    const { numbers = '' } = toWire(waybillCalls.listWaybills, { numbers: [goods.goods_no] })
    await tellHappening(ctx, 'waybill.recorded', readers, { goodsNo: goods.goods_no, count: own.length, numbers })
  }
  await takeQuantity(ctx, goods, rows)
  ctx.touched('goods', goods.id, { 补录运单: `${rows.length} 张` })
  return written
}

async function writeBatch(
  ctx: Ctx,
  goods: GoodsLine,
  carrier: { id: string; by: string },
  rows: readonly Row<ReadyTrip>[],
): Promise<Written[]> {
  const trips = rows.map(({ values }) => values)
  const made = await makeWaybills(ctx, {
    goods,
    source: 'BACKFILL',
    taskId: null,
    carrierId: carrier.id,
    carrierBy: carrier.by,
    carrierPrice: pricesNow(goods, ctx.now).carrier,
    lines: trips.map(trip => ({
      vehicle: trip.vehicle,
      driver: trip.driver,
      qty: trip.qty,
      weight: trip.load,
      plannedLoadAt: trip.loadAt,
      payeeId: trip.payeeId,
      done: {
        billed: trip.billed,
        shipperPrice: trip.prices.shipper,
        carrierPrice: trip.prices.carrier,
        oil: trip.oil,
        upstreamNo: trip.upstreamNo,
      },
    })),
  })
  const owners = { shipper_id: goods.shipper_id, carrier_id: carrier.id, branch_id: goods.branch_id }
  const stated = made.map(({ id }, n) => ({ id, state: waybillStates.start, version: 1, ...owners, trip: trips[n] }))
  await moveAll(ctx, waybillStates, stated, 'record', {
    each: ({ trip }) => ({
      set: {
        arrived_load_at: trip?.loadAt ?? null,
        loaded_at: trip?.loadAt ?? null,
        arrived_unload_at: trip?.unloadAt ?? null,
        unloaded_at: trip?.unloadAt ?? null,
        load_weight_g: trip?.load ?? null,
        unload_weight_g: trip?.unload ?? null,
        sign_by: ctx.now + autoSignMs,
      },
      diff: trip
        ? [
            { field: '装货时间', old: '--', new: formatDateTime(trip.loadAt) },
            { field: '装货重量', old: '--', new: `${printTons(trip.load)} 吨` },
            { field: '卸货时间', old: '--', new: formatDateTime(trip.unloadAt) },
            { field: '卸货重量', old: '--', new: `${printTons(trip.unload)} 吨` },
            ...(trip.deduct === undefined
              ? []
              : [{ field: '扣款待承运商确认', old: '--', new: `${printMoney(trip.deduct)} 元` }]),
          ]
        : [],
    }),
  })
  await askDeductions(
    ctx,
    stated.flatMap(({ id, trip }) => (trip?.deduct === undefined ? [] : [{ waybillId: id, deduct: trip.deduct }])),
  )
  return made.map(({ id, waybillNo }, n) => ({ row: rows[n]?.row ?? 0, id, label: waybillNo }))
}

/**
 * Deductions stand on the returned papers, so they need no other evidence; the carrier answers them like other claims.
 */
async function askDeductions(ctx: Ctx, asked: readonly { waybillId: string; deduct: Fen }[]): Promise<void> {
  if (asked.length === 0) return
  const { side } = ctx.actor
  await ctx.tx.run(
    q.insertInto('waybill_claims').values(
      asked.map(({ waybillId, deduct }) => ({
        id: v7(),
        waybill_id: waybillId,
        side: 'CARRIER',
        code: 'CUT',
        amount_fen: signedClaim('CUT', deduct),
        reason: '回单补录时登记',
        state: claimStates.start,
        asked_by: partyOf(side),
        answer_by: ctx.now + claimSilenceMs,
        created_by: ctx.actor.userId,
        created_name: writtenName(ctx.actor),
        created_at: ctx.now,
        updated_at: ctx.now,
      })),
    ),
  )
}

/**
 * Takes what the trips carried from the goods, which are locked since the rows were judged against what was left of
 * them.
 */
async function takeQuantity(ctx: Ctx, goods: GoodsLine, rows: readonly Row<ReadyTrip>[]): Promise<void> {
  const qty = rows.reduce((all, { values }) => all + values.qty, 0)
  const rest = goods.remain_qty - qty
  const state = keyOf(goodsStates.states, goods.state)
  const mode = keyOf(quantityModes, goods.quantity_mode)
  const diff = [
    { field: '补录运单', old: '--', new: `${rows.length} 张，${printQuantity(mode, qty)}` },
    { field: '剩余数量', old: printQuantity(mode, goods.remain_qty), new: printQuantity(mode, rest) },
  ]
  if (openGoodsStates.some(one => one === state)) {
    await move(ctx, goodsStates, { ...goods, state }, rest === 0 ? 'recordLast' : 'recordSome', {
      set: { remain_qty: rest },
      diff,
    })
    return
  }
  // paused and expired goods stay what they are
  await ctx.tx.run(
    q
      .updateTable('goods')
      .set({ remain_qty: rest, version: goods.version + 1, updated_at: ctx.now })
      .where('id', '=', goods.id),
  )
  await logEvent(ctx, { entity: 'goods', entityId: goods.id, action: '回单补录', diff })
}
