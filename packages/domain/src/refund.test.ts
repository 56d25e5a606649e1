// Refunds: who asks, approves and sends, from which state, and whose word another account needs.
import { expect, test } from 'vitest'
import { faultOfRefundMove, refundMovesOf, refundStates, type RefundOn, type RefundState } from './refund.ts'

const all = (): boolean => true
const on = (over: Partial<RefundOn> = {}): RefundOn => ({
  state: 'asked',
  source: 'ORIGIN',
  isAsker: false,
  isApprover: false,
  isAdmin: false,
  ...over,
})
const states = Object.keys(refundStates.states) as RefundState[]

test('a refund is asked, approved and paid; it ends paid, refused or taken back, and the house is waited for', () => {
  expect(states.map(state => [state, refundMovesOf(on({ state }), all)])).toEqual([
    ['asked', ['approve', 'reject', 'withdraw']],
    ['approved', ['pay', 'reject', 'withdraw']],
    ['paid', []],
    ['rejected', []],
    ['withdrawn', []],
  ])
  const { states: of, moves } = refundStates
  expect([of.paid.final, of.rejected.final, of.withdrawn.final, moves.reject.danger]).toEqual([true, true, true, true])
  for (const { awaits } of [of.asked, of.approved]) expect(awaits?.sides).toEqual(['platform', 'branch'])
})

test('three hands: who asked neither approves nor sends, who approved does not send', () => {
  expect(refundMovesOf(on({ isAsker: true }), all)).toEqual(['reject', 'withdraw'])
  expect(refundMovesOf(on({ state: 'approved', isAsker: true }), all)).toEqual(['reject', 'withdraw'])
  expect(refundMovesOf(on({ state: 'approved', isApprover: true }), all)).toEqual(['reject', 'withdraw'])
  // an approver who meets another refund approves it
  expect(refundMovesOf(on({ isApprover: true }), all)).toEqual(['approve', 'reject', 'withdraw'])
  expect(faultOfRefundMove('approve', on({ isAsker: true }))).toEqual({ problem: 'maker.checker', detail: {} })
  expect(faultOfRefundMove('pay', on({ isApprover: true }))).toEqual({ problem: 'refund.approver', detail: {} })
  expect(faultOfRefundMove('pay', on({ isAsker: true }))).toEqual({ problem: 'maker.payer', detail: {} })
})

test('money to another account than it came from is agreed to by the administrator alone, and sent by anybody', () => {
  const other = { source: 'REGISTERED' } as const
  expect(faultOfRefundMove('approve', on(other))).toEqual({ problem: 'refund.account', detail: {} })
  expect(faultOfRefundMove('approve', on({ ...other, isAdmin: true }))).toBeUndefined()
  expect(faultOfRefundMove('pay', on(other))).toBeUndefined()
  expect(refundMovesOf(on({ ...other, state: 'approved' }), all)).toEqual(['pay', 'reject', 'withdraw'])
})

test('a step without its permit is not offered', () => {
  expect(refundMovesOf(on(), permit => permit === 'refund.ask')).toEqual(['withdraw'])
  expect(refundMovesOf(on({ state: 'approved' }), permit => permit === 'refund.pay')).toEqual(['pay'])
})
