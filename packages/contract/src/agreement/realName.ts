// Calls of real-name checks (实名认证) of a company and of the person who signs for it.
import { realNameKinds, realNameStates } from '@yunshu/domain/identity/realName'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zBool, zDone, zId, zKey, zLooseText, zText, zTime } from '../fields.ts'
import { SealReturn, sealReturnInput } from './agreement.ts'

const market = ['shipper', 'carrier'] as const

export const RealNameRow = z.object({
  id: zId,
  kind: zKey(realNameKinds),
  state: zKey(realNameStates.states),
  name: z.string(),
  /** Credit code of a company; of a number of a person the last four places. */
  no: z.string(),
  maker: z.string(),
  createdAt: zTime,
  endedAt: z.optional(zTime),
  reason: z.optional(z.string()),
})
export type RealNameRow = z.output<typeof RealNameRow>
/** The newest check of the company, and of the caller as the person who signs; of another company for whoever judges companies. */
export const getRealName = call({
  method: 'GET',
  path: '/auth/v1/realName/details',
  title: '实名认证',
  permit: 'company.view',
  input: z.strictObject({ companyId: z.optional(zId) }),
  output: z.object({
    company: z.optional(RealNameRow),
    person: z.optional(RealNameRow),
    /** A partner is connected and the caller may have a check done. */
    canStart: zBool,
    isSimulated: zBool,
  }),
})
/** Begins a check, or answers the one that is open. */
export const startRealName = call({
  method: 'POST',
  path: '/auth/v1/realName/start',
  title: '实名认证',
  permit: 'agreement.sign',
  sides: market,
  input: z.strictObject({
    kind: zKey(realNameKinds),
    /** Of a person; a company is checked as it is registered. */
    name: z.optional(zText(30)),
    no: z.optional(zLooseText(18)),
  }),
  output: z.object({ id: zId }),
})
/** The address at the partner where an open check is done; the browser comes back to `/public/fadadaRenzheng`. */
export const openRealName = call({
  method: 'POST',
  path: '/auth/v1/realName/open',
  title: '去实名认证',
  permit: 'agreement.sign',
  sides: market,
  secret: true,
  input: z.strictObject({ id: zId }),
  output: z.object({ url: z.string() }),
})
/** Asks the partner now. */
export const askRealName = call({
  method: 'POST',
  path: '/auth/v1/realName/query',
  title: '查询认证结果',
  permit: 'agreement.sign',
  sides: market,
  personal: true,
  input: z.strictObject({ id: zId }),
  output: zDone,
})
/** The check by the code that left with the browser: good for the first browser that brings it. */
export const askRealNameReturn = call({
  method: 'POST',
  path: '/v1/public/realNameReturn',
  title: '认证结果',
  permit: 'public',
  input: z.strictObject(sealReturnInput),
  output: SealReturn,
})
