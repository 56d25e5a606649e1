// The base of one waybill put right (更改口径): asked by one person of the house, changed when another agrees.
import type { Permit } from '../permits/permits.ts'
import type { Fault } from '../problems/problems.ts'
import { machine, offeredFrom } from '../states.ts'

const house = ['platform', 'branch'] as const

export const baseChangeStates = machine({
  table: 'base_changes',
  column: 'state',
  entity: 'baseChange',
  start: 'asked',
  states: {
    asked: { label: '待复核', tone: 'busy', awaits: { permit: 'invoice.input', sides: house } },
    done: { label: '已更改', tone: 'good', final: true },
    rejected: { label: '已驳回', tone: 'bad', final: true },
    withdrawn: { label: '已撤回', tone: 'idle', final: true },
  },
  moves: {
    confirm: { from: ['asked'], to: 'done', label: '确认更改', done: '口径已更改', permit: 'invoice.input' },
    reject: { from: ['asked'], to: 'rejected', label: '驳回', permit: 'invoice.input', danger: true, ask: 'reason' },
    withdraw: { from: ['asked'], to: 'withdrawn', label: '撤回', permit: 'invoice.input' },
  },
})
export type BaseChangeState = keyof typeof baseChangeStates.states
export type BaseChangeMove = keyof typeof baseChangeStates.moves

/** The fault of a step beside its state and permit: nobody agrees to what they asked for, and nobody else takes it back. */
export function faultOfBaseMove(name: BaseChangeMove, isAsker: boolean): Fault | undefined {
  if (name === 'withdraw') return isAsker ? undefined : { problem: 'writeOff.asker', detail: {} }
  return isAsker ? { problem: 'maker.checker', detail: {} } : undefined
}

/** The steps a person can take now. */
export const baseMovesOf = (
  on: { readonly state: BaseChangeState; readonly isAsker: boolean },
  can: (permit: Permit) => boolean,
): BaseChangeMove[] => offeredFrom(baseChangeStates, on.state, can).filter(name => !faultOfBaseMove(name, on.isAsker))
