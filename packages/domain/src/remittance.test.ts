// Tests of remittances: two people in and out, and the one spelling of a payer's account.
import { expect, test } from 'vitest'
import { fen } from './figures/money.ts'
import { DAY_MS, startOfDay } from './figures/time.ts'
import {
  faultOfRemittanceMove,
  plainAccount,
  remittanceMovesOf,
  restSince,
  type RemittanceState,
} from './remittance.ts'

const nothing = {
  isMaker: false,
  isAsker: false,
  isDeposit: false,
  isParted: false,
  isRefunded: false,
  isPointed: false,
}
const moves = (state: RemittanceState, isMaker: boolean, isAsker: boolean): string[] =>
  remittanceMovesOf(
    { ...nothing, state, isMaker, isAsker, isParted: state === 'claimed', isPointed: state === 'returning' },
    () => true,
  )

test('who recorded money does not confirm it, who asked to send it back, or took it as a payment come back, does not agree', () => {
  expect(moves('recorded', true, false)).toEqual(['withdraw'])
  expect(moves('recorded', false, false)).toEqual(['confirm', 'reject'])
  expect(moves('unclaimed', true, false)).toEqual(['claim', 'askRefund', 'askReturn'])
  expect(moves('claimed', true, true)).toEqual(['unclaim'])
  expect(moves('refunding', true, true)).toEqual(['keep'])
  expect(moves('refunding', true, false)).toEqual(['refund', 'keep'])
  expect(moves('returning', true, true)).toEqual(['dropReturn'])
  expect(moves('returning', true, false)).toEqual(['confirmReturn', 'dropReturn'])
  for (const state of ['refunded', 'returned', 'rejected', 'withdrawn'] as const)
    expect(moves(state, false, false)).toEqual([])
})

test('an account is one however it is typed', () => {
  for (const text of ['6222 0200-1111', '６２２２０２００１１１１', ' 622202001111​'])
    expect(plainAccount(text)).toBe('622202001111')
})

test('accounts with letters are one in small and large ones', () => {
  expect(plainAccount('nra-6222 0a')).toBe('NRA62220A')
})

test('only the maker takes a record back; the request to send money back says nothing about its record', () => {
  expect(faultOfRemittanceMove('withdraw', { ...nothing, isAsker: true })).toEqual({
    problem: 'fund.maker',
    detail: {},
  })
  expect(faultOfRemittanceMove('confirm', { ...nothing, isAsker: true })).toBeUndefined()
  expect(faultOfRemittanceMove('refund', { ...nothing, isMaker: true })).toBeUndefined()
})

test('a remittance that is a deposit is taken back with the deposit, not by itself', () => {
  const on = { ...nothing, isDeposit: true, isParted: true }
  expect(faultOfRemittanceMove('unclaim', on)).toEqual({ problem: 'deposit.claimed', detail: {} })
  expect(remittanceMovesOf({ ...on, state: 'claimed' }, () => true)).toEqual([])
})

test('money of which a part is claimed is claimed further, a claim of it taken back, or the rest sent back; it is no payment come back', () => {
  const on = { ...nothing, isParted: true }
  expect(remittanceMovesOf({ ...on, state: 'unclaimed' }, () => true)).toEqual(['claim', 'unclaim', 'askRefund'])
  expect(faultOfRemittanceMove('askReturn', on)).toEqual({ problem: 'remittance.parted', detail: { move: '登记退汇' } })
})

test('of money that went back in part a claim is taken back still; what it frees is claimed or sent back, and is no payment come back', () => {
  const on = { ...nothing, isParted: true, isRefunded: true }
  expect(remittanceMovesOf({ ...on, state: 'refunded' }, () => true)).toEqual(['unclaim'])
  const freed = { ...nothing, isRefunded: true }
  expect(remittanceMovesOf({ ...freed, state: 'unclaimed' }, () => true)).toEqual(['claim', 'askRefund'])
  expect(faultOfRemittanceMove('askReturn', freed)).toEqual({ problem: 'remittance.sentBack', detail: {} })
})

test('money entered as a payment come back is agreed to as that or rejected, by another than who entered it', () => {
  const on = { ...nothing, state: 'recorded', isPointed: true } as const
  expect(remittanceMovesOf(on, () => true)).toEqual(['reject', 'confirmReturn'])
  expect(remittanceMovesOf({ ...on, isMaker: true, isAsker: true }, () => true)).toEqual(['withdraw'])
})

test('what is nobody’s now is so since the last use taken back that had some of it, by the ends of days', () => {
  const day = startOfDay(1_790_000_000_000)
  const use = (amount: number, from: number, until?: number) => ({
    amount: fen(amount),
    from: day + from * DAY_MS,
    until: until === undefined ? undefined : day + until * DAY_MS,
  })
  const since = (...uses: ReturnType<typeof use>[]) => {
    const at = restSince(uses)
    return at === undefined ? undefined : (at - day) / DAY_MS
  }
  expect(since()).toBeUndefined()
  expect(since(use(30, 1))).toBeUndefined()
  // taken back: from then on; on the day it was made, and where as much is taken again, the rest was there all the time
  expect(since(use(30, 1, 5.5))).toBe(5.5)
  expect(since(use(30, 1.2, 1.5))).toBeUndefined()
  expect(since(use(30, 1, 5.5), use(30, 6))).toBeUndefined()
  expect(since(use(30, 1, 5.5), use(29, 6))).toBe(5.5)
  // two at once are one too much until the second goes as well; a return before counts
  expect(since(use(10, 1, 3), use(20, 2, 4), use(20, 4))).toBe(3)
  expect(since(use(50, 2), use(30, 3, 5), use(20, 6))).toBe(5)
})
