// Shifts of stock between accounts of a provider, and stock found missing or too much: asked by one person, booked when
// another agrees, and taken back in red the same way.
import type { Permit } from '../permits/permits.ts'
import type { Fault } from '../problems/problems.ts'
import { machine, offeredFrom } from '../states.ts'

/** Kinds of shifts; only the first one has an account it goes to. */
export const fuelShiftKinds = { TRANSFER: '账户划转', LOSS: '损耗', SURPLUS: '盘盈' } as const
export type FuelShiftKind = keyof typeof fuelShiftKinds

const house = ['platform', 'branch'] as const

export const fuelShiftStates = machine({
  table: 'fuel_shifts',
  column: 'state',
  entity: 'fuelShift',
  start: 'asked',
  states: {
    asked: { label: '待复核', tone: 'busy', awaits: { permit: 'fund.confirm', sides: house } },
    booked: { label: '已入账', tone: 'good' },
    undoing: { label: '冲销待复核', tone: 'busy', awaits: { permit: 'fund.confirm', sides: house } },
    undone: { label: '已冲销', tone: 'idle', final: true },
    rejected: { label: '已驳回', tone: 'bad', final: true },
    withdrawn: { label: '已撤回', tone: 'idle', final: true },
  },
  moves: {
    confirm: { from: ['asked'], to: 'booked', label: '确认入账', permit: 'fund.confirm' },
    reject: { from: ['asked'], to: 'rejected', label: '驳回', permit: 'fund.confirm', danger: true, ask: 'reason' },
    withdraw: { from: ['asked'], to: 'withdrawn', label: '撤回', permit: 'fuel.buy' },
    askUndo: {
      from: ['booked'],
      to: 'undoing',
      label: '申请冲销',
      done: '已申请冲销，等另一人确认',
      permit: 'fuel.buy',
      danger: true,
      ask: 'reason',
    },
    undo: {
      from: ['undoing'],
      to: 'undone',
      label: '确认冲销',
      done: '已冲销',
      permit: 'fund.confirm',
      danger: true,
    },
    keep: { from: ['undoing'], to: 'booked', label: '不冲销', done: '冲销申请已退回', permit: 'fund.confirm' },
  },
})
export type FuelShiftState = keyof typeof fuelShiftStates.states
export type FuelShiftMove = keyof typeof fuelShiftStates.moves

/** A shift and the person who wants to move it, also where somebody worked in their place. */
export interface FuelShiftOn {
  readonly state: FuelShiftState
  readonly isMaker: boolean
  /** The person asked to take it back. */
  readonly isUndoAsker: boolean
}

/** The fault of a step beside its state and permit: nobody agrees to what they asked for. */
export function faultOfShiftMove(name: FuelShiftMove, on: Omit<FuelShiftOn, 'state'>): Fault | undefined {
  if (name === 'withdraw') return on.isMaker ? undefined : { problem: 'fund.maker', detail: {} }
  const isOwn = ((name === 'confirm' || name === 'reject') && on.isMaker) || (name === 'undo' && on.isUndoAsker)
  return isOwn ? { problem: 'maker.checker', detail: {} } : undefined
}

/** The steps a person can take now. */
export const fuelShiftMovesOf = (on: FuelShiftOn, can: (permit: Permit) => boolean): FuelShiftMove[] =>
  offeredFrom(fuelShiftStates, on.state, can).filter(name => !faultOfShiftMove(name, on))
