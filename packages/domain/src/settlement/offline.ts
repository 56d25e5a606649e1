// Payments made at the bank by hand (线下支付): the life of what a person records of one, and who may record and agree.
import type { Permit } from '../permits/permits.ts'
import type { Fault } from '../problems/problems.ts'
import { machine, offeredFrom } from '../states.ts'
import type { PaymentState } from './settlement.ts'

export const offlineSlipStates = machine({
  table: 'offline_slips',
  column: 'state',
  start: 'recorded',
  states: {
    recorded: { label: '待确认', tone: 'busy', awaits: { permit: 'settlement.pay', sides: ['platform', 'branch'] } },
    confirmed: { label: '已确认', tone: 'good', final: true },
    refused: { label: '已退回', tone: 'bad', final: true },
  },
  moves: {
    confirm: { from: ['recorded'], to: 'confirmed', label: '确认已付出', permit: 'settlement.pay' },
    refuse: { from: ['recorded'], to: 'refused', label: '退回登记', permit: 'settlement.pay', ask: 'reason' },
  },
})
export type OfflineSlipState = keyof typeof offlineSlipStates.states
export type OfflineMove = keyof typeof offlineSlipStates.moves

/** A person beside the sheet of a payment made by hand. */
export interface OfflineHand {
  readonly isMaker: boolean
  readonly isSubmitter: boolean
  /** The person approved it, and its company wants another to pay. */
  readonly isBarredApprover: boolean
}

/**
 * The fault of recording a payment, which is a payer's hand: people who made or submitted its sheet record none, nor does who
 * approved it where the company wants another payer.
 */
export const faultOfOfflineRecord = (on: OfflineHand): Fault | undefined => {
  if (on.isMaker || on.isSubmitter) return { problem: 'maker.checker', detail: {} }
  return on.isBarredApprover ? { problem: 'approver.payer', detail: {} } : undefined
}

/** The fault of a move: the recorder does not confirm; the maker and the checker of the sheet may, so that two are enough. */
export const faultOfOfflineMove = (name: OfflineMove, on: { readonly isRecorder: boolean }): Fault | undefined =>
  name === 'confirm' && on.isRecorder ? { problem: 'maker.checker', detail: {} } : undefined

/** The moves of a record a person can make now. */
export const offlineMovesOf = (
  state: OfflineSlipState,
  on: { readonly isRecorder: boolean },
  can: (permit: Permit) => boolean,
): OfflineMove[] => offeredFrom(offlineSlipStates, state, can).filter(name => !faultOfOfflineMove(name, on))

/** True for a payment nobody has recorded yet, or whose record was sent back, and about which nobody has decided. */
export const waitsForRecord = (
  state: PaymentState,
  { isRecorded, isDecided }: { readonly isRecorded: boolean; readonly isDecided: boolean },
): boolean => !isRecorded && !isDecided && (state === 'created' || state === 'sent')
