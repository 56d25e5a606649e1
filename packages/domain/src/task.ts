// Carrier tasks (任务): what a carrier was sent or took from goods, until all of it is on waybills.
import { machine } from './states.ts'

export const taskStates = machine({
  name: 'task',
  start: 'sent',
  states: {
    sent: { label: '待接单', tone: 'warn' },
    accepted: { label: '已接单', tone: 'busy' },
    dispatching: { label: '派车中', tone: 'busy' },
    done: { label: '派车完成', tone: 'good', final: true },
    refused: { label: '已拒绝', tone: 'bad', final: true },
    expired: { label: '已过期', tone: 'idle', final: true },
    withdrawn: { label: '已撤回', tone: 'idle', final: true },
    closed: { label: '已关闭', tone: 'idle', final: true },
  },
  moves: {
    accept: { from: ['sent'], to: 'accepted', label: '接单', permit: 'goods.take' },
    refuse: { from: ['sent'], to: 'refused', label: '拒绝', permit: 'goods.take', danger: true, ask: 'reason' },
    withdraw: { from: ['sent'], to: 'withdrawn', label: '撤回', permit: 'goods.close' },
    expire: { from: ['sent'], to: 'expired', label: '过期', permit: 'system' },
    dispatchSome: { from: ['accepted', 'dispatching'], to: 'dispatching', label: '派车', permit: 'waybill.appoint' },
    dispatchLast: { from: ['accepted', 'dispatching'], to: 'done', label: '派车', permit: 'waybill.appoint' },
    giveBack: { from: ['accepted', 'dispatching'], to: 'closed', label: '退回剩余', permit: 'task.return', danger: true, ask: 'reason' },
    reopen: { from: ['done'], to: 'dispatching', label: '恢复派车', permit: 'system' },
  },
})
export type TaskState = keyof typeof taskStates.states

/** Tasks whose carrier can still put quantity on waybills. */
export const liveTaskStates = ['accepted', 'dispatching'] as const satisfies readonly TaskState[]
