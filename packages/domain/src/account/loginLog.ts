// The history of an account's logins: how each ended, and how long it is kept.
import type { Tone } from '../states.ts'

/** The outcome of an attempt to sign in. */
export const loginResults = {
  ok: { label: '成功', tone: 'good' },
  password: { label: '密码错误', tone: 'warn' },
  code: { label: '密码正确，未输入动态验证码', tone: 'warn' },
  factor: { label: '动态验证码错误', tone: 'warn' },
  locked: { label: '已锁定，被拒绝', tone: 'bad' },
  disabled: { label: '账号停用，被拒绝', tone: 'bad' },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly tone: Tone }>>
export type LoginResult = keyof typeof loginResults

/**
 * Days of history the owner is shown, and after which it is removed: six months may have 184 days.
 *
 * @source 网络安全法 第二十一条（三）: network logs are kept for six months at least
 */
export const loginLogDays = { shown: 180, kept: 186 } as const
