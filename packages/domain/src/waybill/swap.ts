// Changes of vehicle (换车): what the carrier proposes on the way and the platform or the branch answers.
import { machine } from '../states.ts'

export const swapStates = machine({
  table: 'waybill_swaps',
  column: 'state',
  entity: 'swap',
  start: 'proposed',
  states: {
    proposed: { label: '待确认', tone: 'busy' },
    applied: { label: '已换车', tone: 'good', final: true },
    refused: { label: '已拒绝', tone: 'bad', final: true },
    withdrawn: { label: '已撤回', tone: 'idle', final: true },
  },
  moves: {
    apply: { from: ['proposed'], to: 'applied', label: '确认换车', done: '已换车', permit: 'waybill.appoint' },
    refuse: {
      from: ['proposed'],
      to: 'refused',
      label: '拒绝换车',
      permit: 'waybill.appoint',
      danger: true,
      ask: 'reason',
    },
    withdraw: { from: ['proposed'], to: 'withdrawn', label: '撤回换车', permit: 'waybill.appoint', danger: true },
    drop: { from: ['proposed'], to: 'withdrawn', label: '换车失效', permit: 'system' },
  },
})
export type SwapAnswer = 'apply' | 'refuse' | 'withdraw'
