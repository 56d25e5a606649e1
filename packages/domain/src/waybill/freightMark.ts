// The mark of a waybill's freight: an estimate of the plan, or made of both weights.
import { isOff, isSignedState, type WaybillState } from './waybill.ts'

/** States before the signature in which both weights are known. */
export const weighedStates = ['toSign', 'disputed'] as const satisfies readonly WaybillState[]

/** Words beside a freight: of the plan or of a weight in dispute, or of the weights both sides saw. */
export const freightMarks = { estimated: '预估', actual: '实际' } as const

interface Weighed {
  readonly state: WaybillState
  readonly loadWeightG?: number | undefined
  readonly unloadWeightG?: number | undefined
}

/** The mark of a waybill's freight; undefined where nobody owes any. */
export function freightMark({ state, loadWeightG, unloadWeightG }: Weighed): keyof typeof freightMarks | undefined {
  if (isOff(state)) return undefined
  if (isSignedState(state)) return 'actual'
  const isWeighed = loadWeightG !== undefined && unloadWeightG !== undefined
  return state === 'toSign' && isWeighed ? 'actual' : 'estimated'
}
