// Refunds (退款) of prepaid money: the shipper asks, one person of the house approves, another sends it and types the bank's
// number.
import type { Permit } from './permits/permits.ts'
import type { Fault } from './problems/problems.ts'
import { machine, offeredFrom } from './states.ts'

/** Accounts money may go back to. */
export const refundSources = { ORIGIN: '原付款账户', REGISTERED: '登记账户' } as const
export type RefundSource = keyof typeof refundSources

const house = ['platform', 'branch'] as const

export const refundStates = machine({
  table: 'refunds',
  column: 'state',
  entity: 'refund',
  start: 'asked',
  states: {
    asked: { label: '待审批', tone: 'busy', awaits: { permit: 'refund.approve', sides: house } },
    approved: { label: '待退款', tone: 'busy', awaits: { permit: 'refund.pay', sides: house } },
    paid: { label: '已退款', tone: 'good', final: true },
    rejected: { label: '已驳回', tone: 'bad', final: true },
    withdrawn: { label: '已撤回', tone: 'idle', final: true },
  },
  moves: {
    approve: {
      from: ['asked'],
      to: 'approved',
      label: '同意退款',
      done: '已同意退款，等另一人在银行退款',
      permit: 'refund.approve',
    },
    pay: { from: ['approved'], to: 'paid', label: '确认已退款', done: '退款已入账', permit: 'refund.pay' },
    reject: {
      from: ['asked', 'approved'],
      to: 'rejected',
      label: '驳回',
      permit: 'refund.approve',
      danger: true,
      ask: 'reason',
    },
    withdraw: { from: ['asked', 'approved'], to: 'withdrawn', label: '撤回', permit: 'refund.ask' },
  },
})
export type RefundState = keyof typeof refundStates.states
export type RefundMove = keyof typeof refundStates.moves

/** A refund and the person who wants to move it. */
export interface RefundOn {
  readonly state: RefundState
  readonly source: RefundSource
  /** The person asked, or it was asked for them by somebody who worked in their place. */
  readonly isAsker: boolean
  readonly isApprover: boolean
  /** The administrator of the platform. */
  readonly isAdmin: boolean
}

/** The fault of a move beside its state and permit: three hands, and the administrator for another account. */
export function faultOfRefundMove(name: RefundMove, on: Omit<RefundOn, 'state'>): Fault | undefined {
  if (name === 'withdraw' || name === 'reject') return undefined
  if (on.isAsker) return { problem: name === 'pay' ? 'maker.payer' : 'maker.checker', detail: {} }
  if (name === 'pay' && on.isApprover) return { problem: 'refund.approver', detail: {} }
  return name === 'approve' && on.source === 'REGISTERED' && !on.isAdmin
    ? { problem: 'refund.account', detail: {} }
    : undefined
}

/** The moves a person can make now. */
export const refundMovesOf = (on: RefundOn, can: (permit: Permit) => boolean): RefundMove[] =>
  offeredFrom(refundStates, on.state, can).filter(name => !faultOfRefundMove(name, on))
