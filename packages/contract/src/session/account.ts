// Calls of one's own account: password, second factor, devices signed in, history of logins; and taking a colleague's
// factor away.
import { loginResults } from '@yunshu/domain/account/loginLog'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { pageFields, zBool, zChanged, zCode, zDone, zId, zKey, zPage, zPassword, zTime, zVersion } from '../fields.ts'

const overlay = '操作中...'
/** A code of the app, or a recovery code; as people type it, with or without gaps. */
const zFactorCode = zCode(32)

export const getAccount = call({
  method: 'GET',
  path: '/auth/v1/account',
  title: '账号安全',
  permit: 'session',
  input: z.strictObject({}),
  output: z.object({
    account: z.string(),
    /** Absent: not known. */
    passwordChangedAt: z.optional(zTime),
    passwordExpiresAt: z.optional(zTime),
    factor: z.optional(z.object({ since: zTime, recoveryLeft: z.number() })),
    /** This session was opened with the second factor. */
    hasSecondFactor: zBool,
    /** The person may approve or pay; whether their company wants the second factor; until when permits rest. */
    money: z.object({ isHeld: zBool, needsFactor: zBool, restsUntil: z.optional(zTime) }),
  }),
})

/** Signs out everywhere else. A wrong old password counts as a failed login. */
export const changePassword = call({
  method: 'POST',
  path: '/auth/v1/account/password',
  title: '修改密码',
  permit: 'session',
  always: true,
  secret: true,
  overlay,
  input: z.strictObject({ oldPassword: zPassword, newPassword: zPassword }),
  output: zDone,
})

/**
 * Begins to set the second factor up: a new secret for the app, as text and as the address of its QR code. Nothing is
 * asked for until it is confirmed.
 */
export const startFactor = call({
  method: 'POST',
  path: '/auth/v1/account/factor/start',
  title: '设置动态验证码',
  permit: 'session',
  secret: true,
  input: z.strictObject({ password: zPassword }),
  output: z.object({ secret: z.string(), address: z.string() }),
})
/** Sets it up with a code of the app; answers the recovery codes, which are shown this once. */
export const confirmFactor = call({
  method: 'POST',
  path: '/auth/v1/account/factor/confirm',
  title: '启用动态验证码',
  permit: 'session',
  secret: true,
  overlay,
  input: z.strictObject({ code: zFactorCode }),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
})
export const disableFactor = call({
  method: 'POST',
  path: '/auth/v1/account/factor/disable',
  title: '停用动态验证码',
  permit: 'session',
  secret: true,
  overlay,
  input: z.strictObject({ password: zPassword, code: zFactorCode }),
  output: zDone,
})
/** Asks to take the factor of a colleague who lost it away; nothing changes until a second person confirms. */
export const resetFactor = call({
  method: 'POST',
  path: '/auth/v1/sys/user/resetFactor',
  title: '申请重置动态验证码',
  permit: 'staff.edit',
  overlay,
  input: z.strictObject({ id: zId, version: zVersion }),
  output: zChanged,
})
/** A second person takes the factor away and signs the colleague out; their money permits rest. */
export const confirmFactorReset = call({
  method: 'POST',
  path: '/auth/v1/sys/user/resetFactor/confirm',
  title: '确认重置动态验证码',
  permit: 'staff.edit',
  overlay,
  input: z.strictObject({ id: zId, version: zVersion }),
  output: zChanged,
})
/** The request ends; the factor stays. */
export const dropFactorReset = call({
  method: 'POST',
  path: '/auth/v1/sys/user/resetFactor/drop',
  title: '撤销重置申请',
  permit: 'staff.edit',
  overlay,
  input: z.strictObject({ id: zId, version: zVersion }),
  output: zChanged,
})

/** The secret of a link for a new password, as it stands in its address. */
// any text is answered the same way, so that the form of a code tells nothing either
const zResetCode = z.optional(z.string())
/** The account a link is for, before its password is chosen. */
export const openPasswordLink = call({
  method: 'POST',
  path: '/v1/passwordLink',
  title: '打开重置密码的链接',
  permit: 'public',
  secret: true,
  input: z.strictObject({ resetCode: zResetCode }),
  output: z.object({ account: z.string(), name: z.string(), company: z.optional(z.string()), expiresAt: zTime }),
})
/** Chooses the password; the link is used up and every session of the person ends. */
export const spendPasswordLink = call({
  method: 'POST',
  path: '/v1/passwordLink/password',
  title: '用链接设置密码',
  permit: 'public',
  secret: true,
  overlay,
  input: z.strictObject({ resetCode: zResetCode, newPassword: zPassword }),
  output: zDone,
})

/** A device that is signed in: what it is in words, since when, and when it last asked for anything. */
export const SessionRow = z.object({
  id: zId,
  device: z.string(),
  ip: z.string(),
  since: zTime,
  seenAt: zTime,
  hasSecondFactor: zBool,
  isThis: zBool,
})
export type SessionRow = z.output<typeof SessionRow>
export const listSessions = call({
  method: 'GET',
  path: '/auth/v1/account/sessions',
  title: '登录设备',
  permit: 'session',
  input: z.strictObject({}),
  output: z.object({ rows: z.array(SessionRow) }),
})
export const endSession = call({
  method: 'POST',
  path: '/auth/v1/account/sessions/end',
  title: '退出设备',
  permit: 'session',
  overlay,
  input: z.strictObject({ id: zId }),
  output: zDone,
})
export const endOtherSessions = call({
  method: 'POST',
  path: '/auth/v1/account/sessions/endOthers',
  title: '退出其他设备',
  permit: 'session',
  overlay,
  input: z.strictObject({}),
  output: z.object({ count: z.number() }),
})

export const LoginRow = z.object({ id: zId, at: zTime, result: zKey(loginResults), device: z.string(), ip: z.string() })
export type LoginRow = z.output<typeof LoginRow>
export const listLogins = call({
  method: 'GET',
  path: '/auth/v1/account/logins',
  title: '登录记录',
  permit: 'session',
  input: z.strictObject({ ...pageFields }),
  output: zPage(LoginRow),
})
