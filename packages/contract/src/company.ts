// Calls about companies that other pages need: related carriers to publish to, and a company card.
import * as z from 'zod/mini'
import { call } from './call.ts'
import { zBool, zId, zLooseText } from './fields.ts'

export const RelatedCompany = z.object({
  companyId: zId, name: z.string(), trustCode: z.string(), contactName: z.string(), contactMobile: z.string(),
  state: z.string(), since: z.number(), openWaybills: z.number(), isContract: zBool,
})
export type RelatedCompany = z.output<typeof RelatedCompany>

/** Carriers in a live relation with the caller's company (spec §7). */
export const listCarriers = call({
  method: 'GET', path: '/auth/v1/shipperCarrier/carrierList', title: '合作承运商', permit: 'relation.view',
  input: z.strictObject({ text: z.optional(zLooseText(40)) }), output: z.object({ rows: z.array(RelatedCompany) }),
})

/** Shippers in a live relation with the caller's company (spec §7). */
export const listShippers = call({
  method: 'GET', path: '/auth/v1/shipperCarrier/shipperList', title: '合作货主', permit: 'relation.view',
  input: z.strictObject({ text: z.optional(zLooseText(40)) }), output: z.object({ rows: z.array(RelatedCompany) }),
})
