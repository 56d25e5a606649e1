// Rules of what one may do with a settlement sheet: the page asks them what to offer, each command what to refuse.
import type { Permit } from '../permits/permits.ts'
import type { Fault } from '../problems/problems.ts'
import { offeredFrom } from '../states.ts'
import { settlementStates, type SettlementState } from './settlement.ts'

/**
 * A sheet and the person of its payer who wants to move it. A fact that is left out is not asked about: a command says
 * what it knows when it asks, the page says all there is.
 */
export interface SheetOn {
  readonly state: SettlementState
  /** The person made the sheet, or it was made for them by somebody who worked in their place. */
  readonly isMaker: boolean
  /** The person submitted the sheet, or it was submitted for them. */
  readonly isSubmitter: boolean
  /** The person approved the sheet, and its company wants another person to pay it. */
  readonly isBarredApprover?: boolean | undefined
  /** The sheet pays again what failed on another. */
  readonly isAgain?: boolean | undefined
  /** The person asked to void the sheet, or it was asked for them. */
  readonly isVoidAsker?: boolean | undefined
  /** The person asked to void the sheet, it was asked for them, or they work in the place of the one who asked. */
  readonly isInVoidAskersPlace?: boolean | undefined
  /** A change of the sheet waits for another person to agree. */
  readonly isChanging?: boolean | undefined
  /** The person asked for that change, or it was asked for them. */
  readonly isChangeAsker?: boolean | undefined
  /** The person asked for that change, it was asked for them, or they work in the place of the one who asked. */
  readonly isInAskersPlace?: boolean | undefined
  /** The closing of the sheet waits for another person to agree. */
  readonly isClosing?: boolean | undefined
  /** The person asked for that closing, or it was asked for them. */
  readonly isCloseAsker?: boolean | undefined
  /** The person asked for that closing, it was asked for them, or they work in the place of the one who asked. */
  readonly isInCloseAskersPlace?: boolean | undefined
  /** The position a step is left to, which the person does not hold; undefined where nothing is missing. */
  readonly lacks?: ((step: 'submit' | 'approve') => string | undefined) | undefined
  /** A waybill of the sheet whose receipt is to be confirmed before the sheet is submitted. */
  readonly waitingFor?: string | undefined
  /** The outcome of a payment of the sheet is not known. */
  readonly hasUnknown?: boolean | undefined
  /** Whether any of the waybills is paid to another account than the carrier's own. */
  readonly paysOthers?: boolean | undefined
  /** The sheet made of its failed payments that is not over yet. */
  readonly child?: string | undefined
  /** The lines whose payment failed or came back, and that no other sheet has taken over. */
  readonly failures?: number | undefined
  /** A bank's word about the sheet, or about money of its waybills, waits for people to judge it. */
  readonly hasException?: boolean | undefined
}

/** The fault of a move that belongs to a step left to a position. */
function faultOfPosition(
  step: 'submit' | 'approve',
  { lacks }: SheetOn,
  move: keyof typeof settlementStates.moves = step,
): Fault | undefined {
  const role = lacks?.(step)
  return role === undefined
    ? undefined
    : { problem: 'policy.position', detail: { role, move: settlementStates.moves[move].label } }
}

const faultOfChild = ({ child }: SheetOn): Fault | undefined =>
  child === undefined ? undefined : { problem: 'settlement.child', detail: { settlementNum: child } }

/** Nothing else is done with an approved sheet while a change of it waits. */
const faultOfChange = ({ isChanging, state }: SheetOn): Fault | undefined =>
  isChanging && state === 'approved' ? { problem: 'settlement.changing', detail: {} } : undefined
const faultOfNoChange = ({ isChanging, state }: SheetOn): Fault | undefined =>
  !isChanging && state === 'approved' ? { problem: 'settlement.noChange', detail: {} } : undefined

/** A sheet that is to be closed is not paid again meanwhile. */
const faultOfClosing = ({ isClosing, state }: SheetOn): Fault | undefined =>
  isClosing && state === 'partial' ? { problem: 'settlement.closing', detail: {} } : undefined
const faultOfNoClosing = ({ isClosing, state }: SheetOn): Fault | undefined =>
  !isClosing && state === 'partial' ? { problem: 'settlement.notClosing', detail: {} } : undefined

const rules: Readonly<Partial<Record<keyof typeof settlementStates.moves, (on: SheetOn) => Fault | undefined>>> = {
  submit: on => {
    const fault = faultOfPosition('submit', on)
    if (fault || on.waitingFor === undefined) return fault
    // a sheet that was submitted already is told of its state
    return on.state === 'draft' || on.state === 'rejected'
      ? { problem: 'settlement.receipt', detail: { waybillNo: on.waitingFor } }
      : undefined
  },
  payToCarrier: on => (on.paysOthers === false ? { problem: 'payment.ownAccount', detail: {} } : undefined),
  /** Lines of other drafts have no sheet to go back to. */
  takeOff: on => (on.isAgain === false ? { problem: 'settlement.notAgain', detail: {} } : undefined),
  /** Nobody approves work of their own. */
  approve: on =>
    on.isMaker || on.isSubmitter ? { problem: 'maker.checker', detail: {} } : faultOfPosition('approve', on),
  pay: on => {
    if (on.isMaker || on.isSubmitter) return { problem: 'maker.payer', detail: {} }
    if (on.isBarredApprover) return { problem: 'approver.payer', detail: {} }
    if (on.state === 'paying' && on.hasUnknown) return { problem: 'payment.unknown', detail: {} }
    return faultOfChange(on)
  },
  askVoid: faultOfChange,
  askChange: faultOfChange,
  /** A wish is taken back by the one whose it is; others refuse it, and say why. */
  withdrawChange: on =>
    faultOfNoChange(on) ?? (on.isInAskersPlace === false ? { problem: 'settlement.notAsker', detail: {} } : undefined),
  withdrawVoid: on =>
    on.state === 'voiding' && on.isInVoidAskersPlace === false
      ? { problem: 'settlement.notAsker', detail: {} }
      : undefined,
  refuseChange: faultOfNoChange,
  /** Another person than the one who asked agrees to a change, of the position that approves. */
  confirmChange: on =>
    faultOfNoChange(on) ??
    (on.isChangeAsker ? { problem: 'maker.checker', detail: {} } : faultOfPosition('approve', on, 'confirmChange')),
  /** The books take an approved sheet back only when another person than the one who asked agrees. */
  confirmVoid: on =>
    on.isVoidAsker ? { problem: 'maker.checker', detail: {} } : faultOfPosition('approve', on, 'confirmVoid'),
  makeFailure: on =>
    faultOfClosing(on) ??
    faultOfChild(on) ??
    (on.failures === 0 ? { problem: 'settlement.noFailures', detail: {} } : undefined),
  /** The books take failed lines back only when another person than the one who asked agrees. */
  askClose: on => faultOfClosing(on) ?? faultOfChild(on),
  confirmClose: on =>
    faultOfNoClosing(on) ?? (on.isCloseAsker ? { problem: 'maker.checker', detail: {} } : faultOfChild(on)),
  refuseClose: faultOfNoClosing,
  withdrawClose: on =>
    faultOfNoClosing(on) ??
    (on.isInCloseAskersPlace === false ? { problem: 'settlement.notAsker', detail: {} } : undefined),
}

/** Moves of a sheet. */
export type SheetMove = keyof typeof settlementStates.moves

/** The moves that wait until the exceptions of a sheet are resolved: nothing is paid or settled anew meanwhile. */
const heldMoves: ReadonlySet<SheetMove> = new Set<SheetMove>([
  'payToCarrier',
  'takeOff',
  'submit',
  'approve',
  'pay',
  'makeFailure',
  'askClose',
  'confirmClose',
  'void',
  'askVoid',
  'confirmVoid',
  'askChange',
  'confirmChange',
])

/** The first fault of a move beside its state and permit, which the table of states says. */
export const faultOfSheetMove = (name: SheetMove, on: SheetOn): Fault | undefined =>
  rules[name]?.(on) ??
  (on.hasException && heldMoves.has(name) ? { problem: 'payment.exception', detail: {} } : undefined)

/** The moves a person of the payer can make now. */
export const sheetMovesOf = (on: SheetOn, can: (permit: Permit) => boolean): SheetMove[] =>
  offeredFrom(settlementStates, on.state, can).filter(name => !faultOfSheetMove(name, on))
