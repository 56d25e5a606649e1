// Calls and shapes of goods (货源): publish, my goods, details, pause, cancel, and what carriers are offered.
import {
  goodsKinds,
  goodsStates,
  lossBases,
  lossKinds,
  lossScopes,
  pricings,
  publishTargets,
  quantityModes,
  roundings,
  takeModes,
  type QuantityMode,
} from '@yunshu/domain/goods/goods'
import { checkMobile } from '@yunshu/domain/identity/identity'
import { listSorts } from '@yunshu/domain/sorting'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  notChosen,
  pageFields,
  zBool,
  zChanged,
  zChosenIds,
  zCode,
  zCounts,
  zFen,
  zGrams,
  zId,
  zInt,
  zKey,
  zLooseText,
  zNumber,
  zPage,
  zRegion,
  zRuled,
  zText,
  zTime,
  zUnitPrice,
  zVersion,
} from '../fields.ts'
import { Gx, PoundRule, priceSteps, ShownStep } from './blocks.ts'

/** A place of loading or unloading; the last of each list counts for reports. */
export const Point = z.strictObject({
  name: zText(60),
  regionCode: zRegion,
  regionName: zText(60),
  address: zText(256),
  contact: zText(30),
  mobile: zRuled(11, checkMobile),
  windowStart: z.optional(zTime),
  windowEnd: z.optional(zTime),
})
export type Point = z.output<typeof Point>
/** A place as it is shown: `mobile` is masked for who has nothing under way with its people. */
export const ShownPoint = z.strictObject({ ...Point.shape, mobile: z.string() })

/** One kind of cargo; weight or volume is above zero. `cargoCode` is of domain/codes.ts. */
export const Item = z.strictObject({
  name: zText(60),
  cargoCode: zCode(4),
  packing: z.optional(zLooseText(20)),
  weightG: zGrams,
  volume: z.optional(zInt(0, 1_000_000_000_000)),
  pieces: z.optional(zInt(0, 100_000_000)),
  valueFen: z.optional(zFen),
})
export type Item = z.output<typeof Item>

/** Vehicle need: type families (codes), lengths in metres ×10, least payload. */
export const VehicleNeed = z.strictObject({
  types: z.array(zText(8)).check(z.maxLength(10)),
  lengthsDm: z.array(zInt(10, 300)).check(z.maxLength(10)),
  minTonnageG: z.optional(zGrams),
})

/** Parts of the freight by when and how they are paid, in ppm; together exactly 1,000,000. */
export const PayPlan = z.strictObject({
  prePpm: zInt(0, 1_000_000),
  oilPpm: zInt(0, 1_000_000),
  etcPpm: zInt(0, 1_000_000),
  arrivePpm: zInt(0, 1_000_000),
  receiptPpm: zInt(0, 1_000_000),
  termDays: zInt(0, 365),
})
export type PayPlan = z.output<typeof PayPlan>

/** Loss rule: `allow` is ‰×1000 (3 ‰ = 3000) or grams by kind; deduct price is yuan per ton. */
export const LossRule = z.strictObject({
  kind: zKey(lossKinds),
  allow: zInt(0, 1_000_000_000),
  scope: zKey(lossScopes),
  basis: zKey(lossBases),
  deductUnitPrice: zUnitPrice,
  rounding: zKey(roundings),
})
export type LossRule = z.output<typeof LossRule>

export const ReceiptRule = z.strictObject({
  needPhoto: zBool,
  needOriginal: zBool,
  copies: zInt(0, 9),
  returnDays: zInt(0, 90),
})
export type ReceiptRule = z.output<typeof ReceiptRule>

/** The fields of goods at publishing; a change may set them anew. */
export const goodsFields = {
  kind: zKey(goodsKinds),
  title: z.optional(zLooseText(60)),
  upstreamNo: z.optional(zLooseText(35)),
  loadPoints: z.array(Point).check(z.minLength(1, '至少填写一个'), z.maxLength(5, '最多五个')),
  unloadPoints: z.array(Point).check(z.minLength(1, '至少填写一个'), z.maxLength(5, '最多五个')),
  items: z.array(Item).check(z.minLength(1, '至少填写一项'), z.maxLength(20, '最多二十项')),
  vehicleNeed: VehicleNeed,
  quantityMode: zKey(quantityModes),
  /** In the unit of the quantity mode: trucks, grams, 10⁻⁴ m³ or pieces. */
  totalQty: zInt(1, 10_000_000_000_000),
  perTruckMax: z.optional(zInt(1, 10_000_000_000_000)),
  /** Trucks that may be appointed on one day; bulk goods only. */
  dailyTrucks: z.optional(zInt(1, 9999)),
  pricing: zKey(pricings),
  unitPrice: zUnitPrice,
  priceSteps: z.optional(priceSteps),
  distanceKm: z.optional(zInt(1, 10_000)),
  payPlan: PayPlan,
  lossRule: LossRule,
  receiptRule: ReceiptRule,
  poundRule: z.optional(PoundRule),
  gx: z.optional(Gx),
  publishTo: zKey(publishTargets),
  carrierIds: z.optional(z.array(zId, notChosen).check(z.maxLength(100))),
  takeMode: zKey(takeModes),
  validTo: zTime,
  remark: z.optional(zLooseText(256)),
}

export const GoodsFields = z.strictObject(goodsFields)
export type GoodsFields = z.output<typeof GoodsFields>

export const publishGoods = call({
  method: 'POST',
  path: '/auth/v1/goods/publish',
  title: '发布货源',
  permit: 'goods.publish',
  input: z.strictObject({
    ...goodsFields,
    /** The platform alone publishes for others and says for whom. */
    shipperId: z.optional(zId),
    /** Goods these were ordered anew from. */
    copiedFrom: z.optional(zId),
  }),
  output: z.object({ id: zId, goodsNo: z.string(), version: zVersion }),
  overlay: '发布中...',
})

/** A row of the goods list. Price columns are absent without their permit. */
export const GoodsRow = z.object({
  id: zId,
  goodsNo: z.string(),
  kind: zKey(goodsKinds),
  state: zKey(goodsStates.states),
  title: z.string(),
  shipperId: zId,
  shipperName: z.string(),
  loadRegion: z.string(),
  loadPlace: z.string(),
  unloadRegion: z.string(),
  unloadPlace: z.string(),
  itemNames: z.string(),
  weightG: zGrams,
  quantityMode: zKey(quantityModes),
  totalQty: z.number(),
  remainQty: z.number(),
  perTruckMax: z.optional(z.number()),
  pricing: zKey(pricings),
  shipperUnitPrice: z.optional(zUnitPrice),
  carrierUnitPrice: z.optional(zUnitPrice),
  publishTo: zKey(publishTargets),
  takeMode: zKey(takeModes),
  validTo: zTime,
  createdAt: zTime,
  /** Since when it is in its state; absent where that was not kept. */
  stateSince: z.optional(zTime),
  version: zVersion,
  /** When the next price of its plan comes into force. */
  nextPriceAt: z.optional(zTime),
  /** A change of it waits for carriers to agree. */
  isChanging: zBool,
})
export type GoodsRow = z.output<typeof GoodsRow>

const goodsFilter = {
  text: z.optional(zLooseText(200)),
  state: z.optional(zKey(goodsStates.states)),
  kind: z.optional(zKey(goodsKinds)),
  loadRegion: z.optional(zRegion),
  unloadRegion: z.optional(zRegion),
  from: z.optional(zTime),
  to: z.optional(zTime),
  takeMode: z.optional(zKey(takeModes)),
  publishTo: z.optional(zKey(publishTargets)),
  shipperId: z.optional(zId),
  /** Many numbers pasted at once: goods numbers, and for the publishing side customers' numbers. */
  numbers: z.optional(z.array(zNumber).check(z.maxLength(500, '一次最多查询五百个单号'))),
  /** The rows a person chose. */
  ids: zChosenIds,
}
export const listGoods = call({
  method: 'GET',
  path: '/auth/v1/goods/my',
  title: '我的货源',
  permit: 'goods.view',
  heavy: true,
  input: z.strictObject({ ...goodsFilter, sort: z.optional(zKey(listSorts.goods)), ...pageFields }),
  output: zPage(GoodsRow),
})
/** The quantity left, summed by the way of counting, in the unit of each; absent where no row is counted so. */
export const leftSums = {
  BY_TRUCK: z.optional(z.number()),
  BY_TON: z.optional(z.number()),
  BY_M3: z.optional(z.number()),
  BY_PIECE: z.optional(z.number()),
} as const satisfies Record<QuantityMode, unknown>
/**
 * Counts by state under the list's filter (the state itself left out), 10,001 stands for more than 10,000; or with
 * `part: 'sums'`
 * the sums of all rows of the list, of the newest 10,001 when there are more (`summed` says of how many).
 */
export const countGoods = call({
  method: 'GET',
  path: '/auth/v1/goods/statistical',
  title: '货源统计',
  permit: 'goods.view',
  heavy: true,
  input: z.strictObject({ ...goodsFilter, part: z.optional(z.enum(['counts', 'sums'])) }),
  output: zCounts({ weightG: zGrams, ...leftSums }),
})

/** Goods offered to the caller's carrier company and still open. */
export const listOffers = call({
  method: 'GET',
  path: '/auth/v1/goods/offers',
  title: '可接货源',
  permit: 'task.view',
  heavy: true,
  input: z.strictObject({
    text: z.optional(zLooseText(40)),
    loadRegion: z.optional(zRegion),
    unloadRegion: z.optional(zRegion),
    ...pageFields,
  }),
  output: zPage(GoodsRow),
})

/** One line of a record's history: author, act and time, and each field old → new. */
export const LogLine = z.object({
  at: zTime,
  by: z.string(),
  action: z.string(),
  remark: z.optional(z.string()),
  diff: z.optional(z.array(z.object({ field: z.string(), old: z.string(), new: z.string() }))),
})
export type LogLine = z.output<typeof LogLine>

export const GoodsDetail = z.extend(GoodsRow, {
  upstreamNo: z.optional(z.string()),
  loadPoints: z.array(ShownPoint),
  unloadPoints: z.array(ShownPoint),
  items: z.array(Item),
  vehicleNeed: VehicleNeed,
  distanceKm: z.optional(z.number()),
  payPlan: PayPlan,
  lossRule: LossRule,
  receiptRule: ReceiptRule,
  remark: z.optional(z.string()),
  dailyTrucks: z.optional(z.number()),
  poundRule: z.optional(PoundRule),
  gx: z.optional(Gx),
  priceSteps: z.array(ShownStep),
  /** Goods these were ordered anew from; absent for carriers. */
  copiedFrom: z.optional(z.object({ id: zId, goodsNo: z.string() })),
  carriers: z.array(z.object({ id: zId, name: z.string() })),
  /** Parts of the quantity taken, for the publishing side: sent and not answered, on no waybill yet; and trucks sent. */
  progress: z.optional(z.object({ waiting: z.number(), undispatched: z.number(), trucks: z.number() })),
  waybills: z.array(z.object({ id: zId, waybillNo: z.string(), plate: z.string(), state: z.string() })),
  tasks: z.array(
    z.object({
      id: zId,
      taskNo: z.string(),
      carrierName: z.string(),
      qty: z.number(),
      remainQty: z.number(),
      state: z.string(),
    }),
  ),
  log: z.array(LogLine),
  /** Names of goodsStates moves the caller can make now. */
  moves: z.array(z.string()),
  /** Moves the caller could make but for what is under way, and the words that say so. */
  barred: z.optional(z.object({ moves: z.array(z.string()), why: z.string() })),
  /** The caller's company, a carrier, can take part of them now. */
  canTake: zBool,
})
export type GoodsDetail = z.output<typeof GoodsDetail>
export const getGoods = call({
  method: 'GET',
  path: '/auth/v1/goods/details',
  title: '货源详情',
  permit: 'goods.view',
  input: z.strictObject({ id: zId }),
  output: GoodsDetail,
})

export const moveGoods = call({
  method: 'POST',
  path: '/auth/v1/goods/move',
  title: '变更货源状态',
  permit: 'goods.close',
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    /** `end`: the quantity not taken is given up, once all work on the rest is done. */
    move: z.enum(['pause', 'resume', 'cancel', 'end']),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})

/** A carrier takes part of offered goods; the remaining quantity stays exact under concurrent takes. */
export const takeGoods = call({
  method: 'POST',
  path: '/auth/v1/goods/take',
  title: '接单',
  permit: 'goods.take',
  sides: ['carrier'],
  overlay: '接单中...',
  input: z.strictObject({
    goodsId: zId,
    qty: zInt(1, 10_000_000_000_000),
    /** The price the person saw: another one in force by now is refused instead of taken unseen. */
    carrierUnitPrice: z.optional(zUnitPrice),
  }),
  output: z.object({ taskId: zId, taskNo: zNumber, remainQty: z.number() }),
})
