// Estimates of cost nobody will ever bill (暂估核销): asked by one person of the house, taken out of the books when another agrees.
import { negateFen, printMoney, type Fen } from '../figures/money.ts'
import type { Permit } from '../permits/permits.ts'
import type { Fault } from '../problems/problems.ts'
import { partLabel, partStates, type PartState, type WaybillPart } from '../settlement/parts.ts'
import { machine, offeredFrom } from '../states.ts'

const house = ['platform', 'branch'] as const

export const estimateEndStates = machine({
  table: 'estimate_ends',
  column: 'state',
  entity: 'estimateEnd',
  start: 'asked',
  states: {
    asked: { label: '待确认', tone: 'busy', awaits: { permit: 'debt.confirm', sides: house } },
    done: { label: '已核销', tone: 'good', final: true },
    rejected: { label: '已驳回', tone: 'bad', final: true },
    withdrawn: { label: '已撤回', tone: 'idle', final: true },
  },
  moves: {
    confirm: {
      from: ['asked'],
      to: 'done',
      label: '确认核销',
      done: '暂估已核销',
      permit: 'debt.confirm',
      danger: true,
    },
    reject: { from: ['asked'], to: 'rejected', label: '驳回', permit: 'debt.confirm', danger: true, ask: 'reason' },
    withdraw: { from: ['asked'], to: 'withdrawn', label: '撤回', permit: 'debt.collect' },
  },
})
export type EstimateEndState = keyof typeof estimateEndStates.states
export type EstimateEndMove = keyof typeof estimateEndStates.moves

/** The fault of a step beside its state and permit: nobody agrees to what they asked for, and nobody else takes it back. */
export function faultOfEstimateMove(name: EstimateEndMove, isAsker: boolean): Fault | undefined {
  if (name === 'withdraw') return isAsker ? undefined : { problem: 'writeOff.asker', detail: {} }
  return isAsker ? { problem: 'maker.checker', detail: {} } : undefined
}

/** The steps a person can take now. */
export const estimateMovesOf = (
  on: { readonly state: EstimateEndState; readonly isAsker: boolean },
  can: (permit: Permit) => boolean,
): EstimateEndMove[] =>
  offeredFrom(estimateEndStates, on.state, can).filter(name => !faultOfEstimateMove(name, on.isAsker))

/** A part whose estimate is to end: its state, its sheet, and its share of what the carrier had or owes. */
export interface EndingPart {
  readonly part: WaybillPart
  readonly state: PartState
  readonly settlementNum?: string | undefined
  /** Fuel, tolls and money handed out before the signature. */
  readonly handedOut: Fen
  readonly penalty: Fen
}

/**
 * The reason the estimate of a part cannot end beside its sheet, in words; undefined where it can. A part that bears what
 * was handed out, or a penalty, has to be settled: only a sheet books those.
 */
export function faultOfEnding({ part, state, settlementNum, handedOut, penalty }: EndingPart): string | undefined {
  const name = partLabel(part)
  if (state === 'onSheet') return `${name}已在结算单${settlementNum ?? ''}中`
  if (state !== 'planned' && state !== 'ready') return `${name}${partStates.states[state].label}`
  if (handedOut > 0) return `${name}已发放油费、通行费或预付 ${printMoney(handedOut)} 元，请用结算单结清`
  return penalty > 0 ? `${name}含罚款 ${printMoney(penalty)} 元，请用结算单结清` : undefined
}

/** Deductions a carrier has agreed to, or is asked for, after the signature, which have no estimate of their own. */
export interface LateCuts {
  /** The cash of the parts that stay beside those that end, below zero where deductions are more than it. */
  readonly rest: Fen
  /** One waits for its answer. */
  readonly isAsked: boolean
}

/**
 * The reason an estimate cannot end beside deductions, in words; undefined where it can. They were to be taken off the very
 * freight that ends, and would be a debt of the carrier without it.
 */
export function faultOfLateCuts({ rest, isAsked }: LateCuts): string | undefined {
  if (rest < 0) return `签收后调差还有 ${printMoney(negateFen(rest))} 元扣款未结算，请用结算单结清`
  return isAsked ? '有扣款待对方答复，请先答复或撤回' : undefined
}
