// Reads of waybills: the list and what its filter says, one row, rows under lock.
import type { Input, Output } from '@yunshu/contract/call'
import type { listWaybills, WaybillRow } from '@yunshu/contract/waybill/waybill'
import { isCarrier, isShipper } from '@yunshu/domain/account/account'
import { shownPhone, type PhonePlace } from '@yunshu/domain/phones'
import { receiptStates, waybillSettleStates, waybillSources, waybillStates } from '@yunshu/domain/waybill/waybill'
import type { WaybillAlert } from '@yunshu/domain/waybill/alerts'
import { listSorts } from '@yunshu/domain/sorting'
import { grams } from '@yunshu/domain/figures/weight'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { textBegins, between, chosen, contains, inRegion, madeBetween } from '../../db/conditions.ts'
import { keyOf } from '../../db/keyOf.ts'
import { rowsToAsk, toPage } from '../../db/page.ts'
import { assertSortable } from '../../db/sorted.ts'
import { allOf, isNarrow, ownRows, personOf } from '../../work/scope.ts'
import type { Waybills } from '../../db/tables.gen.ts'
import { steadyQuery } from '../../db/prepared.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { provenOf } from './arrivalMark.queries.ts'
import { amountsOf, freightLine, workedOut } from './waybillAmounts.queries.ts'
import { alertsOf, hasAlert, hasBookFault, urgedOf } from './waybillAlert.queries.ts'
import { asksQuestion } from './waybillQuestion.queries.ts'
import { waybillOrder } from './waybillOrder.queries.ts'
import { findWords, hasNumber, isWholePlate, oneOf, type Words } from './waybillWords.queries.ts'
import { type RoleSide, isHouseSide } from '@yunshu/domain/permits/permits'

type Condition = RawBuilder<boolean>
/** The filter of a list of waybills. */
export type WaybillFilter = Omit<Input<typeof listWaybills>, 'limit' | 'cursor' | 'sort'>

const listColumns = [
  'w.id',
  'w.waybill_no',
  'w.upstream_no',
  'w.state',
  'w.source',
  'w.goods_id',
  'w.goods_no',
  'w.shipper_id',
  'w.carrier_id',
  'w.plate',
  'w.plate_color',
  'w.driver_name',
  'w.driver_mobile',
  'w.load_place',
  'w.unload_place',
  'w.item_names',
  'w.quantity_mode',
  'w.qty',
  'w.pricing',
  'w.shipper_unit_price',
  'w.carrier_unit_price',
  'w.plan_weight_g',
  'w.load_weight_g',
  'w.unload_weight_g',
  'w.loss_g',
  'w.fees_fen',
  'w.oil_fen',
  'w.deducted_fen',
  'w.paid_fen',
  'w.set_off_fen',
  'w.advanced_fen',
  'w.receipt_state',
  'w.settle_state',
  'w.settlement_num',
  'w.created_at',
  'w.state_since',
  'w.loaded_at',
  'w.signed_at',
  'w.finished_at',
  'w.due_at',
  'w.version',
  's.name as shipper_name',
  'c.name as carrier_name',
] as const

/** A row as lists select it. */
type Listed = Pick<Selectable<Waybills>, ListedName<(typeof listColumns)[number]>> & {
  shipper_now: number
  carrier_now: number
  receipt_wants: 'photo' | 'original' | null
  shipper_name: string
  carrier_name: string
  alerts: WaybillAlert[]
  proven: WaybillRow['proven'] | null
}
type ListedName<Column> = Column extends `w.${infer Name extends keyof Waybills}` ? Name : never

/** A nullable column as a field that is left out of the answer when there is nothing. */
const given = <T, V>(value: T | null, as: (value: T) => V): V | undefined => (value === null ? undefined : as(value))

/** The place of the driver of a waybill: of the actor's own fleet, or of the other side. */
export const driverPlace = (
  { side, companyId }: Pick<Actor, 'side' | 'companyId'>,
  row: Pick<Listed, 'carrier_id' | 'state'>,
): PhonePlace =>
  !isHouseSide(side) && companyId === row.carrier_id
    ? { of: 'own' }
    : { of: 'waybill', state: keyOf(waybillStates.states, row.state) }

/** A row as the wire shows it. */
export function toWaybillRow(ctx: Pick<Ctx, 'actor' | 'can'>, row: Listed): WaybillRow {
  return {
    id: row.id,
    waybillNo: row.waybill_no,
    upstreamNo: given(row.upstream_no, String),
    state: keyOf(waybillStates.states, row.state),
    source: keyOf(waybillSources, row.source),
    goodsId: row.goods_id,
    goodsNo: row.goods_no,
    shipperId: row.shipper_id,
    shipperName: row.shipper_name,
    carrierId: row.carrier_id,
    carrierName: row.carrier_name,
    plate: row.plate,
    plateColor: row.plate_color,
    driverName: row.driver_name,
    driverMobile: shownPhone(row.driver_mobile, driverPlace(ctx.actor, row)),
    loadPlace: row.load_place,
    unloadPlace: row.unload_place,
    itemNames: row.item_names,
    planWeightG: grams(row.plan_weight_g),
    loadWeightG: given(row.load_weight_g, grams),
    unloadWeightG: given(row.unload_weight_g, grams),
    lossG: given(row.loss_g, grams),
    ...amountsOf(ctx, row),
    receiptState: keyOf(receiptStates.states, row.receipt_state),
    receiptWants: given(row.receipt_wants, wants => wants),
    settleState: keyOf(waybillSettleStates.states, row.settle_state),
    settlementNum: given(row.settlement_num, String),
    alerts: row.alerts,
    proven: row.proven ?? undefined,
    createdAt: row.created_at,
    stateSince: given(row.state_since, Number),
    loadedAt: given(row.loaded_at, Number),
    signedAt: given(row.signed_at, Number),
    finishedAt: given(row.finished_at, Number),
    dueAt: given(row.due_at, Number),
    version: row.version,
  }
}

const dateColumns = {
  created: 'w.created_at',
  loaded: 'w.loaded_at',
  signed: 'w.signed_at',
  finished: 'w.finished_at',
} as const

/**
 * Everything a filter says except the state, which the counters run through; empty when it says nothing. `words` are
 * those of `findWords`.
 */
export function saidOf({ actor, now }: Pick<Ctx, 'actor' | 'now'>, filter: WaybillFilter, words: Words): Condition[] {
  const { plate, driver, ids, alert, question, upstreamNo, dateKind = 'created', from, to } = filter
  const is = (column: string, value: string | undefined): Condition | undefined =>
    value === undefined ? undefined : sql<boolean>`${sql.ref(`w.${column}`)} = ${value}`
  const isId = (column: string, value: string | undefined): Condition | undefined =>
    value === undefined ? undefined : sql<boolean>`${sql.ref(`w.${column}`)} = ${value}::uuid`
  const me = personOf(actor)
  return [
    filter.numbers?.length ? hasNumber(filter.numbers) : undefined,
    chosen('w.id', ids),
    plate && isWholePlate(plate)
      ? is('plate', plate)
      : words.plates
        ? oneOf('w.plate', words.plates)
        : contains(['w.plate'], plate),
    words.drivers
      ? sql<boolean>`(${oneOf('w.driver_name', words.drivers.names)}
        or ${oneOf('w.driver_mobile', words.drivers.mobiles)})`
      : contains(['w.driver_name', 'w.driver_mobile'], driver),
    upstreamNo ? textBegins('w.upstream_no', upstreamNo) : undefined,
    inRegion('w.load_region', filter.loadRegion),
    inRegion('w.unload_region', filter.unloadRegion),
    is('receipt_state', filter.receiptState),
    is('settle_state', filter.settleState),
    is('source', filter.source),
    is('kind', filter.kind),
    alert && hasAlert(alert, { actor, now }),
    question && asksQuestion(question, actor),
    between(dateColumns[dateKind], from, to),
    dateKind === 'created' ? madeBetween('w.id', from, to) : undefined,
    isId('goods_id', filter.goodsId),
    isId('carrier_id', filter.carrierId),
    isId('shipper_id', filter.shipperId),
    isId('branch_id', filter.branchId),
    hasBookFault(actor, filter),
    filter.mine ? sql<boolean>`(w.shipper_by = ${me}::uuid or w.carrier_by = ${me}::uuid)` : undefined,
  ].filter(condition => condition !== undefined)
}

/**
 * True for the first page of everything one side has, which opens the list: it is walked along one index for every such
 * caller. Filters, narrow data scopes and companies on both sides take the index that fits their values.
 */
function isOpening({ actor }: Pick<Ctx, 'actor'>, { limit: _limit, ...said }: Input<typeof listWaybills>): boolean {
  const isOneSided = isHouseSide(actor.side) || !(isShipper(actor.businessType) && isCarrier(actor.businessType))
  return isOneSided && !isNarrow(actor) && Object.values(said).every(value => value === undefined)
}

/** Waybills, newest first. */
export async function findWaybillsPage(
  ctx: Ctx,
  input: Input<typeof listWaybills>,
): Promise<Output<typeof listWaybills>> {
  const words = await findWords(ctx, input)
  const { sort, state } = input
  if (sort !== undefined) {
    const where = listed(ctx, input, words)
    await assertSortable(ctx.tx, { table: 'waybills', alias: 'w', where, kept: listSorts.waybills[sort], state })
  }
  const page = waybillsPage(ctx, input, words)
  const found = await ctx.tx.rows(isOpening(ctx, input) ? steadyQuery(page) : page)
  return toPage(found, input, row => toWaybillRow(ctx, row), waybillOrder(ctx, input).place)
}

const listed = (who: Pick<Ctx, 'actor' | 'now'>, input: WaybillFilter, words: Words): Condition =>
  allOf([
    ownRows(who.actor, 'w'),
    ...saidOf(who, input, words),
    // the literals are those of the partial indexes
    input.state && sql<boolean>`w.state = ${sql.lit(input.state)}`,
  ])

/** The condition of the waybills a filter of the list finds, in the actor's reach. */
export const listedWaybills = async (ctx: Ctx, filter: WaybillFilter): Promise<Condition> =>
  listed(ctx, filter, await findWords(ctx, filter))

/** The statement of the list; a test asks the planner about it. */
export function waybillsPage(
  who: Pick<Ctx, 'actor' | 'now' | 'can'>,
  input: Input<typeof listWaybills>,
  words: Words = {},
) {
  const { key, after, by } = waybillOrder(who, input)
  return q
    .selectFrom('waybills as w')
    .innerJoin('companies as s', 's.id', 'w.shipper_id')
    .innerJoin('companies as c', 'c.id', 'w.carrier_id')
    .select(listColumns)
    .select(workedOut)
    .select([alertsOf(who).as('alerts'), provenOf.as('proven'), key.as('sort_key')])
    .where(allOf([listed(who, input, words), after]))
    .orderBy(by)
    .limit(rowsToAsk(input))
}

/** One row with its body, in the actor's reach. */
export async function findWaybill(ctx: Ctx, id: string) {
  return ctx.tx.one(
    q
      .selectFrom('waybills as w')
      .innerJoin('companies as s', 's.id', 'w.shipper_id')
      .innerJoin('companies as c', 'c.id', 'w.carrier_id')
      .leftJoin('tasks as t', 't.id', 'w.task_id')
      .selectAll('w')
      .select(['s.name as shipper_name', 'c.name as carrier_name', 't.task_no'])
      .select(workedOut)
      .select([freightLine('shipper').as('shipper_line'), freightLine('carrier').as('carrier_line')])
      .select([alertsOf(ctx).as('alerts'), provenOf.as('proven'), urgedOf(ctx.now).as('urged')])
      .where('w.id', '=', id)
      .where(ownRows(ctx.actor, 'w')),
  )
}

/**
 * Rows under lock, in the actor's reach (`rows`: their own unless said otherwise) and in the order of their ids, ready
 * for `move()`; fewer than asked when some are not the actor's.
 */
export async function lockWaybills(ctx: Ctx, ids: readonly string[], rows = ownRows) {
  const found = await ctx.tx.rows(
    q
      .selectFrom('waybills as w')
      .selectAll('w')
      .where(sql<boolean>`w.id = any(${[...ids]}::uuid[])`)
      .where(rows(ctx.actor, 'w'))
      .orderBy('w.id')
      .forUpdate(),
  )
  return found.map(row => ({
    ...row,
    state: keyOf(waybillStates.states, row.state),
    receipt_state: keyOf(receiptStates.states, row.receipt_state),
    settle_state: keyOf(waybillSettleStates.states, row.settle_state),
  }))
}
export type LockedWaybill = Awaited<ReturnType<typeof lockWaybills>>[number]
/** The side an actor stands on for this waybill: a company that ships and carries stands where the row puts it. */

export function sideOn({ actor }: Pick<Ctx, 'actor'>, waybill: Pick<LockedWaybill, 'carrier_id'>): RoleSide {
  if (isHouseSide(actor.side)) return actor.side
  return actor.companyId === waybill.carrier_id ? 'carrier' : 'shipper'
}
