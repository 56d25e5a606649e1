// Real-name checks (实名认证) of companies and of the people who sign for them, by the seal partner.
import { DAY_MS, MINUTE_MS } from '../figures/time.ts'
import { machine } from '../states.ts'

/** The one a check is of. */
export const realNameKinds = { COMPANY: '企业', PERSON: '经办人' } as const
export type RealNameKind = keyof typeof realNameKinds

/** A check may be done for a day; a browser that leaves for it may come back for a quarter of an hour. */
export const realNameLimits = { lifeMs: DAY_MS, returnMs: 15 * MINUTE_MS } as const

/** One check; a new one is begun after a failure, the old one stays as it ended. */
export const realNameStates = machine({
  table: 'real_names',
  column: 'state',
  start: 'pending',
  states: {
    pending: { label: '认证中', tone: 'busy' },
    unknown: { label: '待查询', tone: 'warn' },
    passed: { label: '已认证', tone: 'good', final: true },
    failed: { label: '未通过', tone: 'bad', final: true },
    expired: { label: '已过期', tone: 'idle', final: true },
  },
  moves: {
    lose: { from: ['pending'], to: 'unknown', label: '待查询', permit: 'system', ask: 'reason' },
    find: { from: ['unknown'], to: 'pending', label: '恢复查询', permit: 'system' },
    pass: { from: ['pending', 'unknown'], to: 'passed', label: '认证通过', permit: 'system' },
    fail: { from: ['pending', 'unknown'], to: 'failed', label: '认证未通过', permit: 'system', ask: 'reason' },
    expire: { from: ['pending', 'unknown'], to: 'expired', label: '逾期', permit: 'system', ask: 'reason' },
  },
})
export type RealNameState = keyof typeof realNameStates.states

/** The person or company to be checked: an answer about another one proves nothing. */
export interface RealNameOrder {
  readonly orderNo: string
  readonly kind: RealNameKind
  readonly name: string
  /** Credit code of a company, number of the identity card of a person. */
  readonly no: string
}

/** The partner's answer about a check; `unknown`: nothing was heard. `notFound`: it never arrived. */
export type RealNameAnswer =
  | { readonly state: 'notFound' | 'unknown' }
  | (RealNameOrder & { readonly state: 'pending' | 'passed' | 'failed' | 'expired'; readonly reason?: string })
export type RealNameFact = Extract<RealNameAnswer, { orderNo: string }>

/** The fault of an answer in words, or undefined where it is of the one who was sent. */
export function faultOfRealName(sent: RealNameOrder, answer: RealNameFact): string | undefined {
  const isSame =
    answer.orderNo === sent.orderNo &&
    answer.kind === sent.kind &&
    answer.name === sent.name &&
    answer.no.toUpperCase() === sent.no.toUpperCase()
  return isSame ? undefined : '签章平台认证的不是发送的企业或个人'
}
