// Calls and shapes of changes of published goods (货源信息变更) and of ordering goods anew (再来一单).
import { consentStates, goodsChangeStates } from '@yunshu/domain/goods/change'
import { goodsKinds, goodsStates } from '@yunshu/domain/goods/goods'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { pageFields, zBool, zChanged, zId, zKey, zLooseText, zPage, zText, zTime, zVersion } from '../fields.ts'
import { GoodsFields, goodsFields } from './goods.ts'

/**
 * Goods as they are now, to be changed in the form they were published with; `taken` is the quantity carriers took, in
 * the unit of the goods.
 */
export const GoodsSaid = z.object({
  id: zId,
  goodsNo: z.string(),
  version: zVersion,
  state: zKey(goodsStates.states),
  shipperId: zId,
  shipperName: z.string(),
  taken: z.number(),
  fields: GoodsFields,
  /** Carriers the goods are offered to by name, for words. */
  carriers: z.array(z.object({ id: zId, name: z.string() })),
  /** Carriers that must agree to changes of the bargain: those with open tasks or waybills. */
  asked: z.array(z.string()),
  /** Of these, those that must agree to another price: they get the price of the goods, not one of their own. */
  askedOnPrice: z.array(z.string()),
  /** Waybills that are not loaded yet: a change may be applied to them. */
  openWaybills: z.number(),
})
export type GoodsSaid = z.output<typeof GoodsSaid>
export const getGoodsSaid = call({
  method: 'GET',
  path: '/auth/v1/goods/said',
  title: '查询可变更的货源信息',
  permit: 'goods.publish',
  input: z.strictObject({ id: zId }),
  output: GoodsSaid,
})

/** Asks for a change: all fields as they shall be. Applied at once unless carriers with open work must agree. */
export const changeGoods = call({
  method: 'POST',
  path: '/auth/v1/goods/change',
  title: '变更货源信息',
  permit: 'goods.publish',
  overlay: '提交中...',
  input: z.strictObject({ id: zId, version: zVersion, ...goodsFields, reason: zText(200), appliesToOpen: zBool }),
  output: z.object({ id: zId, state: zKey(goodsChangeStates.states), goodsVersion: zVersion }),
})

const Consent = z.object({
  carrierName: z.string(),
  state: zKey(consentStates.states),
  reason: z.optional(z.string()),
  answeredBy: z.optional(z.string()),
  answeredAt: z.optional(zTime),
})

/** A change with what it changes in words; a carrier sees its own consent and its own price. */
export const GoodsChange = z.object({
  id: zId,
  goodsId: zId,
  goodsNo: z.string(),
  title: z.string(),
  shipperName: z.string(),
  state: zKey(goodsChangeStates.states),
  reason: z.string(),
  diff: z.array(z.object({ field: z.string(), old: z.string(), new: z.string() })),
  appliesToOpen: zBool,
  consents: z.array(Consent),
  createdBy: z.string(),
  createdAt: zTime,
  updatedAt: zTime,
  version: zVersion,
  /** The answers the caller can give now. */
  moves: z.array(z.enum(['agree', 'refuse', 'withdraw'])),
})
export type GoodsChange = z.output<typeof GoodsChange>

const changeFilter = {
  goodsId: z.optional(zId),
  state: z.optional(zKey(goodsChangeStates.states)),
  isWaiting: z.optional(zBool),
  /** Part of the number or title of the goods. */
  text: z.optional(zLooseText(60)),
}
/** Changes, newest first: of some goods, or with `isWaiting` those that wait for the caller's company. */
export const listGoodsChanges = call({
  method: 'GET',
  path: '/auth/v1/goods/changes',
  title: '货源变更记录',
  permit: 'goods.view',
  input: z.strictObject({ ...changeFilter, ...pageFields }),
  output: zPage(GoodsChange),
})
/** Counts by state without the filter's own state. */
export const countGoodsChanges = call({
  method: 'GET',
  path: '/auth/v1/goods/changes/statistical',
  title: '货源变更统计',
  permit: 'goods.view',
  heavy: true,
  input: z.strictObject(changeFilter),
  output: z.object({ state: z.record(z.string(), z.number()) }),
})
export const getGoodsChange = call({
  method: 'GET',
  path: '/auth/v1/goods/change/details',
  title: '货源变更详情',
  permit: 'goods.view',
  input: z.strictObject({ id: zId }),
  output: GoodsChange,
})

/** A carrier agrees, or refuses with a reason; one refusal ends the change, the last agreement applies it. */
export const answerGoodsChange = call({
  method: 'POST',
  path: '/auth/v1/goods/change/answer',
  title: '答复货源变更',
  permit: 'goods.take',
  overlay: '提交中...',
  input: z.strictObject({ id: zId, version: zVersion, agrees: zBool, reason: z.optional(zLooseText(200)) }),
  output: z.object({ id: zId, version: zVersion, state: zKey(goodsChangeStates.states) }),
})
export const withdrawGoodsChange = call({
  method: 'POST',
  path: '/auth/v1/goods/change/withdraw',
  title: '撤回货源变更',
  permit: 'goods.publish',
  overlay: '提交中...',
  input: z.strictObject({ id: zId, version: zVersion }),
  output: zChanged,
})

/**
 * Goods of the caller's company as they would be ordered anew: without numbers, with times moved into the future, and
 * what was left out in words.
 */
export const getRepublish = call({
  method: 'GET',
  path: '/auth/v1/goods/republish',
  title: '再来一单',
  permit: 'goods.publish',
  input: z.strictObject({ id: zId }),
  output: z.object({
    id: zId,
    goodsNo: z.string(),
    kind: zKey(goodsKinds),
    shipperId: zId,
    fields: GoodsFields,
    left: z.array(z.string()),
    moved: z.array(z.string()),
  }),
})
