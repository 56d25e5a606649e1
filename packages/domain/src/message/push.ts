// Push codes (spec §7): what each message from the server means and how the portal answers it; the tag and the close
// codes of the connection.
import { userTypes } from '../account/account.ts'

export const pushCodes = {
  PCOIL01: { label: '油券已确认', show: 'counter' },
  '0': { label: '通知', show: 'notice' },
  '4': { label: '提示', show: 'notice' },
  '28': { label: '合作邀请', show: 'invitation' },
  '29': { label: '定位异常', show: 'link' },
  '30': { label: '新货源', show: 'link' },
  '32': { label: '业务类型变更', show: 'silent' },
  '33': { label: '权限变更', show: 'confirmReload' },
  '34': { label: '强制刷新', show: 'alertReload' },
  // the product's own: says what to ask again and shows nothing (decision 013)
  sync: { label: '数据同步', show: 'silent' },
} as const
export type PushCode = keyof typeof pushCodes

/** Names of the codes the product itself sends. */
export const pushNames = {
  coupon: 'PCOIL01',
  notice: '0',
  hint: '4',
  invitation: '28',
  abnormal: '29',
  offer: '30',
  businessType: '32',
  rights: '33',
  reload: '34',
  sync: 'sync',
} as const satisfies Readonly<Record<string, PushCode>>
export type PushName = keyof typeof pushNames

/** Wait before the single reconnect attempt after an error or close, and between two asks of code 33 (spec §9). */
export const pushReconnectMs = 2000
export const pushAskAgainMs = 180_000

/**
 * The tag a connection may carry: `manager` for platform accounts without a branch company, otherwise the company's id.
 *
 * @source spec §6
 */
export function pushTag({
  type,
  companyId,
  branchCompanyId,
}: {
  type: number
  companyId?: string | undefined
  branchCompanyId?: string | undefined
}): string {
  if (type === userTypes.platform && branchCompanyId === undefined) return 'manager'
  return companyId ?? branchCompanyId ?? ''
}

/**
 * Codes with which the server closes a connection; after `session` and `tag` a reconnect with the same token is
 * pointless.
 */
export const pushCloses = { badMessage: 4400, session: 4401, tag: 4403, tooMany: 4429 } as const

/**
 * Browsers wait a random part of this at most before a reload (codes 33, 34), so that a release is no stampede;
 * `data.delayMs`.
 */
export const pushReloadSpreadMs = 30_000
