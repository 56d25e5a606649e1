// Calls of the first set-up of an installation: the platform's company, its first branch and its first administrator.
import { checkAccount } from '@yunshu/domain/account/staff'
import { checkMobile, checkUscc } from '@yunshu/domain/identity/identity'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { zPassword, zRegion, zRuled, zText, zTime } from './fields.ts'

/** The platform as it is founded; its first branch stands at the same address until it says otherwise itself. */
export const Foundation = z.strictObject({
  companyName: zText(100),
  creditCode: zRuled(18, checkUscc),
  regionCode: zRegion,
  address: zText(200),
  contactName: zText(30),
  mobile: zRuled(11, checkMobile),
  branchName: zText(100),
  branchShortName: zText(20),
  branchCreditCode: zRuled(18, checkUscc),
})
export type Foundation = z.output<typeof Foundation>

// any text is answered the same way, so that the form of a code tells nothing either
const zSetupCode = z.optional(z.string())

/** Whether the address still opens; until when. */
export const openSetup = call({
  method: 'POST',
  path: '/v1/setup',
  title: '打开初始设置',
  permit: 'public',
  secret: true,
  input: z.strictObject({ setupCode: zSetupCode }),
  output: z.object({ expiresAt: zTime }),
})
/** Founds the platform, all of it or nothing; the address is used up. */
export const completeSetup = call({
  method: 'POST',
  path: '/v1/setup/complete',
  title: '完成初始设置',
  permit: 'public',
  secret: true,
  overlay: '正在设置...',
  input: z.strictObject({
    setupCode: zSetupCode,
    ...Foundation.shape,
    account: zRuled(32, checkAccount),
    adminName: zText(30),
    password: zPassword,
  }),
  output: z.object({ account: z.string() }),
})
