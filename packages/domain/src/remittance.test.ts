// Tests of remittances: two people in and out, and the one spelling of a payer's account.
import { expect, test } from 'vitest'
import { faultOfRemittanceMove, plainAccount, remittanceMovesOf, type RemittanceState } from './remittance.ts'

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
