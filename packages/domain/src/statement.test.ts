// Sums of a statement, and what may be said of its lines.
import { expect, test } from 'vitest'
import { fen } from './figures/money.ts'
import {
  lineActs,
  lineActsOf,
  markAfter,
  statementKinds,
  statementMovesOf,
  sumStatement,
  type LineAct,
  type StatementKind,
} from './statement.ts'

const line = (kind: StatementKind, owed: number, prepaid = 0, invoiced = 0) => ({
  kind,
  owed: fen(owed),
  prepaid: fen(prepaid),
  invoiced: fen(invoiced),
})
const opening = { openingOwed: fen(300), openingPrepaid: fen(50) }

test('every change is in one sum, and opening and changes make the closing', () => {
  const sums = sumStatement(opening, [
    line('FREIGHT', 1000),
    line('VOID', -100),
    line('ALLOWANCE', -30),
    line('RECEIVED', 0, 700),
    line('SET_OFF', -600, -600),
    line('PAID', -20),
    line('REFUND', 0, -40),
    line('INVOICE', 0, 0, 900),
    line('RED', 0, 0, -30),
    line('OTHER', 7, 3),
  ])
  expect(sums).toEqual({
    ...opening,
    freight: 900,
    adjusted: -23,
    received: 723,
    refunded: 40,
    setOff: 620,
    invoiced: 870,
    closingOwed: 557,
    closingPrepaid: 113,
  })
  expect(sums.closingOwed).toBe(300 + sums.freight + sums.adjusted - sums.setOff)
  expect(sums.closingPrepaid).toBe(50 + sums.received - sums.refunded - sums.setOff)
})

test('compensation that becomes prepaid money is no money that came: it stands against what pays freight', () => {
  // 10,000.00 with 600.00 of compensation, then a red invoice of the whole: nothing is owed, 600.00 is prepaid
  const month = (lines: readonly ReturnType<typeof line>[], owed: number) =>
    sumStatement({ openingOwed: fen(owed), openingPrepaid: fen(0) }, lines)
  const later = [line('ALLOWANCE', -1_000_000), line('COMPENSATION', 60_000, 60_000)]
  const none = { received: 0, refunded: 0, invoiced: 0, closingOwed: 0, closingPrepaid: 60_000, openingPrepaid: 0 }
  expect(month([line('FREIGHT', 1_000_000), line('COMPENSATION', -60_000), ...later], 0)).toEqual({
    ...none,
    openingOwed: 0,
    freight: 1_000_000,
    adjusted: -1_060_000,
    setOff: -60_000,
  })
  expect(month(later, 940_000)).toEqual({
    ...none,
    openingOwed: 940_000,
    freight: 0,
    adjusted: -1_000_000,
    setOff: -60_000,
  })
})

test('an event of the books makes one kind of line', () => {
  const events = Object.values(statementKinds).flatMap((kind): readonly string[] => kind.events)
  expect(new Set(events).size).toBe(events.length)
})

test('lines are spoken of while the statement is sent or disputed, by each side in its turn', () => {
  const shipper = (permit: string) => permit === 'statement.confirm'
  const house = (permit: string) => permit === 'statement.make'
  expect(lineActsOf('sent', 'none', shipper)).toEqual(['check', 'dispute'])
  expect(lineActsOf('disputed', 'disputed', shipper)).toEqual(['drop'])
  expect(lineActsOf('disputed', 'disputed', house)).toEqual(['explain'])
  for (const state of ['draft', 'confirmed', 'withdrawn'] as const)
    expect(lineActsOf(state, 'disputed', () => true)).toEqual([])
  expect(statementMovesOf('disputed', shipper)).toEqual([])
  expect(statementMovesOf('draft', house)).toEqual(['send', 'withdraw'])
})

test('an act leaves its mark: what a shipper drops is as if nobody had looked at it', () => {
  expect((Object.keys(lineActs) as LineAct[]).map(act => [act, markAfter(act)])).toEqual([
    ['check', 'checked'],
    ['dispute', 'disputed'],
    ['drop', 'none'],
    ['explain', 'explained'],
  ])
})

test('freight, allowances, money and what pays freight with it come of the books, red entries in the line of the black ones', () => {
  const kindOf = (event: string) =>
    Object.entries(statementKinds).flatMap(([kind, of]) => (of.events.includes(event) ? [kind] : []))
  expect(['E2', 'E2r', 'E8a', 'E1', 'E1r', 'E2b', 'E2br', 'E1f', 'E1fr'].map(event => kindOf(event).join())).toEqual([
    'FREIGHT',
    'VOID',
    'ALLOWANCE',
    'RECEIVED',
    'RECEIVED',
    'SET_OFF',
    'SET_OFF',
    'REFUND',
    'REFUND',
  ])
  expect(['E2c', 'E2cr', 'E2cb', 'E2cbr'].map(event => kindOf(event).join())).toEqual([
    'PAID',
    'PAID',
    'SET_OFF',
    'SET_OFF',
  ])
  expect(['E13', 'E13r', 'E13b'].map(event => kindOf(event).join())).toEqual(Array(3).fill('COMPENSATION'))
  const { INVOICE, RED, OTHER } = statementKinds
  expect(
    [INVOICE, RED, OTHER].flatMap(({ events }) => events),
    'an invoice is no event of these accounts',
  ).toEqual([])
})
