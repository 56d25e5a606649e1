// Words of a bank against each state of a payment: every pair has a meaning, money is never moved against the books by
// one word alone, and ends people agree on change only what stands.
import { describe, expect, test } from 'vitest'
import { stateKeys } from '../states.ts'
import {
  changeOfOutcome,
  exceptionKinds,
  exceptionMovesOf,
  exceptionOutcomes,
  factKinds,
  faultOfExceptionMove,
  judgeFact,
  momentOfWord,
  outcomesOf,
  returnTold,
  type ExceptionKind,
  type ExceptionOutcome,
  type FactKind,
} from './channelFacts.ts'
import { paymentStates, type PaymentState } from './settlement.ts'

const states = stateKeys(paymentStates)
const facts = Object.keys(factKinds) as FactKind[]
const outcomes = Object.keys(exceptionOutcomes) as ExceptionOutcome[]
const kinds = Object.keys(exceptionKinds) as ExceptionKind[]
const said = (state: PaymentState, kind: FactKind, amount?: number, isPastCutOff = false): string => {
  const verdict = judgeFact({ state, amount: 638_000 }, { kind, amount }, isPastCutOff)
  return verdict.do === 'exception' ? verdict.kind : verdict.do
}
const row = (state: PaymentState, amount?: number, isPastCutOff = false): string =>
  facts.map(kind => said(state, kind, amount, isPastCutOff)).join(' ')

test('a return told of a payment that came back before is another one by a number of its own alone', () => {
  const bank = (serial?: string) => ({ serial, isBank: true })
  expect(returnTold([], undefined)).toBe('new')
  expect(returnTold([bank('TF-1')], 'tf-1')).toBe('told')
  expect(returnTold([bank('TF-1')], 'TF-2')).toBe('new')
  expect(returnTold([bank('TF-1'), bank()], 'TF-2')).toBe('unclear')
  expect(returnTold([bank('TF-1')], undefined)).toBe('unclear')
  // two people read the number of the money on its slip, which the bank may not tell in its word
  expect(returnTold([{ serial: 'SLIP-1', isBank: false }], 'TF-1')).toBe('unclear')
  expect(returnTold([{ serial: 'SLIP-1', isBank: false }], 'SLIP-1')).toBe('told')
})

describe('every pair of state and word', () => {
  test('has its meaning where the amounts agree, said or not', () => {
    for (const amount of [undefined, 638_000])
      expect(Object.fromEntries(states.map(state => [state, row(state, amount)]))).toEqual({
        created: 'UNKNOWN_ORDER UNKNOWN_ORDER UNKNOWN_ORDER same UNKNOWN_ORDER UNREADABLE',
        sent: 'succeed fail askLater lose EARLY_RETURN UNREADABLE',
        success: 'same LATE_FAILURE same same giveBack UNREADABLE',
        failed: 'LATE_SUCCESS same STILL_OPEN same same UNREADABLE',
        unknown: 'succeed fail askLater askLater EARLY_RETURN UNREADABLE',
        returned: 'LATE_SUCCESS same same same same UNREADABLE',
      })
  })

  test('a success told again after the money came back is the old word under its number, and news under any other', () => {
    const after = (serial?: string, amount = 638_000) =>
      judgeFact({ state: 'returned', amount: 638_000, serial: 'BK-1' }, { kind: 'SUCCESS', amount, serial }, false)
    expect(after('BK-1')).toEqual({ do: 'same' })
    for (const serial of ['BK-2', undefined]) expect(after(serial)).toEqual({ do: 'exception', kind: 'LATE_SUCCESS' })
    expect(after('BK-1', 637_999)).toEqual({ do: 'exception', kind: 'AMOUNT_DIFF' })
    const failed = { state: 'failed', amount: 1, serial: 'BK-1' } as const
    expect(judgeFact(failed, { kind: 'SUCCESS', serial: 'BK-1' }, false)).toMatchObject({ kind: 'LATE_SUCCESS' })
  })

  test('with another amount is never applied: one fen is enough', () => {
    for (const amount of [0, 1, 637_999, 638_001, Number.MAX_SAFE_INTEGER])
      for (const state of states)
        for (const kind of facts) {
          const apart = state === 'created' ? (kind === 'NOT_FOUND' ? 'same' : 'UNKNOWN_ORDER') : 'AMOUNT_DIFF'
          expect([state, kind, said(state, kind, amount)]).toEqual([
            state,
            kind,
            kind === 'NOT_FOUND' || kind === 'UNREADABLE' ? said(state, kind) : apart,
          ])
        }
  })

  test('an order the bank does not know ends by people, and only once its day is over', () => {
    expect(states.filter(state => said(state, 'NOT_FOUND') !== said(state, 'NOT_FOUND', undefined, true))).toEqual([
      'unknown',
    ])
    expect(said('unknown', 'NOT_FOUND', undefined, true)).toBe('NOT_FOUND')
    for (const kind of facts.filter(each => each !== 'NOT_FOUND'))
      for (const state of states) expect(said(state, kind, undefined, true)).toBe(said(state, kind))
  })
})

test('a move the verdict names is one the payment can make, and ends are reached by one word only from open payments', () => {
  const { moves } = paymentStates
  for (const state of states)
    for (const kind of facts)
      for (const past of [true, false]) {
        const verdict = said(state, kind, 638_000, past)
        if (verdict === 'succeed' || verdict === 'fail' || verdict === 'giveBack')
          expect(moves[verdict].from, `${state} ${kind}`).toContain(state)
        if (verdict === 'succeed' || verdict === 'fail') expect(['sent', 'unknown']).toContain(state)
      }
})

test('an agreed end changes a payment by a move it has, and nothing where the money already stands so', () => {
  expect(
    Object.fromEntries(
      outcomes.map(outcome => [outcome, states.map(state => changeOfOutcome(outcome, state) ?? '-').join(' ')]),
    ),
  ).toEqual({
    paid: '- succeed - succeedLate succeed succeedLate',
    notPaid: '- fail giveBack - fail -',
    dismiss: '- - - - - -',
  })
  for (const outcome of outcomes)
    for (const state of states) {
      const change = changeOfOutcome(outcome, state)
      if (change !== undefined) expect(paymentStates.moves[change].from).toContain(state)
    }
})

test('every contradiction can be dismissed; one about no order of ours only that; nobody agrees with themselves', () => {
  for (const kind of kinds) {
    expect(outcomesOf(kind, { hasPayment: true, isOffline: false })).toContain('dismiss')
    expect(outcomesOf(kind, { hasPayment: false, isOffline: false })).toEqual(['dismiss'])
  }
  const every = (): boolean => true
  expect(exceptionMovesOf({ state: 'open', isProposer: false }, every)).toEqual(['propose'])
  expect(exceptionMovesOf({ state: 'proposed', isProposer: false }, every)).toEqual(['confirm', 'putBack'])
  expect(exceptionMovesOf({ state: 'proposed', isProposer: true }, every)).toEqual(['putBack'])
  expect(exceptionMovesOf({ state: 'proposed', isProposer: false }, () => false)).toEqual([])
  expect(faultOfExceptionMove('confirm', { state: 'proposed', isProposer: true })?.problem).toBe('maker.checker')
})

describe('the moment of a word', () => {
  const at = (day: number, hour: number): number => Date.UTC(2026, 10, day, hour - 8)
  const [sent, heard] = [at(25, 16), at(27, 9)]
  const moment = (said?: number): number => momentOfWord({ said, heard, sent })

  test('the bank’s own time counts where it can be true', () => {
    expect(moment(at(26, 10))).toBe(at(26, 10))
    expect(moment(heard)).toBe(heard)
  })
  test('a day without a time is no moment before the order left', () => {
    expect(moment(at(25, 0))).toBe(sent)
    expect(moment(at(26, 0))).toBe(at(26, 0))
  })
  test('none, one to come, and one before the day of the order are the moment it was heard', () => {
    expect([undefined, heard + 1, at(24, 23)].map(moment)).toEqual([heard, heard, heard])
  })
})
