// The call for the price of a lane by one's own deals.
import { pricings } from '@yunshu/domain/goods/goods'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zId, zKey, zRegion, zUnitPrice } from '../fields.ts'

/** Own goods of the last 30 days between the two cities that were taken, at least five; never another company's. */
export const getPriceHint = call({
  method: 'GET',
  path: '/auth/v1/goods/priceHint',
  title: '线路参考价',
  permit: 'goods.publish',
  input: z.strictObject({
    shipperId: z.optional(zId),
    loadRegion: zRegion,
    unloadRegion: zRegion,
    pricing: zKey(pricings),
  }),
  output: z.object({
    /** Absent where there are too few deals, or the price is not the person's to see. */
    hint: z.optional(z.object({ count: z.number(), low: zUnitPrice, middle: zUnitPrice, high: zUnitPrice })),
  }),
})
