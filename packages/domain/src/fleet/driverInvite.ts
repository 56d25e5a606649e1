// Drivers who register themselves by a link of their carrier (司机自助登记): the states of an invitation, its limits, and
// the consent a driver gives.
import { DAY_MS, MINUTE_MS } from '../figures/time.ts'
import { machine } from '../states.ts'

/** An invitation lives a week and is for one driver; a driver who does nothing for half an hour proves the phone anew. */
export const driverInviteLimits = { lifeMs: 7 * DAY_MS, idleMs: 30 * MINUTE_MS, open: 50, draftMax: 4000 } as const

/** Codes by message: their life, wrong tries, the pause between two, and how many an invitation sends. */
export const smsCodeLimits = { lifeMs: 5 * MINUTE_MS, tries: 5, pauseMs: MINUTE_MS, most: 8 } as const

/** Its lines of history stand in the driver's record, once there is one. */
export const driverInviteStates = machine({
  table: 'driver_invites',
  column: 'state',
  start: 'invited',
  states: {
    invited: { label: '待填写', tone: 'idle' },
    filling: { label: '填写中', tone: 'busy' },
    submitted: { label: '已提交', tone: 'busy' },
    channelPending: { label: '通道开户中', tone: 'busy' },
    active: { label: '已开户', tone: 'good', final: true },
    rejected: { label: '开户未通过', tone: 'bad' },
    revoked: { label: '已撤回', tone: 'idle', final: true },
  },
  moves: {
    begin: { from: ['invited', 'filling', 'rejected'], to: 'filling', label: '开始填写', permit: 'system' },
    submit: { from: ['filling'], to: 'submitted', label: '提交', permit: 'system' },
    order: { from: ['submitted'], to: 'channelPending', label: '申请开户', permit: 'system' },
    activate: { from: ['channelPending'], to: 'active', label: '开户成功', permit: 'system' },
    reject: { from: ['channelPending'], to: 'rejected', label: '开户未通过', permit: 'system', ask: 'reason' },
    revoke: {
      from: ['invited', 'filling', 'rejected'],
      to: 'revoked',
      label: '撤回邀请',
      permit: 'driver.edit',
      danger: true,
    },
  },
})
export type DriverInviteState = keyof typeof driverInviteStates.states

/** Photos of papers a registering driver hands in, in the order of the form. */
export const invitePhotos = {
  idFront: '身份证人像面',
  idBack: '身份证国徽面',
  licence: '驾驶证',
  qualification: '从业资格证',
  card: '银行卡',
} as const
export type InvitePhoto = keyof typeof invitePhotos

/** The consent (个人信息保护法): its text is versioned, and what a driver agreed to is kept by version and hash. */
export const driverConsent = {
  version: '2026-11',
  text: [
    '一、为核实身份、办理收款账户、签订和履行运输合同、缴纳税款及网络货运监管上报，承运商和平台处理您的姓名、手机号、身份证、驾驶证、从业资格证和银行卡信息。',
    '二、其中身份证件和银行账户属于敏感个人信息。不提供这些信息，将不能派车和付款。',
    '三、银行卡信息只提供给办理开户和付款的支付机构。依法应上报监管部门的信息按规定上报。',
    '四、信息保存至运输合同履行完毕后法律规定的期限。您可联系承运商或平台查询、更正、撤回同意；撤回不影响此前的处理。',
  ].join('\n'),
} as const
