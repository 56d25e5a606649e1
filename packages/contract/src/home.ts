// Calls of the home page: what waits for the caller, and what went on in the last thirty days.
import { tones } from '@yunshu/domain/states'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { zFen, zGrams, zTime } from './fields.ts'

/** Home cards: what waits for the caller today; each opens a list with that filter. */
export const getHome = call({
  method: 'GET',
  path: '/auth/v1/home',
  title: '首页',
  permit: 'session',
  heavy: true,
  input: z.strictObject({}),
  output: z.object({
    cards: z.array(
      z.object({ key: z.string(), title: z.string(), count: z.number(), path: z.string(), tone: z.enum(tones) }),
    ),
  }),
})

/** Days shown on the home page, today among them. */
export const homeDays = 30

/**
 * The last thirty days, oldest first, each day once: waybills made, and signed with the weight that arrived and the
 * freight, by the day
 * in China on which they were. Freight columns are absent without their permit.
 */
export const getHomeDays = call({
  method: 'GET',
  path: '/auth/v1/home/days',
  title: '近30天统计',
  permit: 'waybill.view',
  heavy: true,
  input: z.strictObject({}),
  output: z.object({
    days: z.array(
      z.object({
        day: zTime,
        made: z.number(),
        signed: z.number(),
        weightG: zGrams,
        shipperFreight: z.optional(zFen),
        carrierFreight: z.optional(zFen),
      }),
    ),
  }),
})
