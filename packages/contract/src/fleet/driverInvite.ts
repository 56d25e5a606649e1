// Calls of drivers who register themselves: the invitation is made at the desk; the phone holds a link, and after its
// number is proven a ticket.
import { driverInviteLimits, driverInviteStates, invitePhotos } from '@yunshu/domain/fleet/driverInvite'
import { checkLicenceNo } from '@yunshu/domain/fleet/papers'
import { checkBankCard, checkIdNo, checkMobile, checkQualification } from '@yunshu/domain/identity/identity'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zChanged, zCode, zDone, zId, zKey, zRuled, zText, zTime, zVersion } from '../fields.ts'

const zMobile = zRuled(11, checkMobile)
// any text is answered the same way, so that the form of a code tells nothing either
const zAnyCode = z.optional(z.string().check(z.maxLength(64)))

/** Invites one driver by the number of his phone. `inviteCode` is told once. */
export const makeDriverInvite = call({
  method: 'POST',
  path: '/auth/v1/drivers/invite/add',
  title: '邀请司机登记',
  permit: 'driver.edit',
  sides: ['carrier'],
  secret: true,
  overlay: '操作中...',
  input: z.strictObject({ mobile: zMobile }),
  output: z.object({ inviteId: zId, inviteCode: z.string(), until: zTime }),
})

/** An invitation; `smsCode` is the last code of a simulated message, shown to the house alone. */
export const DriverInviteRow = z.object({
  id: zId,
  carrierName: z.string(),
  mobile: z.string(),
  state: zKey(driverInviteStates.states),
  makerName: z.string(),
  createdAt: zTime,
  until: zTime,
  reason: z.optional(z.string()),
  driverId: z.optional(zId),
  /** The number of the account at the channel. */
  accountNo: z.optional(z.string()),
  smsCode: z.optional(z.string()),
  version: zVersion,
})
export type DriverInviteRow = z.output<typeof DriverInviteRow>

/** The newest hundred. */
export const listDriverInvites = call({
  method: 'GET',
  path: '/auth/v1/drivers/invites',
  title: '司机登记邀请',
  permit: 'driver.view',
  input: z.strictObject({}),
  output: z.object({ rows: z.array(DriverInviteRow) }),
})

export const revokeDriverInvite = call({
  method: 'POST',
  path: '/auth/v1/drivers/invite/revoke',
  title: '撤回司机邀请',
  permit: 'driver.edit',
  sides: ['carrier'],
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion }),
  output: zChanged,
})

/** The facts behind a link: the carrier, the state, and the text to agree to. Nothing of the driver. */
export const openDriverInvite = call({
  method: 'POST',
  path: '/v1/public/driverInvite',
  title: '司机登记',
  permit: 'public',
  secret: true,
  input: z.strictObject({ inviteCode: zAnyCode }),
  output: z.object({
    carrierName: z.string(),
    state: zKey(driverInviteStates.states),
    consent: z.object({ version: z.string(), text: z.string(), hash: z.string() }),
  }),
})

/** Sends a code to the invited number. Another number is answered alike, and gets none. */
export const sendDriverCode = call({
  method: 'POST',
  path: '/v1/public/driverInvite/code',
  title: '发送登记验证码',
  permit: 'public',
  secret: true,
  input: z.strictObject({ inviteCode: zAnyCode, mobile: zMobile }),
  output: z.object({ waitS: z.number() }),
})

/** Proves the phone: the ticket stands for it as long as the driver goes on; his draft comes back with it. */
export const startDriverInvite = call({
  method: 'POST',
  path: '/v1/public/driverInvite/start',
  title: '验证手机号',
  permit: 'public',
  secret: true,
  input: z.strictObject({ inviteCode: zAnyCode, mobile: zMobile, smsCode: zText(6) }),
  output: z.object({ ticket: z.string(), draft: z.string(), reason: z.optional(z.string()) }),
})

export const saveDriverDraft = call({
  method: 'POST',
  path: '/v1/public/driverInvite/draft',
  title: '保存登记草稿',
  permit: 'driver.edit',
  byLink: true,
  personal: true,
  input: z.strictObject({ body: z.string().check(z.maxLength(driverInviteLimits.draftMax)) }),
  output: zDone,
})

/**
 * Registers the driver with his account and papers, hands them in to be verified, and orders the account at the channel.
 * `categories` names the kind of each file in its order. `returnCode` opens the page that tells how it ended.
 */
export const submitDriverInvite = call({
  method: 'POST',
  path: '/v1/public/driverInvite/submit',
  title: '提交司机登记',
  permit: 'driver.edit',
  byLink: true,
  body: 'multipart',
  overlay: '提交中...',
  input: z.strictObject({
    name: zText(30),
    idNo: zRuled(18, checkIdNo),
    idCardExpiry: zTime,
    licenceNo: zRuled(18, checkLicenceNo),
    licenceClass: zCode(6),
    licenceExpiry: zTime,
    qualificationNo: z.optional(zRuled(19, checkQualification)),
    qualificationExpiry: z.optional(zTime),
    bank: zText(60),
    accountNo: zRuled(32, checkBankCard),
    consentVersion: zText(20),
    consentHash: zText(64),
    categories: z.array(zKey(invitePhotos)).check(z.maxLength(9, '一次最多九个')),
  }),
  output: z.object({ state: zKey(driverInviteStates.states), returnCode: z.string() }),
})
