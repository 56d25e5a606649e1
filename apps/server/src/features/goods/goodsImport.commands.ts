// Goods handed in by file: rows of one customer number make one goods item, judged like one that is typed in, and
// published with it.
import type { Input } from '@yunshu/contract/call'
import type { publishGoods } from '@yunshu/contract/goods/goods'
import {
  goodsKinds,
  pricings,
  publishTargets,
  quantityModes,
  takeModes,
  type QuantityMode,
} from '@yunshu/domain/goods/goods'
import { goodsColumns, type GoodsColumn, type GoodsValues } from '@yunshu/domain/goods/sheet'
import { faultsBesides, type PartOf } from '@yunshu/domain/importing/cells'
import { PPM } from '@yunshu/domain/figures/money'
import { DAY_MS, MINUTE_MS, startOfDay } from '@yunshu/domain/figures/time'
import { readDecimal } from '@yunshu/domain/figures/decimal'
import { publishFaults, type PublishedGoods } from '@yunshu/domain/goods/publishing'
import { parseQuantity } from '@yunshu/domain/goods/quantity'
import { parseUnitPrice, unitPrice, type UnitPrice } from '@yunshu/domain/figures/unitPrice'
import { parseVolume } from '@yunshu/domain/figures/volume'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { importKind, type ImportRun, type Row, type Written } from '../../imports/importKind.ts'
import { publishMany } from './publish.commands.ts'
import { formerWords, regionReader, type FoundRegion } from './regionText.ts'
import { findShipper } from './shipper.queries.ts'

type Goods = Input<typeof publishGoods>
interface Fault {
  readonly row: number
  readonly field: GoodsColumn
  readonly reason: string
}
/** Rows of one customer number and the goods they make. */
interface Group {
  readonly rows: readonly Row<GoodsValues>[]
  readonly goods: Goods
}

/** Columns that tell the cargo of a row; all others are the goods'. */
const ofItem: ReadonlySet<GoodsColumn> = new Set<GoodsColumn>(['item', 'cargo', 'weight', 'volume', 'pieces'])

/** Columns of the sheet for the faults of published goods, by the path of the fault. */
const columnOf: readonly (readonly [RegExp, GoodsColumn])[] = [
  [/\.cargoCode$/, 'cargo'],
  [/\.weightG$/, 'weight'],
  [/^items/, 'item'],
  [/^pricing/, 'pricing'],
  [/^distanceKm/, 'distance'],
  [/^unitPrice/, 'price'],
  [/^validTo/, 'validTo'],
  [/^perTruckMax/, 'perTruck'],
  [/^lossRule/, 'lossAllow'],
  [/^quantityMode/, 'mode'],
  [/^publishTo|^carrierIds/, 'publishTo'],
]

/** Former divisions are read by their name and not taken: new goods go to divisions of today. */
const noRegion = (text: string): string => formerWords(text) ?? '没有找到这个地区，请填写省市区全称'
const differs = (row: number): string => `与第${row}行不同，同一客户单号的货源信息须相同`
/** All is paid with the receipt: the initial plan of the form. */
const wholePlan = { prePpm: 0, oilPpm: 0, etcPpm: 0, arrivePpm: 0, receiptPpm: PPM, termDays: 0 }

/** A day alone is meant with its evening. */
const endOf = (at: number): number => (at === startOfDay(at) ? at + DAY_MS - MINUTE_MS : at)

function quantity(
  mode: QuantityMode,
  values: GoodsValues,
  items: Goods['items'],
  say: (field: GoodsColumn, reason: string) => undefined,
): number | undefined {
  if (values.qty !== undefined)
    return parseQuantity(mode, values.qty) ?? say('qty', `应为大于0的${quantityModes[mode].unit}数`)
  const total =
    mode === 'BY_TON'
      ? items.reduce((all, item) => all + item.weightG, 0)
      : mode === 'BY_M3'
        ? items.reduce((all, item) => all + (item.volume ?? 0), 0)
        : mode === 'BY_PIECE'
          ? items.reduce((all, item) => all + (item.pieces ?? 0), 0)
          : 0
  return total > 0
    ? total
    : say('qty', mode === 'BY_TRUCK' ? '按车计量须填写车数' : '须填写总量，或填写各行的体积或件数')
}

const pointOf = (place: FoundRegion, address: string, contact: string, mobile: string) => ({
  name: address.slice(0, 60),
  regionCode: place.code,
  regionName: place.path,
  address,
  contact,
  mobile,
})

/** A loss is allowed per mille, or nothing is deducted at all. */
const lossRuleOf = (allow: number | undefined, price: UnitPrice | undefined): Goods['lossRule'] => ({
  kind: allow === undefined ? 'NONE' : 'PERMILLE',
  allow: allow ?? 0,
  scope: 'EXCESS',
  basis: 'UNLOAD',
  deductUnitPrice: allow === undefined ? unitPrice(0) : (price ?? unitPrice(0)),
  rounding: 'NONE',
})

/** The goods of one customer number; undefined when something cannot be read. */
function goodsOf(
  rows: readonly Row<GoodsValues>[],
  region: (text: string) => FoundRegion | undefined,
  tell: (fault: Fault) => void,
): Goods | undefined {
  const [first] = rows
  if (!first) return undefined
  let isRight = true
  const sayAt =
    (row: number) =>
    (field: GoodsColumn, reason: string): undefined => {
      isRight = false
      tell({ row, field, reason })
    }
  const { values } = first
  const say = sayAt(first.row)
  for (const { row, values: other } of rows.slice(1))
    for (const field of Object.keys(goodsColumns) as GoodsColumn[])
      if (!ofItem.has(field) && other[field] !== values[field]) sayAt(row)(field, differs(first.row))
  const items = rows.map(({ row, values: { item, cargo, weight, volume, pieces } }) => {
    const size = volume === undefined ? undefined : (parseVolume(volume) ?? sayAt(row)('volume', '体积格式不正确'))
    return {
      name: item,
      cargoCode: cargo,
      weightG: weight,
      ...(size === undefined ? {} : { volume: size }),
      ...(pieces === undefined ? {} : { pieces: Number(pieces) }),
    }
  })
  const [load, unload] = [
    region(values.loadRegion) ?? say('loadRegion', noRegion(values.loadRegion)),
    region(values.unloadRegion) ?? say('unloadRegion', noRegion(values.unloadRegion)),
  ]
  const mode = values.mode === undefined ? 'BY_TON' : keyOf(quantityModes, values.mode)
  const kind = keyOf(goodsKinds, values.kind)
  const totalQty = quantity(mode, values, items, say)
  const perTruckMax =
    values.perTruck === undefined || mode === 'BY_TRUCK'
      ? undefined
      : (parseQuantity(mode, values.perTruck) ?? say('perTruck', '应为大于0的数'))
  const price = parseUnitPrice(values.price) ?? say('price', '单价格式不正确')
  const allow = values.lossAllow === undefined ? undefined : readDecimal(values.lossAllow, 3)
  const lossPrice = values.lossPrice === undefined ? undefined : parseUnitPrice(values.lossPrice)
  if (allow !== undefined && (allow < 0 || allow > 1_000_000)) say('lossAllow', '应为0至1000')
  if (allow !== undefined && !lossPrice) say('lossPrice', '填写允许亏吨时须填写')
  const distance = values.distance === undefined ? undefined : Number(values.distance)
  if (distance !== undefined && (distance < 1 || distance > 10_000)) say('distance', '应为1至10000公里')
  if (!isRight || !load || !unload || totalQty === undefined || price === undefined) return undefined
  return {
    kind,
    upstreamNo: values.upstreamNo,
    ...(values.title === undefined ? {} : { title: values.title }),
    ...(values.remark === undefined ? {} : { remark: values.remark }),
    loadPoints: [pointOf(load, values.loadAddress, values.loadContact, values.loadMobile)],
    unloadPoints: [pointOf(unload, values.unloadAddress, values.unloadContact, values.unloadMobile)],
    items,
    vehicleNeed: { types: [], lengthsDm: [] },
    quantityMode: mode,
    totalQty,
    ...(perTruckMax === undefined ? {} : { perTruckMax }),
    pricing: keyOf(pricings, values.pricing),
    unitPrice: price,
    ...(distance === undefined ? {} : { distanceKm: distance }),
    payPlan: wholePlan,
    lossRule: lossRuleOf(allow, lossPrice),
    receiptRule: { needPhoto: true, needOriginal: false, copies: 1, returnDays: 7 },
    ...(kind === 'SH'
      ? { poundRule: { loadPhoto: true, loadWeight: true, unloadPhoto: true, unloadWeight: true } }
      : {}),
    publishTo: values.publishTo === undefined ? 'RELATED' : keyOf(publishTargets, values.publishTo),
    takeMode: values.takeMode === undefined ? 'GRAB' : keyOf(takeModes, values.takeMode),
    validTo: endOf(values.validTo),
  }
}

/** Columns whose faults hang on no other cell, beside those the sheet itself decides. */
const alone: ReadonlySet<GoodsColumn> = new Set<GoodsColumn>(['item', 'price', 'validTo'])

/**
 * Faults of goods that cannot be made because a cell cannot be read or is wrong; quantities and fields that depend on
 * them are not judged.
 */
function partFaults(
  rows: readonly Row<PartOf<GoodsValues>>[],
  region: (text: string) => FoundRegion | undefined,
  now: number,
): Fault[] {
  const [first] = rows
  if (!first) return []
  const told: Fault[] = []
  const unfound = (field: GoodsColumn, text: string | undefined): void => {
    if (text !== undefined && !region(text)) told.push({ row: first.row, field, reason: noRegion(text) })
  }
  unfound('loadRegion', first.values.loadRegion)
  unfound('unloadRegion', first.values.unloadRegion)
  for (const { row, values } of rows.slice(1))
    for (const field of Object.keys(goodsColumns) as GoodsColumn[])
      if (
        !ofItem.has(field) &&
        values[field] !== undefined &&
        first.values[field] !== undefined &&
        values[field] !== first.values[field]
      )
        told.push({ row, field, reason: differs(first.row) })
  const { price, validTo } = first.values
  const stand: PublishedGoods = {
    kind: 'NORMAL',
    items: rows.map(({ values: { item } }) => ({ name: item ?? '', cargoCode: '', weightG: 1 })),
    loadPoints: [],
    unloadPoints: [],
    quantityMode: 'BY_TON',
    pricing: 'PER_TON',
    unitPrice: price === undefined ? 1 : (parseUnitPrice(price) ?? 1),
    payPlan: wholePlan,
    lossRule: { kind: 'NONE' },
    publishTo: 'RELATED',
    takeMode: 'GRAB',
    validTo: validTo === undefined ? now + 1 : endOf(validTo),
  }
  return [
    ...told,
    ...Object.entries(publishFaults(stand, now))
      .map(([path, reason]) => faultAt(rows, path, reason))
      .filter(({ field }) => alone.has(field)),
  ]
}

/** Customer numbers that already have goods, with the number of these; cancelled ones do not count. */
async function findKnown(
  ctx: Ctx,
  shipperId: string,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('goods')
      .select(['upstream_no', 'goods_no'])
      .where('shipper_id', '=', shipperId)
      .where(sql<boolean>`upstream_no = any(${[...numbers]}::text[])`)
      .where('state', '<>', 'cancelled'),
  )
  return new Map(rows.flatMap(row => (row.upstream_no === null ? [] : [[row.upstream_no, row.goods_no]])))
}

async function judge(
  ctx: Ctx,
  rows: readonly Row<GoodsValues>[],
  { targetId, isWriting }: ImportRun,
  parts: readonly Row<PartOf<GoodsValues>>[],
): Promise<{ faults: Fault[]; good: Row<Group>[] }> {
  const shipper = await findShipper(ctx, targetId)
  const inPart = new Set(parts.map(({ values }) => values.upstreamNo))
  const groups = Map.groupBy(
    rows.filter(({ values }) => !inPart.has(values.upstreamNo)),
    ({ values }) => values.upstreamNo,
  )
  // a row without its number stands alone
  const partGroups = Map.groupBy(
    [...rows.filter(({ values }) => inPart.has(values.upstreamNo)), ...parts].toSorted((a, b) => a.row - b.row),
    ({ row, values }) => values.upstreamNo ?? row,
  )
  // two who hand the same file in at once follow each other
  if (isWriting)
    await ctx.tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`goods ${shipper.id}`}, 0))`.compile(q))
  const known: ReadonlyMap<string | number, string> = await findKnown(ctx, shipper.id, [
    ...groups.keys(),
    ...[...partGroups.keys()].filter(key => typeof key === 'string'),
  ])
  const region = regionReader()
  const faults: Fault[] = []
  const good = [...groups].flatMap(([number, own]) => {
    const [first] = own
    const said: Fault[] = []
    const goods = goodsOf(own, region, fault => {
      said.push(fault)
    })
    if (!first) return []
    const others = goods
      ? Object.entries(publishFaults(goods, ctx.now)).map(([path, reason]) => faultAt(own, path, reason))
      : faultsBesides(said, partFaults(own, region, ctx.now))
    const found = [...said, ...takenFault(first.row, known.get(number)), ...others]
    faults.push(...found)
    return !goods || found.length > 0 ? [] : own.map(({ row }) => ({ row, values: { rows: own, goods } }))
  })
  for (const [number, own] of partGroups)
    faults.push(...takenFault(own[0]?.row ?? 0, known.get(number)), ...partFaults(own, region, ctx.now))
  return { faults, good }
}

const takenFault = (row: number, goodsNo: string | undefined): Fault[] =>
  goodsNo === undefined ? [] : [{ row, field: 'upstreamNo', reason: `已有货源${goodsNo}使用这个客户单号` }]

/** The row and column a fault of published goods stands at. */
function faultAt(rows: readonly Row<unknown>[], path: string, reason: string): Fault {
  const at = rows[Number(/^items\.(\d+)/.exec(path)?.[1] ?? 0)] ?? rows[0]
  return { row: at?.row ?? 0, field: columnOf.find(([form]) => form.test(path))?.[1] ?? 'kind', reason }
}

/** Publishes each group once; carriers hear of them together. */
async function write(ctx: Ctx, rows: readonly Row<Group>[], { targetId, progress }: ImportRun): Promise<Written[]> {
  const groups = [...new Set(rows.map(({ values }) => values.rows))].flatMap(
    own => rows.find(({ values }) => values.rows === own)?.values ?? [],
  )
  const made = await publishMany(
    ctx,
    targetId,
    groups.map(({ goods }) => goods),
    progress,
  )
  return groups.flatMap(({ rows: own }, n) =>
    own.map(({ row }) => ({ row, id: made[n]?.id ?? '', label: made[n]?.goodsNo ?? '' })),
  )
}

/** Goods by file. */
export const goodsImport = importKind({
  key: 'goods',
  permit: 'goods.publish',
  columns: goodsColumns,
  together: 'upstreamNo',
  open: async (ctx, targetId) => {
    await findShipper(ctx, targetId)
  },
  check: judge,
  write,
})
