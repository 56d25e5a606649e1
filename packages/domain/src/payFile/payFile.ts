// Payment files (付款文件) for a bank's batch upload: made of payments by one person, let out by another, and the bank's
// answer to them read back, which again takes two.
import type { Permit } from '../permits/permits.ts'
import type { Fault } from '../problems/problems.ts'
import { machine, offeredFrom } from '../states.ts'

const house = ['platform', 'branch'] as const

export const payFileStates = machine({
  table: 'pay_files',
  column: 'state',
  entity: 'payFile',
  start: 'made',
  states: {
    made: { label: '待放行', tone: 'busy', awaits: { permit: 'payFile.release', sides: house } },
    released: { label: '已放行', tone: 'good', final: true },
    withdrawn: { label: '已撤回', tone: 'idle', final: true },
  },
  moves: {
    release: {
      from: ['made'],
      to: 'released',
      label: '放行',
      done: '已放行，可以下载后上传网银',
      permit: 'payFile.release',
    },
    withdraw: {
      from: ['made'],
      to: 'withdrawn',
      label: '撤回',
      permit: 'payFile.make',
      danger: true,
      ask: 'reason',
    },
  },
})
export type PayFileState = keyof typeof payFileStates.states
export type PayFileMove = keyof typeof payFileStates.moves

/** Answer files of the bank (结果文件): read by one person as a preview, taken by another. */
export const payAnswerStates = machine({
  table: 'pay_answers',
  column: 'state',
  entity: 'payFile',
  start: 'read',
  states: {
    read: { label: '待确认', tone: 'busy', awaits: { permit: 'payFile.release', sides: house } },
    applied: { label: '已入账', tone: 'good', final: true },
    dropped: { label: '已放弃', tone: 'idle', final: true },
  },
  moves: {
    apply: { from: ['read'], to: 'applied', label: '确认结果', done: '结果已确认', permit: 'payFile.release' },
    drop: { from: ['read'], to: 'dropped', label: '放弃', permit: 'payFile.make', danger: true },
  },
})
export type PayAnswerState = keyof typeof payAnswerStates.states
export type PayAnswerMove = keyof typeof payAnswerStates.moves

/** The most rows an answer file may hold, and payments one choice may name. */
export const payFileMost = { lines: 1000, answerRows: 2000 } as const

/** A file or an answer and the person who wants to move it. */
export interface MadeOn<S extends string> {
  readonly state: S
  /** The person made it, or it was made for them by somebody who worked in their place. */
  readonly isMaker: boolean
}

/** The fault of a move beside its state and permit: who made a file does not let it out, who read an answer does not take it. */
export const faultOfPayFileMove = (
  name: PayFileMove | PayAnswerMove,
  { isMaker }: Pick<MadeOn<string>, 'isMaker'>,
): Fault | undefined =>
  (name === 'release' || name === 'apply') && isMaker ? { problem: 'maker.checker', detail: {} } : undefined

/** The moves of a file a person can make now. */
export const payFileMovesOf = (on: MadeOn<PayFileState>, can: (permit: Permit) => boolean): PayFileMove[] =>
  offeredFrom(payFileStates, on.state, can).filter(name => !faultOfPayFileMove(name, on))

/** The moves of an answer a person can make now. */
export const payAnswerMovesOf = (on: MadeOn<PayAnswerState>, can: (permit: Permit) => boolean): PayAnswerMove[] =>
  offeredFrom(payAnswerStates, on.state, can).filter(name => !faultOfPayFileMove(name, on))

/** Files whose answers are read: their orders are with the bank. */
export const takesAnswers = (state: PayFileState): boolean => state === 'released'
