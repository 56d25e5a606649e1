// Calls and shapes of sharing: links to goods, and what anybody may see of goods without signing in.
import { goodsKinds, goodsStates, pricings, quantityModes, takeModes } from '@yunshu/domain/goods/goods'
import { shareLimits } from '@yunshu/domain/share'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { zBool, zDone, zGrams, zId, zInt, zKey, zTime, zUnitPrice } from './fields.ts'

/** A place as strangers see it: the division and the name, without street, contact and number. */
const PublicPlace = z.object({
  name: z.string(),
  regionName: z.string(),
  windowStart: z.optional(zTime),
  windowEnd: z.optional(zTime),
})
export type PublicPlace = z.output<typeof PublicPlace>

/**
 * The fields of goods that anybody may see, and no others. `contactName` and `contactMobile` are
 * masked. `unitPrice` is the carrier's, and only where the sharer shows it.
 */
export const PublicGoods = z.object({
  /** Leads a signed-in carrier to the page of the goods, which judges anew whether they may see it. */
  goodsId: zId,
  goodsNo: z.string(),
  kind: zKey(goodsKinds),
  title: z.string(),
  companyName: z.string(),
  contactName: z.string(),
  contactMobile: z.string(),
  loadPoints: z.array(PublicPlace),
  unloadPoints: z.array(PublicPlace),
  distanceKm: z.optional(z.number()),
  items: z.array(
    z.object({
      name: z.string(),
      packing: z.optional(z.string()),
      weightG: zGrams,
      volume: z.optional(z.number()),
      pieces: z.optional(z.number()),
    }),
  ),
  vehicleNeed: z.object({
    types: z.array(z.string()),
    lengthsDm: z.array(z.number()),
    minTonnageG: z.optional(zGrams),
  }),
  quantityMode: zKey(quantityModes),
  totalQty: z.number(),
  remainQty: z.number(),
  perTruckMax: z.optional(z.number()),
  takeMode: zKey(takeModes),
  pricing: zKey(pricings),
  unitPrice: z.optional(zUnitPrice),
  /** Until when the goods can be taken. */
  validTo: zTime,
  /** Until when the link holds; absent for the public address of the goods itself. */
  expiresAt: z.optional(zTime),
})
export type PublicGoods = z.output<typeof PublicGoods>

// any text is answered the same way, so that the form of a code tells nothing either
const zAnyCode = z.optional(z.string())

/** Goods offered to everybody, by their public address. */
export const getPublicGoods = call({
  method: 'GET',
  path: '/v1/public/goods',
  title: '公开货源',
  permit: 'public',
  input: z.strictObject({ publicCode: zAnyCode }),
  output: PublicGoods,
})
/** Goods behind a link; each answer is one view of it. */
export const getSharedGoods = call({
  method: 'GET',
  path: '/v1/public/shareGoods',
  title: '分享货源',
  permit: 'public',
  input: z.strictObject({ shareCode: zAnyCode }),
  output: PublicGoods,
})

/** A link with its secret: people who may share the goods may pass it on again. */
export const Share = z.object({
  id: zId,
  shareCode: z.string(),
  showsPrice: zBool,
  expiresAt: zTime,
  maxViews: z.optional(z.number()),
  views: z.number(),
  lastViewAt: z.optional(zTime),
  revokedAt: z.optional(zTime),
  createdName: z.string(),
  createdAt: zTime,
  /** The carrier's price per unit now; only of links that show it. */
  unitPrice: z.optional(zUnitPrice),
})
export type Share = z.output<typeof Share>

/** The links of goods, newest first, and the goods as a link shows them, but for the price. */
export const listShares = call({
  method: 'GET',
  path: '/auth/v1/share/list',
  title: '分享链接',
  permit: 'goods.share',
  input: z.strictObject({ goodsId: zId }),
  output: z.object({
    rows: z.array(Share),
    goods: PublicGoods,
    state: zKey(goodsStates.states),
    /** False: no link of these goods opens at the moment, even before its own end. */
    isOpen: zBool,
    /** The address of the goods on the public page; absent unless they are offered to everybody. */
    publicCode: z.optional(z.string()),
  }),
})

export const makeShare = call({
  method: 'POST',
  path: '/auth/v1/share/add',
  title: '生成分享链接',
  permit: 'goods.share',
  overlay: '操作中...',
  input: z.strictObject({
    goodsId: zId,
    days: zInt(1, shareLimits.daysMax),
    showsPrice: zBool,
    maxViews: z.optional(zInt(1, shareLimits.viewsMax)),
  }),
  output: Share,
})
/** Makes a link worthless at once; one that is already does not change. */
export const revokeShare = call({
  method: 'POST',
  path: '/auth/v1/share/revoke',
  title: '作废分享链接',
  permit: 'goods.share',
  overlay: '操作中...',
  input: z.strictObject({ id: zId }),
  output: zDone,
})
