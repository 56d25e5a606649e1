// Acts on a waybill: one table by which the page offers them and each command refuses them.
import type { Fault } from '../problems/problems.ts'
import type { Permit, RoleSide } from '../permits/permits.ts'
import { claimWaits, dealsWith, partyOf, type ClaimSide, type OpenClaims } from '../settlement/charges.ts'
import { poundPlaces, type PoundParty, type PoundPlace } from './pound.ts'
import {
  isSignedState,
  endedWaybillStates,
  hasBack,
  isCorrectable,
  openWaybillStates,
  receiptAuditSides,
  receiptFault,
  receiptStates,
  sidesOfMove,
  swapStatesOfWaybill,
  takesReceipt,
  waybillStates,
  type ReceiptRule,
  type ReceiptState,
  type WaybillPeopleMove,
  type WaybillSettleState,
  type WaybillState,
} from './waybill.ts'

/**
 * A waybill and the person who wants to act on it. Absent fields are not checked: a command gives the facts it knows
 * when it asks, the page gives all.
 */
export interface ActOn {
  readonly state: WaybillState
  /** The side of this waybill the person stands on. */
  readonly side: RoleSide
  readonly can: (permit: Permit) => boolean
  readonly receiptState?: ReceiptState | undefined
  readonly receiptRule?: ReceiptRule | undefined
  readonly settleState?: WaybillSettleState | undefined
  readonly settlementNum?: string | undefined
  /** The number of vehicles that carried the goods so far. */
  readonly segments?: number | undefined
  /** Claims that wait for an answer: nothing is signed before it. */
  readonly openClaims?: OpenClaims | undefined
  readonly hasOpenSwap?: boolean | undefined
  /** The weighing to be entered; left out, any of those the person enters. */
  readonly weighing?: { readonly place: PoundPlace; readonly party: PoundParty } | undefined
  /** The party whose ticket is to be taken out; left out, any of the person's own. */
  readonly ticketOf?: string | undefined
  /** The account of the claim; left out, any the person deals about. */
  readonly account?: ClaimSide | undefined
}

/** States in which a place can be weighed: from the arrival there until the signature. */
const weighedIn: Readonly<Record<PoundPlace, readonly WaybillState[]>> = {
  load: ['toLoad', 'loading', 'inTransit', 'interrupted', 'arrived', 'toSign', 'disputed'],
  unload: ['inTransit', 'arrived', 'toSign', 'disputed'],
}

/**
 * People who enter weighings: carriers for both scales (the receiver's paper travels with the driver), the shipper for
 * its own.
 */
const weigher: Readonly<Record<RoleSide, { permit: Permit; parties: readonly PoundParty[] }>> = {
  platform: { permit: 'waybill.advance', parties: ['driver', 'receiver'] },
  branch: { permit: 'waybill.advance', parties: ['driver', 'receiver'] },
  carrier: { permit: 'waybill.advance', parties: ['driver', 'receiver'] },
  shipper: { permit: 'waybill.sign', parties: ['receiver'] },
}

const missing: Fault = { problem: 'permit.missing', detail: {} }
const wrongState = (state: WaybillState, move: string): Fault => ({
  problem: 'state.wrong',
  detail: { state: waybillStates.states[state].label, move },
})
const isIn = (states: readonly WaybillState[], state: WaybillState): boolean => states.includes(state)

/**
 * The reason against a move of the journey: permit and side, the state, then the sheet a signed waybill is on and the
 * claims a signature waits for. Answers `permit.missing`, `state.wrong`, `waybill.inSheet` or `waybill.claimOpen`.
 */
export function faultOfMove(name: WaybillPeopleMove, on: ActOn): Fault | undefined {
  const { permit, from, label } = waybillStates.moves[name]
  const isOnSide = (state: WaybillState): boolean => sidesOfMove(name, state).includes(on.side)
  const mayAtAll = (permit === 'system' || on.can(permit)) && from.some(isOnSide)
  // a side that can never make this move is told of its permit, not of states
  if (!mayAtAll) return missing
  if (!isIn(from, on.state) || !isOnSide(on.state)) return wrongState(on.state, label)
  if (name === 'sign' && on.openClaims) return faultOfClaims(on.openClaims)
  const isOnSheet = on.settleState !== undefined && on.settleState !== 'unsettled'
  return name === 'void' && on.state === 'signed' && isOnSheet
    ? { problem: 'waybill.inSheet', detail: { settlementNum: on.settlementNum ?? '' } }
    : undefined
}

/** The claims a signature waits for: those the side answers itself are told first. */
export function faultOfClaims({ own, other }: OpenClaims): Fault | undefined {
  if (own + other === 0) return undefined
  return {
    problem: 'waybill.claimOpen',
    detail: own > 0 ? { count: own, waits: claimWaits.own } : { count: other, waits: claimWaits.other },
  }
}

/** Corrections are the platform's alone; and what is in the books is changed by the books. */
function faultOfCorrecting({ state, side, can }: ActOn): Fault | undefined {
  if (!can('waybill.correct') || side !== 'platform') return missing
  return isSignedState(state) ? { problem: 'waybill.posted', detail: { what: '再纠错' } } : undefined
}

/** The state of the journey, then that of the receipt, then what the goods want of it. */
function faultOfReceipt(name: 'upload' | 'post', { state, receiptState, receiptRule, can }: ActOn): Fault | undefined {
  const { from, label, permit } = receiptStates.moves[name]
  if (permit === 'system' || !can(permit)) return missing
  if (!takesReceipt(state)) return wrongState(state, label)
  if (receiptState === undefined) return undefined
  const fault = wrongReceipt(from, receiptState, label)
  if (fault) return fault
  return name === 'post' && receiptRule && receiptFault(receiptRule, receiptState, 'post')
    ? { problem: 'receipt.required', detail: {} }
    : undefined
}

function faultOfAudit(name: 'confirm' | 'reject', { side, receiptState, receiptRule, can }: ActOn): Fault | undefined {
  const { from, label, permit } = receiptStates.moves[name]
  if (permit === 'system' || !can(permit) || !receiptAuditSides.includes(side)) return missing
  if (receiptState === undefined) return undefined
  const fault = wrongReceipt(from, receiptState, label)
  if (fault) return fault
  return name === 'confirm' && receiptRule && receiptFault(receiptRule, receiptState, 'confirm')
    ? { problem: 'receipt.original', detail: {} }
    : undefined
}

const wrongReceipt = (from: readonly string[], state: ReceiptState, move: string): Fault | undefined =>
  from.includes(state)
    ? undefined
    : { problem: 'state.wrong', detail: { state: receiptStates.states[state].label, move } }

const rules = {
  addTicket: ({ state, side, can, weighing }) => {
    const { permit, parties } = weigher[side]
    if (!can(permit) || (weighing && !parties.includes(weighing.party))) return missing
    // the loading place is weighed in every state in which the unloading place is
    const place = weighing?.place ?? 'load'
    return isIn(weighedIn[place], state) ? undefined : wrongState(state, `登记${poundPlaces[place]}磅单`)
  },
  /** Each side takes out its own tickets, the house any. */
  removeTicket: ({ state, side, can, ticketOf }) => {
    const party = partyOf(side)
    if (!can(weigher[side].permit) || (ticketOf !== undefined && party !== 'house' && party !== ticketOf))
      return missing
    return isIn(weighedIn.load, state) ? undefined : wrongState(state, '移除磅单')
  },
  addFiles: ({ state }) => (isIn(endedWaybillStates, state) ? wrongState(state, '上传现场照片') : undefined),
  swap: ({ state, side, can, hasOpenSwap }) => {
    if (!can('waybill.appoint') || side === 'shipper') return missing
    if (!isIn(swapStatesOfWaybill, state)) return wrongState(state, '换车')
    return hasOpenSwap ? { problem: 'waybill.swapOpen', detail: { move: '再次换车' } } : undefined
  },
  correct: on => faultOfCorrecting(on) ?? (isCorrectable(on.state) ? undefined : wrongState(on.state, '纠错')),
  stepBack: on => {
    const fault = faultOfCorrecting(on)
    if (fault) return fault
    if (!hasBack(on.state)) return wrongState(on.state, '退回上一步')
    // the vehicle that loaded is not the one that carries now
    return on.state === 'inTransit' && (on.segments ?? 1) > 1 ? { problem: 'waybill.segments', detail: {} } : undefined
  },
  /** The signature fixed the money: later the carrier's account is adjusted, the shipper's by a red invoice. */
  claim: ({ state, side, can, account }) => {
    if (!can('waybill.charge')) return missing
    if (account !== undefined && !dealsWith(account, side)) return missing
    if (isSignedState(state)) return account === 'SHIPPER' ? { problem: 'waybill.claimLate', detail: {} } : undefined
    return isIn(openWaybillStates, state) ? undefined : wrongState(state, '登记费用')
  },
  special: ({ state, side, can }) => {
    if (isIn(endedWaybillStates, state)) return wrongState(state, '维护专线信息')
    return can('special.edit') && side !== 'shipper' ? undefined : missing
  },
  uploadReceipt: on => faultOfReceipt('upload', on),
  postReceipt: on => faultOfReceipt('post', on),
  confirmReceipt: on => faultOfAudit('confirm', on),
  rejectReceipt: on => faultOfAudit('reject', on),
} satisfies Record<string, (on: ActOn) => Fault | undefined>

/** Acts with a waybill beside the moves of its journey. */
export type ActName = keyof typeof rules

/** The first reason against an act; undefined when it may be done. */
export const faultOfAct = (act: ActName, on: ActOn): Fault | undefined => rules[act](on)
