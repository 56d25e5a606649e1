// Red confirmations: who moves them, and amounts that never pass what was invoiced.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addFen, fen, splitTax, subtractFen, ZERO_FEN } from '../figures/money.ts'
import { redIssueMovesOf, redMovesOf, redStates, redTaxOf, type RedOn } from './red.ts'

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
