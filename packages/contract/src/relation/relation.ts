// Calls and shapes of relations (合作关系): partner companies, inviting and answering, ending, invitation links, history.
import { inviters, relationStates } from '@yunshu/domain/relation'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { pageFields, zBool, zChanged, zDone, zId, zKey, zLooseText, zPage, zText, zTime, zVersion } from '../fields.ts'
import { LogLine } from '../goods/goods.ts'

const overlay = '修改中...'

/**
 * A company the caller works with, or did. `state` is that of the relation; for platform and branches, who see the
 * companies they serve, it is that of the company, and what belongs to a relation is absent.
 */
export const RelatedCompany = z.object({
  id: zId,
  companyId: zId,
  name: z.string(),
  trustCode: z.string(),
  contactName: z.string(),
  contactMobile: z.string(),
  regionCode: z.string(),
  state: z.string(),
  since: z.number(),
  openWaybills: z.number(),
  /** Signed waybills between the two that are not settled whole; for companies, with `all`. */
  unsettled: z.optional(z.number()),
  isContract: zBool,
  relation: z.optional(
    z.object({
      shipperId: zId,
      carrierId: zId,
      version: zVersion,
      invitedBy: z.optional(zKey(inviters)),
      isOurs: zBool,
      message: z.string(),
      expiresAt: z.optional(zTime),
      endedAt: z.optional(zTime),
      reason: z.optional(z.string()),
      /** Moves of relationStates the caller can make now. */
      moves: z.array(z.string()),
    }),
  ),
})
export type RelatedCompany = z.output<typeof RelatedCompany>

/** Without `all`: those in a live relation, by name, to choose from. With it: every relation, newest first. */
const partnerFilter = {
  text: z.optional(zLooseText(40)),
  state: z.optional(zKey(relationStates.states)),
  /** The side that asked for it. */
  invitedBy: z.optional(zKey(inviters)),
  all: z.optional(zBool),
}

/** Carriers of the caller's company (spec §7). */
export const listCarriers = call({
  method: 'GET',
  path: '/auth/v1/shipperCarrier/carrierList',
  title: '合作承运商',
  permit: 'relation.view',
  input: z.strictObject({ ...partnerFilter, ...pageFields }),
  output: zPage(RelatedCompany),
})
/** Shippers of the caller's company (spec §7). */
export const listShippers = call({
  method: 'GET',
  path: '/auth/v1/shipperCarrier/shipperList',
  title: '合作货主',
  permit: 'relation.view',
  input: z.strictObject({ ...partnerFilter, ...pageFields }),
  output: zPage(RelatedCompany),
})
const counts = z.object({ state: z.record(z.string(), z.number()) })
export const countCarriers = call({
  method: 'GET',
  path: '/auth/v1/shipperCarrier/carrierStatistical',
  title: '合作承运商统计',
  permit: 'relation.view',
  heavy: true,
  input: z.strictObject(partnerFilter),
  output: counts,
})
export const countShippers = call({
  method: 'GET',
  path: '/auth/v1/shipperCarrier/shipperStatistical',
  title: '合作货主统计',
  permit: 'relation.view',
  heavy: true,
  input: z.strictObject(partnerFilter),
  output: counts,
})

/** Facts of a company that everybody may know when looking for partners, and its relation to the caller. */
export const FoundCompany = z.object({
  companyId: zId,
  name: z.string(),
  trustCode: z.string(),
  regionCode: z.string(),
  kind: zKey({ shipper: '货主', carrier: '承运商' }),
  state: z.optional(zKey(relationStates.states)),
})
export type FoundCompany = z.output<typeof FoundCompany>
/** Companies to invite, by part of a name (two characters at least) or the whole credit code. */
export const findCompanies = call({
  method: 'GET',
  path: '/auth/v1/shipperCarrier/getCompany',
  title: '查找企业',
  permit: 'relation.view',
  input: z.strictObject({ text: zText(50) }),
  output: z.object({ rows: z.array(FoundCompany) }),
})

const choice = z.object({ rows: z.array(z.object({ companyId: zId, name: z.string(), trustCode: z.string() })) })
/** Shippers a company works with now, to choose from; the company is the caller's own or one the house serves. */
export const getShipperSearch = call({
  method: 'GET',
  path: '/auth/v1/shipperCarrier/getShipperSearch',
  title: '选择货主',
  permit: 'relation.view',
  input: z.strictObject({ companyId: zId }),
  output: choice,
})
export const getCarrierSearch = call({
  method: 'GET',
  path: '/auth/v1/shipperCarrier/getCarrierSearch',
  title: '选择承运商',
  permit: 'relation.view',
  input: z.strictObject({ companyId: zId }),
  output: choice,
})

/** Both companies; one of them is the caller's. */
const pair = { shipperId: zId, carrierId: zId }
export const inviteCompany = call({
  method: 'POST',
  path: '/auth/v1/shipperCarrier/invite',
  title: '邀请合作',
  permit: 'relation.invite',
  overlay,
  input: z.strictObject({ ...pair, message: z.optional(zLooseText(200)) }),
  output: zChanged,
})
export const approveInvite = call({
  method: 'POST',
  path: '/auth/v1/shipperCarrier/approveInvite',
  title: '同意合作邀请',
  permit: 'relation.answer',
  overlay,
  input: z.strictObject({ ...pair, version: z.optional(zVersion) }),
  output: zChanged,
})
export const rejectInvite = call({
  method: 'POST',
  path: '/auth/v1/shipperCarrier/rejectInvite',
  title: '拒绝合作邀请',
  permit: 'relation.answer',
  overlay,
  // without a reason the server writes the usual one: the pair alone is a refusal (SE-03)
  input: z.strictObject({ ...pair, version: z.optional(zVersion), reason: z.optional(zText(200)) }),
  output: zChanged,
})
export const repeatInvite = call({
  method: 'POST',
  path: '/auth/v1/shipperCarrier/repeatInvite',
  title: '再次邀请',
  permit: 'relation.invite',
  overlay,
  input: z.strictObject({ ...pair, message: z.optional(zLooseText(200)) }),
  output: zChanged,
})
export const withdrawInvite = call({
  method: 'POST',
  path: '/auth/v1/shipperCarrier/withdraw',
  title: '撤回邀请',
  permit: 'relation.invite',
  overlay,
  input: z.strictObject({ ...pair, version: zVersion }),
  output: zChanged,
})
/** Refused while work is open, unless it may end once that is done. */
export const endRelationship = call({
  method: 'POST',
  path: '/auth/v1/shipperCarrier/endRelationship',
  title: '解除合作',
  permit: 'relation.end',
  overlay,
  input: z.strictObject({ ...pair, version: zVersion, reason: zText(200), atCompletion: z.optional(zBool) }),
  output: zChanged,
})
export const resumeRelationship = call({
  method: 'POST',
  path: '/auth/v1/shipperCarrier/resume',
  title: '撤销解除',
  permit: 'relation.end',
  overlay,
  input: z.strictObject({ ...pair, version: zVersion }),
  output: zChanged,
})

/** Counts of work still open between two companies. */
const OpenWork = z.object({ tasks: z.number(), waybills: z.number(), unsettled: z.number(), sheets: z.number() })
export const getRelation = call({
  method: 'GET',
  path: '/auth/v1/shipperCarrier/details',
  title: '合作详情',
  permit: 'relation.view',
  input: z.strictObject(pair),
  output: z.object({ state: zKey(relationStates.states), open: OpenWork, log: z.array(LogLine) }),
})

/**
 * A link; a person who opens it and agrees makes the two companies partners at once. Its secret is answered only when
 * it is made.
 */
const Link = z.object({
  id: zId,
  side: zKey(inviters),
  createdAt: zTime,
  expiresAt: zTime,
  uses: z.number(),
  isLive: zBool,
})
export const listLinks = call({
  method: 'GET',
  path: '/auth/v1/shipperCarrier/links',
  title: '邀请链接',
  permit: 'relation.invite',
  input: z.strictObject({}),
  output: z.object({ rows: z.array(Link) }),
})
export const makeLink = call({
  method: 'POST',
  path: '/auth/v1/shipperCarrier/link/add',
  title: '生成邀请链接',
  permit: 'relation.invite',
  sides: ['shipper', 'carrier'],
  overlay,
  input: z.strictObject({ side: zKey(inviters) }),
  output: z.object({ id: zId, linkCode: z.string(), expiresAt: zTime }),
})
export const revokeLink = call({
  method: 'POST',
  path: '/auth/v1/shipperCarrier/link/revoke',
  title: '作废邀请链接',
  permit: 'relation.invite',
  overlay,
  input: z.strictObject({ id: zId }),
  output: zDone,
})
const zLinkCode = z.string().check(z.regex(/^[\w-]{22}$/, '链接不完整，请重新复制'))
export const previewLink = call({
  method: 'GET',
  path: '/auth/v1/shipperCarrier/link',
  title: '查看邀请链接',
  permit: 'session',
  input: z.strictObject({ linkCode: zLinkCode }),
  output: z.object({
    companyId: zId,
    name: z.string(),
    trustCode: z.string(),
    side: zKey(inviters),
    expiresAt: zTime,
    state: z.optional(zKey(relationStates.states)),
    /** The reason the caller cannot accept, in words; absent when they can. */
    obstacle: z.optional(z.string()),
  }),
})
export const acceptLink = call({
  method: 'POST',
  path: '/auth/v1/shipperCarrier/link/accept',
  title: '接受邀请链接',
  permit: 'relation.answer',
  overlay,
  input: z.strictObject({ linkCode: zLinkCode }),
  output: zChanged,
})
