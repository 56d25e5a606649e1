// Calls of the home page: what went on in the last thirty days.
import * as z from 'zod/mini'
import { call } from './call.ts'
import { zFen, zGrams, zTime } from './fields.ts'

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
