// Terminals: numbers of the wire, and the moves that are offered.
import { expect, test } from 'vitest'
import { checkTerminalPhone, plainTerminalPhone, terminalMovesOf } from './terminal.ts'

test('zeros in front of a number mean nothing, letters and nothing at all are refused', () => {
  expect(plainTerminalPhone('013912345678')).toBe('13912345678')
  expect(['13912345678', '013912345678', '00000000013912345678'].map(checkTerminalPhone)).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(['', '0000', '1391234567a', '1'.repeat(21)].filter(text => checkTerminalPhone(text) === undefined)).toEqual([])
})

test('a conflict is settled by the move that fits the binding', () => {
  const yes = () => true
  expect(terminalMovesOf({ state: 'conflict', isBound: true }, yes)).toEqual(['settle', 'block'])
  expect(terminalMovesOf({ state: 'conflict', isBound: false }, yes)).toEqual(['settleFree', 'block'])
  expect(terminalMovesOf({ state: 'active', isBound: true }, () => false)).toEqual([])
})
