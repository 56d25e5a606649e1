// Red confirmations: who moves them, and amounts that never pass what was invoiced.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addFen, fen, splitTax, subtractFen, ZERO_FEN } from '../figures/money.ts'
import {
  errorReasons,
  faultOfRedIssue,
  faultOfRedMove,
  redAnswerMs,
  redIssueMovesOf,
  redIssueStates,
  redMovesOf,
  redReasons,
  redStates,
  redTaxOf,
  type RedIssueState,
  type RedOn,
  type RedState,
} from './red.ts'

const all = (): boolean => true
const on = (over: Partial<RedOn>): RedOn => ({
  state: 'asking',
  issueState: 'waiting',
  side: 'SELLER',
  isMaker: false,
  isRecorder: false,
  isUsed: false,
  hasGateway: true,
  ...over,
})

test('a confirmation has the ten states of the tax office', () => {
  expect(
    Object.values(redStates.states)
      .map(({ code }) => Number(code))
      .toSorted((a, b) => a - b),
  ).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test('a second person agrees, and the buyer has to where it deducted the tax', () => {
  expect(redMovesOf(on({}), all)).toEqual(['agreeAlone', 'denySeller', 'withdrawSeller'])
  expect(redMovesOf(on({ isUsed: true }), all)).toEqual(['agreeAsk', 'denySeller', 'withdrawSeller'])
  expect(redMovesOf(on({ isMaker: true }), all)).toEqual(['withdrawSeller'])
  expect(redMovesOf(on({ state: 'agreed', issueState: 'sent' }), all)).toEqual([])
})

test('a red invoice is issued once its confirmation stands, by hand with two people', () => {
  expect(redIssueMovesOf(on({}), all)).toEqual([])
  expect(redIssueMovesOf(on({ state: 'noNeed' }), all)).toEqual(['send', 'record'])
  expect(redIssueMovesOf(on({ state: 'agreed', hasGateway: false }), all)).toEqual(['record'])
  expect(redIssueMovesOf(on({ state: 'agreed', issueState: 'recorded', isRecorder: true }), all)).toEqual(['deny'])
})

test('in 10,000 cases parts taken back one after another come to the whole tax, and never to less than nothing', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 3_000_000 }),
      fc.constantFrom(0, 300, 600, 900, 1300),
      fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 8 }),
      (cents, vatBp, cuts) => {
        const gross = fen(cents)
        const { tax } = splitTax(gross, vatBp)
        let [red, redTax] = [ZERO_FEN, ZERO_FEN]
        const total = cuts.reduce((sum, cut) => sum + cut, 0)
        for (const [at, cut] of cuts.entries()) {
          const rest = subtractFen(gross, red)
          const amount = at === cuts.length - 1 ? rest : fen(Math.min(rest, Math.floor((cents * cut) / total)))
          if (amount === 0) continue
          const part = redTaxOf({ gross, tax, red, redTax, vatBp }, amount)
          expect(part).toBeGreaterThanOrEqual(0)
          expect(part).toBeLessThanOrEqual(amount)
          red = addFen(red, amount)
          redTax = addFen(redTax, part)
        }
        expect([red, redTax]).toEqual([gross, tax])
      },
    ),
    { numRuns: 10_000 },
  )
  expect(() => redTaxOf({ gross: fen(10), tax: fen(1), red: fen(5), redTax: fen(0), vatBp: 900 }, fen(6))).toThrow(
    RangeError,
  )
})

test('an error alone is invoiced anew in full, and the other side has 72 hours', () => {
  expect([errorReasons, Object.keys(redReasons).length, redAnswerMs]).toEqual([['01'], 4, 72 * 3_600_000])
})

test('each state of a confirmation offers its own steps; the ends offer none', () => {
  const states = Object.keys(redStates.states) as RedState[]
  const offered = states.map(state => [state, redMovesOf(on({ state, isUsed: true }), all)])
  expect(offered.filter(([, moves]) => moves?.length !== 0)).toEqual([
    ['asking', ['agreeAsk', 'denySeller', 'withdrawSeller']],
    ['noNeed', ['undo']],
    ['sellerAsked', ['confirmBuyer', 'denyBuyer', 'withdrawSeller']],
    ['buyerAsked', ['confirmSeller', 'denySeller', 'withdrawBuyer']],
    ['agreed', ['undo']],
  ])
  const ends = Object.entries(redStates.states).flatMap(([state, of]) => ('final' in of && of.final ? [state] : []))
  expect(ends).toEqual(['buyerDenied', 'sellerDenied', 'expired', 'withdrawn', 'undone'])
  expect([redStates.moves.enter.from, redStates.moves.expire.from]).toEqual([['asking'], ['sellerAsked', 'buyerAsked']])
  const { denyBuyer, denySeller, undo } = redStates.moves
  expect([denyBuyer.danger, denySeller.danger, undo.danger]).toEqual([true, true, true])
  const waitsFor = (state: 'asking' | 'noNeed' | 'sellerAsked' | 'buyerAsked' | 'agreed') =>
    redStates.states[state].awaits?.sides
  const house = ['platform', 'branch']
  expect(waitsFor('sellerAsked')).toEqual(['shipper'])
  for (const state of ['asking', 'noNeed', 'buyerAsked', 'agreed'] as const) expect(waitsFor(state)).toEqual(house)
})

test('each state of a red invoice offers its own steps', () => {
  const states = Object.keys(redIssueStates.states) as RedIssueState[]
  expect(states.map(issueState => [issueState, redIssueMovesOf(on({ state: 'agreed', issueState }), all)])).toEqual([
    ['waiting', ['send', 'record']],
    ['sent', []],
    ['unknown', ['record']],
    ['failed', ['send', 'record']],
    ['recorded', ['confirm', 'deny']],
    ['issued', []],
  ])
  const { hear, refuse, lose, denyLost } = redIssueStates.moves
  expect([hear.from, refuse.from, lose.from, denyLost.from]).toEqual([
    ['sent', 'unknown'],
    ['sent', 'unknown'],
    ['sent'],
    ['recorded'],
  ])
  expect([redIssueStates.states.issued.final, redIssueStates.states.recorded.awaits?.sides]).toEqual([
    true,
    ['platform', 'branch'],
  ])
  expect(redIssueMovesOf(on({ state: 'agreed' }), () => false)).toEqual([])
  expect(redMovesOf(on({}), () => false)).toEqual([])
})

test('steps are refused with their reason', () => {
  const of = (over: Partial<RedOn>) => on({ state: 'agreed', ...over })
  for (const name of ['agreeAlone', 'agreeAsk', 'confirmSeller', 'denySeller'] as const)
    expect([name, faultOfRedMove(name, on({ isMaker: true, isUsed: name !== 'agreeAlone' }))?.problem]).toEqual([
      name,
      'maker.checker',
    ])
  for (const name of ['withdrawSeller', 'confirmBuyer', 'denyBuyer'] as const)
    expect(faultOfRedMove(name, on({ isMaker: true }))).toBeUndefined()
  expect(faultOfRedMove('agreeAlone', on({ isUsed: true }))).toEqual({ problem: 'red.used', detail: {} })
  expect(faultOfRedMove('agreeAsk', on({ isUsed: false }))).toEqual({ problem: 'red.used', detail: {} })
  for (const issueState of ['sent', 'unknown', 'recorded', 'issued'] as const)
    expect(faultOfRedMove('undo', of({ issueState }))?.problem).toBe('red.underWay')
  for (const issueState of ['waiting', 'failed'] as const)
    expect(faultOfRedMove('undo', of({ issueState }))).toBeUndefined()
  expect(faultOfRedMove('withdrawSeller', of({ issueState: 'sent' }))).toBeUndefined()
  expect(faultOfRedIssue('send', on({ state: 'asking' }))).toEqual({ problem: 'red.unconfirmed', detail: {} })
  expect(faultOfRedIssue('send', of({ hasGateway: false }))).toEqual({ problem: 'invoice.noGateway', detail: {} })
  expect(faultOfRedIssue('confirm', of({ isRecorder: true }))).toEqual({ problem: 'maker.checker', detail: {} })
  for (const name of ['confirm', 'deny'] as const) expect(faultOfRedIssue(name, of({}))).toBeUndefined()
})

test('tax that goes back: the rounded share so far, never more than the line has nor less than nothing', () => {
  const line = { gross: fen(109), tax: fen(9), red: fen(0), redTax: fen(0), vatBp: 900 }
  expect([50, 108, 109].map(amount => redTaxOf(line, fen(amount)))).toEqual([4, 9, 9])
  expect(redTaxOf({ ...line, red: fen(50), redTax: fen(4) }, fen(59))).toBe(5)
  // earlier roundings took more than the share so far: nothing goes back, and the rest comes with the last part
  expect(redTaxOf({ ...line, red: fen(10), redTax: fen(3) }, fen(10))).toBe(0)
  expect(redTaxOf({ ...line, red: fen(20), redTax: fen(3) }, fen(89))).toBe(6)
  // tax of the line below its share: no more than it has
  expect(redTaxOf({ ...line, tax: fen(2) }, fen(60))).toBe(2)
  expect(redTaxOf({ ...line, tax: fen(2), red: fen(12), redTax: fen(1) }, fen(60))).toBe(1)
})
