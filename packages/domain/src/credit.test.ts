// Credit and refunds: what is left for new waybills, its stage, and the three hands a refund needs.
import { expect, test } from 'vitest'
import { availableCredit, creditStage, freeToRefund } from './credit.ts'
import { fen } from './figures/money.ts'
import { faultOfRefundMove, refundMovesOf } from './refund.ts'

const of = (prepaid: number, limit: number, owed: number, reserved: number, writtenOff = 0) => ({
  prepaid: fen(prepaid),
  limit: fen(limit),
  owed: fen(owed),
  writtenOff: fen(writtenOff),
  reserved: fen(reserved),
})

test('what is left is prepaid money and limit, less what is owed, what was given up and what is under way', () => {
  expect(availableCredit(of(300, 1000, 200, 500))).toBe(600)
  expect(availableCredit(of(0, 100, 200, 0))).toBe(-100)
  expect(availableCredit(of(300, 1000, 200, 500, 150))).toBe(450)
  expect(creditStage('block', of(0, 100, 101, 0))).toBe('over')
  expect(creditStage('warn', of(0, 100, 81, 0))).toBe('near')
  expect(creditStage('warn', of(0, 100, 80, 0))).toBe('fit')
  expect(creditStage('none', of(0, 0, 80, 0))).toBe('free')
})

test('no more is asked back than is prepaid, nor than is left; without a limit all of it', () => {
  expect(freeToRefund(fen(300), undefined)).toBe(300)
  expect(freeToRefund(fen(300), 100)).toBe(100)
  expect(freeToRefund(fen(300), 900)).toBe(300)
  expect(freeToRefund(fen(300), -1)).toBe(0)
  expect(creditStage('block', of(0, 100, 100, 0))).not.toBe('over')
})

test('who asked does not approve, who approved does not pay, and another account takes the administrator', () => {
  const other = { source: 'ORIGIN', isAsker: false, isApprover: false, isAdmin: false } as const
  expect(faultOfRefundMove('approve', { ...other, isAsker: true })?.problem).toBe('maker.checker')
  expect(faultOfRefundMove('pay', { ...other, isApprover: true })?.problem).toBe('refund.approver')
  expect(faultOfRefundMove('approve', { ...other, source: 'REGISTERED' })?.problem).toBe('refund.account')
  expect(faultOfRefundMove('approve', { ...other, source: 'REGISTERED', isAdmin: true })).toBeUndefined()
  expect(refundMovesOf({ ...other, state: 'approved', isApprover: true }, () => true)).toEqual(['reject', 'withdraw'])
  expect(refundMovesOf({ ...other, state: 'paid' }, () => true)).toEqual([])
})
