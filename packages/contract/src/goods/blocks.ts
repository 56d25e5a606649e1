// Blocks of goods that not all have: the trunk line, what weighbridges must show, and the plan of prices.
import { priceStepsMax } from '@yunshu/domain/goods/priceSteps'
import * as z from 'zod/mini'
import { zBool, zRegion, zText, zTime, zUnitPrice } from '../fields.ts'

/** A place a trunk line passes on its way, in order. */
export const Via = z.strictObject({
  name: zText(60),
  regionCode: zRegion,
  regionName: zText(60),
  plannedAt: z.optional(zTime),
})

/** The trunk line (干线) goods ride on; `dropAndHook`: the tractor leaves its trailer and takes another (甩挂). */
export const Gx = z.strictObject({
  lineName: zText(60),
  shiftNo: zText(20),
  plannedDepartAt: zTime,
  via: z.array(Via).check(z.maxLength(10, '最多十个')),
  dropAndHook: zBool,
})
export type Gx = z.output<typeof Gx>

/** Weighings and photos that are demanded at both ends of a journey (磅单要求). */
export const PoundRule = z.strictObject({
  loadPhoto: zBool,
  loadWeight: zBool,
  unloadPhoto: zBool,
  unloadWeight: zBool,
})
export type PoundRule = z.output<typeof PoundRule>

/** A unit price of the shipper and the moment it comes into force. */
export const PriceStep = z.strictObject({ unitPrice: zUnitPrice, effectiveAt: zTime })
export const priceSteps = z.array(PriceStep).check(z.maxLength(priceStepsMax, '最多十项'))

/** A step as it is shown: each side sees its own price. */
export const ShownStep = z.object({
  shipperUnitPrice: z.optional(zUnitPrice),
  carrierUnitPrice: z.optional(zUnitPrice),
  effectiveAt: zTime,
})
export type ShownStep = z.output<typeof ShownStep>
