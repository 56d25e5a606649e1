// The state of a receipt as people read it: one that is wanted and not handed in yet is not said to be unwanted.
import type { State } from '../states.ts'
import { isOff, receiptStates, type ReceiptState, type WaybillState } from './waybill.ts'

interface Wanting {
  readonly state: WaybillState
  readonly receiptState: ReceiptState
  /** The paper the goods want; undefined where they want none. */
  readonly receiptWants?: 'photo' | 'original' | undefined
}

const { waiting, none } = receiptStates.states
const wanted: Readonly<Record<'photo' | 'original', State>> = {
  photo: { ...waiting, label: '待上传' },
  original: { ...waiting, label: '待寄原件' },
}

/** Undefined while there is nothing to say of it: the goods are on the road, or the waybill is off. */
export function receiptShown({ state, receiptState, receiptWants }: Wanting): State | undefined {
  if (receiptState !== 'none') return receiptStates.states[receiptState]
  if (isOff(state)) return undefined
  if (receiptWants === undefined) return none
  return state === 'toSign' || state === 'disputed' ? wanted[receiptWants] : undefined
}
