// Push codes (spec §7): what each message from the server means and how the portal answers it.

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
} as const
export type PushCode = keyof typeof pushCodes

/** Wait before the single reconnect attempt after an error or close, and between two asks of code 33 (spec §9). */
export const pushReconnectMs = 2000
export const pushAskAgainMs = 180_000
