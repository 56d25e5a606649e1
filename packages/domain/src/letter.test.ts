// Letters of balances: whose turn it is, the acts on their lines, and the accounts and sums they tell.
import { expect, test } from 'vitest'
import { fen } from './figures/money.ts'
import {
  letterAccounts,
  letterActsOf,
  letterMovesOf,
  letterStates,
  letterTurns,
  owesHouse,
  sumLetter,
  type LetterState,
} from './letter.ts'
import type { LineMark } from './statement.ts'
import type { Permit } from './permits/permits.ts'

const company = (permit: Permit): boolean => permit === 'letter.answer'
const house = (permit: Permit): boolean => permit === 'statement.make'
const all = (): boolean => true

test('the company confirms what is not disputed; the house takes back what is not confirmed', () => {
  expect([letterMovesOf('sent', company), letterMovesOf('sent', house)]).toEqual([['confirm'], ['withdraw']])
  expect([letterMovesOf('disputed', company), letterMovesOf('disputed', house)]).toEqual([[], ['withdraw']])
  for (const state of ['confirmed', 'withdrawn'] as const) expect(letterMovesOf(state, all)).toEqual([])
})

test('a letter waits for the company when it is sent, for the house while an account is disputed, and then for nobody', () => {
  const waits = (state: LetterState) => letterStates.states[state].awaits?.sides
  expect([waits('sent'), waits('disputed'), waits('confirmed')]).toEqual([
    ['shipper', 'carrier'],
    ['platform', 'branch'],
    undefined,
  ])
  expect([letterTurns.sent?.side, letterTurns.disputed?.side, letterTurns.confirmed]).toEqual([
    'party',
    'house',
    undefined,
  ])
})

test('accounts are spoken of while the letter is sent or disputed: the company answers, the house explains a dispute', () => {
  for (const state of ['sent', 'disputed'] as const) {
    const acts = (mark: LineMark, can = all) => letterActsOf(state, mark, can)
    expect(acts('none')).toEqual(['check', 'dispute'])
    expect(acts('checked')).toEqual(['dispute'])
    expect(acts('explained')).toEqual(['check', 'dispute'])
    expect([letterActsOf(state, 'disputed', company), letterActsOf(state, 'disputed', house)]).toEqual([
      ['drop'],
      ['explain'],
    ])
  }
  for (const state of ['confirmed', 'withdrawn'] as const) expect(letterActsOf(state, 'disputed', all)).toEqual([])
})

test('a letter is about the accounts a company has with the house, and not about the house’s own money', () => {
  expect(letterAccounts).toEqual([
    '2205.01',
    '2241.04',
    '1122.01',
    '2202.01',
    '2202.02',
    '2202.03',
    '1123.03',
    '1221.01',
    '1221.02',
    '2241.02',
  ])
  expect(letterAccounts.filter(owesHouse)).toEqual(['1122.01', '1123.03', '1221.01', '1221.02'])
})

test('its sums are those of its accounts, above zero where the company owes the house', () => {
  const line = (account: '1122.01' | '2205.01', before: number, debit: number, credit: number) => ({
    account,
    before: fen(before),
    debit: fen(debit),
    credit: fen(credit),
  })
  expect(sumLetter([line('1122.01', 700, 50, 20), line('2205.01', -100, 3, 9)])).toEqual({
    opening: 600,
    debit: 53,
    credit: 29,
  })
})
