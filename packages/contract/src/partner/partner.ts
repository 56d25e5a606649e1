// Calls of the partners an installation talks to: how each stands, and the channels by which sheets can be paid.
import { partners, partnerStates } from '@yunshu/domain/partner'
import { payChannels } from '@yunshu/domain/settlement/settlement'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { pageFields, zFen, zKey, zPage, zTime } from '../fields.ts'

export const PartnerRow = z.object({
  key: zKey(partners),
  state: zKey(partnerStates),
  /** The particulars of this installation: an address, or what stands in for the partner. */
  remark: z.string(),
  succeededAt: z.optional(zTime),
  failedAt: z.optional(zTime),
  fault: z.optional(z.string()),
})
export type PartnerRow = z.output<typeof PartnerRow>

export const listPartners = call({
  method: 'GET',
  path: '/auth/v1/partner/list',
  title: '接口状态',
  permit: 'partner.view',
  sides: ['platform'],
  wholeCompany: true,
  input: z.strictObject({ ...pageFields }),
  output: zPage(PartnerRow),
})

/** The channels this installation has, and how they are; none: nothing can be paid. */
export const listPayChannels = call({
  method: 'GET',
  path: '/auth/v1/partner/payChannels',
  title: '可用支付通道',
  permit: 'settlement.pay',
  wholeCompany: true,
  input: z.strictObject({}),
  output: z.object({
    channels: z.array(zKey(payChannels)),
    /** The largest amount of one order, of channels that name one. */
    limits: z.array(z.object({ channel: zKey(payChannels), max: zFen })),
    /** Channels that gave no answer to several orders in a row, with the moment of their last answer. */
    silent: z.array(z.object({ channel: zKey(payChannels), answeredAt: z.optional(zTime) })),
  }),
})
