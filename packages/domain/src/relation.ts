// The agreement between a shipper and a carrier (合作关系): its states, and the limits of inviting.
import { machine } from './states.ts'
import { DAY_MS } from './figures/time.ts'

export const relationStates = machine({
  table: 'relations',
  column: 'state',
  entity: 'relation',
  start: 'invited',
  states: {
    invited: { label: '待同意', tone: 'busy' },
    active: { label: '合作中', tone: 'good' },
    rejected: { label: '已拒绝', tone: 'bad', rests: true },
    expired: { label: '已过期', tone: 'idle' },
    withdrawn: { label: '已撤回', tone: 'idle' },
    ending: { label: '解除中', tone: 'busy' },
    ended: { label: '已解除', tone: 'idle' },
  },
  moves: {
    approve: { from: ['invited'], to: 'active', label: '同意', permit: 'relation.answer' },
    reject: {
      from: ['invited'],
      to: 'rejected',
      label: '拒绝',
      permit: 'relation.answer',
      danger: true,
      ask: 'reason',
    },
    withdraw: { from: ['invited'], to: 'withdrawn', label: '撤回邀请', permit: 'relation.invite' },
    // the maker of a link has agreed already: the invitation it stands for is answered in the same moment
    byLink: { from: ['rejected', 'expired', 'withdrawn', 'ended'], to: 'invited', label: '链接邀请', permit: 'system' },
    expire: { from: ['invited'], to: 'expired', label: '过期', permit: 'system' },
    repeat: {
      from: ['rejected', 'expired', 'withdrawn', 'ended'],
      to: 'invited',
      label: '再次邀请',
      permit: 'relation.invite',
    },
    end: { from: ['active'], to: 'ended', label: '解除合作', permit: 'relation.end', danger: true, ask: 'reason' },
    endLater: {
      from: ['active'],
      to: 'ending',
      label: '完成后解除',
      permit: 'relation.end',
      danger: true,
      ask: 'reason',
    },
    resume: { from: ['ending'], to: 'active', label: '撤销解除', permit: 'relation.end' },
    finish: { from: ['ending'], to: 'ended', label: '解除完成', permit: 'system' },
  },
})
export type RelationState = keyof typeof relationStates.states

/** The reason of a refusal that came without one. */
export const usualRefusal = '暂无合作意向'

/** Relations that hold: work may go on; new work only starts while it is `active`. */
export const liveRelationStates = ['active', 'ending'] as const satisfies readonly RelationState[]

/** The side that asked: a shipper invites a carrier, or a carrier applies to a shipper. */
export const inviters = { shipper: '货主邀请', carrier: '承运商申请' } as const
export type Inviter = keyof typeof inviters

/**
 * An invitation waits this long; it may be repeated after a day, three times in thirty days.
 */
export const invitationLimits = {
  validMs: 7 * DAY_MS,
  repeatAfterMs: DAY_MS,
  perWindow: 3,
  windowMs: 30 * DAY_MS,
} as const

/** The fewest characters of a name that companies to invite may be searched by: fewer would list everybody. */
export const companySearchMin = 2

const openWork = {
  tasks: '个未完成任务',
  waybills: '张未完成运单',
  unsettled: '张未结算运单',
  sheets: '张未支付结算单',
} as const
/** Counts of work still open between two companies, by kind. */
export type OpenWork = Readonly<Record<keyof typeof openWork, number>>

/** The kinds of open work, each with its number and words; kinds without any are left out. */
export function openParts(open: OpenWork): [n: number, text: string][] {
  return (Object.keys(openWork) as (keyof OpenWork)[])
    .filter(kind => open[kind] > 0)
    .map(kind => [open[kind], openWork[kind]])
}
