// Rules of what one may do with a task: the list asks them what to offer, each command what to refuse.
import type { Permit } from '../permits/permits.ts'
import type { Fault } from '../problems/problems.ts'
import { offeredFrom } from '../states.ts'
import { releaseFault } from './release.ts'
import { liveTaskStates, taskStates, type TaskState } from './task.ts'

/** A task and the person who wants to do something with it. */
export interface TaskOn {
  /** The person stands for the carrier of the task. */
  readonly isCarrier: boolean
  readonly isHouse: boolean
  /** The person stands for the company that gave the task, or for the platform where a shipper gave it. */
  readonly isGiver: boolean
  /** The task was handed down by a carrier. */
  readonly isPart: boolean
  readonly state: TaskState
  readonly answerBy: number | undefined
  readonly now: number
  readonly depth: number
  readonly mayRelease: boolean
  readonly remainQty: number
  /** Parts handed down that hold quantity; left out, they are not asked about. */
  readonly openParts?: number | undefined
}

const missing: Fault = { problem: 'permit.missing', detail: {} }

/** Of two who answer at the same time the second reads what became of the task. */
function faultOfWaiting(state: TaskState, move: string): Fault | undefined {
  const waiting: TaskState = taskStates.start
  return state === waiting
    ? undefined
    : { problem: 'state.wrong', detail: { state: taskStates.states[state].label, move } }
}

const rules = {
  /** Answers are the carrier's own: nobody agrees in its name. */
  accept: ({ state, isCarrier, answerBy, now }) => {
    const fault = faultOfWaiting(state, taskStates.moves.accept.label)
    if (fault) return fault
    if (!isCarrier) return missing
    return answerBy !== undefined && answerBy <= now ? { problem: 'task.late', detail: {} } : undefined
  },
  /** Reading a task is not enough: its carrier uses what is left of it, or the house for the carrier. */
  dispatch: ({ isCarrier, isHouse }) => (isCarrier || isHouse ? undefined : missing),
  release: ({ isCarrier, depth, mayRelease }) => {
    if (!isCarrier) return missing
    const problem = releaseFault({ depth, mayRelease })
    return problem && { problem, detail: {} }
  },
  refuse: ({ state, isCarrier }) =>
    faultOfWaiting(state, taskStates.moves.refuse.label) ?? (isCarrier ? undefined : missing),
  giveBack: ({ isCarrier, isHouse, openParts = 0 }) => {
    if (!isCarrier && !isHouse) return missing
    return openParts > 0 ? { problem: 'task.children', detail: { count: openParts } } : undefined
  },
  withdraw: ({ state, isGiver }) =>
    faultOfWaiting(state, taskStates.moves.withdraw.label) ?? (isGiver ? undefined : missing),
} satisfies Record<string, (on: TaskOn) => Fault | undefined>

/** Acts with a task, in the order of their buttons. */
export type TaskActName = keyof typeof rules
const actNames = Object.keys(rules) as TaskActName[]

/** The first fault of an act beside its state and permit, which the table of states says, and its quantity. */
export const faultOfTaskAct = (act: TaskActName, on: TaskOn): Fault | undefined => rules[act](on)

/** The fault of taking a quantity out of a task: it has ended, or there is not as much left (`remain` in words). */
export function faultOfTaking(
  { state, remainQty }: Pick<TaskOn, 'state' | 'remainQty'>,
  qty: number,
  remain: string,
): Fault<'state.wrong' | 'task.remain'> | undefined {
  const hasEnded = state !== 'done' && !liveTaskStates.some(live => live === state)
  if (hasEnded)
    return {
      problem: 'state.wrong',
      detail: { state: taskStates.states[state].label, move: taskStates.moves.dispatchSome.label },
    }
  return qty > remainQty ? { problem: 'task.remain', detail: { remain }, data: { remainQty } } : undefined
}

/** The move of each act; some of them have one for the whole and one for a part of what is left. */
const moveOf = ({ isPart }: TaskOn) =>
  ({
    accept: 'accept',
    dispatch: 'dispatchSome',
    release: 'releaseSome',
    refuse: 'refuse',
    giveBack: 'giveBack',
    withdraw: isPart ? 'recall' : 'withdraw',
  }) as const satisfies Record<TaskActName, keyof typeof taskStates.moves>

/** Acts with what is left of a task: with nothing left there is nothing to do. */
const ofRest: readonly TaskActName[] = ['dispatch', 'release', 'giveBack']

/** The acts a person can do now. */
export function taskActsOf(on: TaskOn, can: (permit: Permit) => boolean): TaskActName[] {
  const moves = offeredFrom(taskStates, on.state, can)
  const move = moveOf(on)
  return actNames.filter(
    act => moves.includes(move[act]) && !faultOfTaskAct(act, on) && !(ofRest.includes(act) && faultOfTaking(on, 1, '')),
  )
}
