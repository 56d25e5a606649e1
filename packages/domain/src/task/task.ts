// Carrier tasks (任务): quantity a carrier was sent or took from goods, until all of it is on waybills.
import { machine } from '../states.ts'
import { DAY_MS, MINUTE_MS } from '../figures/time.ts'

export const taskStates = machine({
  table: 'tasks',
  column: 'state',
  entity: 'task',
  since: true,
  start: 'sent',
  states: {
    sent: { label: '待接单', tone: 'busy', awaits: { permit: 'goods.take', sides: ['carrier'] } },
    accepted: { label: '已接单', tone: 'busy', awaits: { permit: 'waybill.appoint', sides: ['carrier'] } },
    dispatching: { label: '派车中', tone: 'busy' },
    done: { label: '已派完', tone: 'good', final: true },
    refused: { label: '已拒绝', tone: 'bad', final: true },
    expired: { label: '已过期', tone: 'idle', final: true },
    withdrawn: { label: '已撤回', tone: 'idle', final: true },
    closed: { label: '已关闭', tone: 'idle', final: true },
  },
  moves: {
    accept: { from: ['sent'], to: 'accepted', label: '接单', permit: 'goods.take' },
    refuse: { from: ['sent'], to: 'refused', label: '拒绝', permit: 'goods.take', danger: true, ask: 'reason' },
    withdraw: { from: ['sent'], to: 'withdrawn', label: '撤回任务', permit: 'task.send', danger: true },
    recall: { from: ['sent'], to: 'withdrawn', label: '撤回转派', permit: 'task.release', danger: true },
    expire: { from: ['sent'], to: 'expired', label: '过期', permit: 'system' },
    dispatchSome: { from: ['accepted', 'dispatching'], to: 'dispatching', label: '派车', permit: 'waybill.appoint' },
    dispatchLast: { from: ['accepted', 'dispatching'], to: 'done', label: '派车', permit: 'waybill.appoint' },
    releaseSome: { from: ['accepted', 'dispatching'], to: 'dispatching', label: '转派', permit: 'task.release' },
    releaseLast: { from: ['accepted', 'dispatching'], to: 'done', label: '转派', permit: 'task.release' },
    giveBack: {
      from: ['accepted', 'dispatching'],
      to: 'closed',
      label: '退回剩余',
      permit: 'task.return',
      danger: true,
      ask: 'reason',
    },
    reopen: { from: ['done'], to: 'dispatching', label: '恢复派车', permit: 'system' },
    cut: { from: ['accepted', 'dispatching'], to: 'closed', label: '货主减量收回', permit: 'system' },
  },
})
export type TaskState = keyof typeof taskStates.states

/** Tasks whose carrier can still put quantity on waybills. */
export const liveTaskStates = ['accepted', 'dispatching'] as const satisfies readonly TaskState[]

/** Tasks that hold quantity nobody else may have: waiting for an answer, or with something left to dispatch. */
export const openTaskStates = ['sent', ...liveTaskStates] as const satisfies readonly TaskState[]

/** The origin of a carrier's task. */
export const taskSources = { GRAB: '抢单', SENT: '货主派单', RELEASED: '承运商转派' } as const

/** The time a carrier has to answer by default, and its bounds, ms. */
export const answerTime = { usualMs: DAY_MS, leastMs: 10 * MINUTE_MS, mostMs: 30 * DAY_MS } as const

/** Checks the moment until which a carrier must have answered. */
export function answerFault(answerBy: number, now: number): string | undefined {
  // the nearest choice stays valid while the rest of the form is filled in, hence half of the least time
  if (answerBy < now + answerTime.leastMs / 2) return '须晚于当前时间至少10分钟'
  return answerBy > now + answerTime.mostMs + DAY_MS ? '不能超过30天' : undefined
}
