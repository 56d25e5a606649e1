// Receivables of shippers that are given up (坏账核销): asked by one person, booked when another agrees, and taken back in red
// the same way where the money comes after all.
import { printMoney, sumFen, type Fen } from './figures/money.ts'
import type { Permit } from './permits/permits.ts'
import type { Fault } from './problems/problems.ts'
import { machine, offeredFrom } from './states.ts'
import type { PickedItem } from './voucher/offset.ts'

const house = ['platform', 'branch'] as const

export const writeOffStates = machine({
  table: 'write_offs',
  column: 'state',
  entity: 'writeOff',
  start: 'asked',
  states: {
    asked: { label: '待确认', tone: 'busy', awaits: { permit: 'debt.confirm', sides: house } },
    booked: { label: '已核销', tone: 'good' },
    undoing: { label: '冲销待确认', tone: 'busy', awaits: { permit: 'debt.confirm', sides: house } },
    undone: { label: '已冲销', tone: 'idle', final: true },
    rejected: { label: '已驳回', tone: 'bad', final: true },
    withdrawn: { label: '已撤回', tone: 'idle', final: true },
  },
  moves: {
    confirm: { from: ['asked'], to: 'booked', label: '确认核销', permit: 'debt.confirm', danger: true },
    reject: { from: ['asked'], to: 'rejected', label: '驳回', permit: 'debt.confirm', danger: true, ask: 'reason' },
    withdraw: { from: ['asked'], to: 'withdrawn', label: '撤回', permit: 'debt.collect' },
    askUndo: {
      from: ['booked'],
      to: 'undoing',
      label: '申请冲销',
      done: '已申请冲销，等另一人确认',
      permit: 'debt.collect',
      danger: true,
      ask: 'reason',
    },
    undo: {
      from: ['undoing'],
      to: 'undone',
      label: '确认冲销',
      done: '已冲销',
      permit: 'debt.confirm',
      danger: true,
    },
    keep: { from: ['undoing'], to: 'booked', label: '不冲销', done: '冲销申请已退回', permit: 'debt.confirm' },
  },
})
export type WriteOffState = keyof typeof writeOffStates.states
export type WriteOffMove = keyof typeof writeOffStates.moves

/** A write-off and the person who wants to move it, also where somebody worked in their place. */
export interface WriteOffOn {
  readonly state: WriteOffState
  readonly isMaker: boolean
  /** The person asked to take it back. */
  readonly isUndoAsker: boolean
  /** Some of it stands: not all of it went back with waybills that were voided, or with red invoices. */
  readonly stands: boolean
}

/** The fault of a step beside its state and permit: nobody agrees to what they asked for, nor takes back what is back. */
export function faultOfWriteOffMove(name: WriteOffMove, on: Omit<WriteOffOn, 'state'>): Fault | undefined {
  if (name === 'withdraw') return on.isMaker ? undefined : { problem: 'writeOff.asker', detail: {} }
  if ((name === 'askUndo' || name === 'undo') && !on.stands) return { problem: 'writeOff.gone', detail: {} }
  const isOwn = ((name === 'confirm' || name === 'reject') && on.isMaker) || (name === 'undo' && on.isUndoAsker)
  return isOwn ? { problem: 'maker.checker', detail: {} } : undefined
}

/** The steps a person can take now. */
export const writeOffMovesOf = (on: WriteOffOn, can: (permit: Permit) => boolean): WriteOffMove[] =>
  offeredFrom(writeOffStates, on.state, can).filter(name => !faultOfWriteOffMove(name, on))

/** The most waybills of one write-off. */
export const writeOffMost = 100

/** The reason these amounts cannot be given up, in words; undefined where they can. */
export function faultOfGivenUp(items: readonly PickedItem[]): string | undefined {
  if (items.length === 0) return '请选择运单'
  if (items.some(({ amount }) => amount <= 0)) return '每单核销金额应大于 0'
  return new Set(items.map(({ waybillId }) => waybillId)).size < items.length ? '同一运单只能填一次' : undefined
}

/** Everything a write-off gives up. */
export const givenUpFen = (items: readonly PickedItem[]): Fen => sumFen(items.map(({ amount }) => amount))

/** The reason what is left of a waybill after a claim is no tail, in words; undefined where it is one. */
export function faultOfTail(
  waybillNo: string,
  { open, paid, tail, most }: { readonly open: Fen; readonly paid: Fen; readonly tail: Fen; readonly most: Fen },
): string | undefined {
  if (most === 0) return '尾差限额为 0，不能核销尾差'
  if (tail === 0 || tail > most) return `运单${waybillNo}的尾差应大于 0，不超过 ${printMoney(most)} 元`
  return paid + tail === open
    ? undefined
    : `运单${waybillNo}未付 ${printMoney(open)} 元，核销 ${printMoney(paid)} 元后的尾差不是 ${printMoney(tail)} 元`
}
