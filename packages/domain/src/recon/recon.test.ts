// Reconciling a day: of a mutated file every difference is found and none is invented (a small M4), and a file that is
// not whole is refused.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fen, subtractFen, sumFen, ZERO_FEN, type Fen } from '../figures/money.ts'
import { DAY_MS, startOfDay } from '../figures/time.ts'
import {
  adjustBalances,
  bankRuleOf,
  dayStateOf,
  faultOfBankFile,
  faultOfReconMove,
  keysIn,
  matchLines,
  reconFileMovesOf,
  reconItemMovesOf,
  saysBankMoney,
  signedAmount,
  type BankHead,
  type BankLine,
  type BookLine,
  type OpenPiece,
} from './recon.ts'

const day = startOfDay(1_795_600_000_000)
const keyOf = (n: number): string => `ZF261125${String(n).padStart(8, '0')}`
const tradeOf = (n: number): BookLine => ({
  id: `t${n}`,
  keys: n % 3 === 0 ? [] : [keyOf(n)],
  serial: n % 3 === 1 ? undefined : `S${n}`,
  direction: n % 4 === 0 ? 'IN' : 'OUT',
  amount: fen(10_000 + n * 7),
  at: day + n,
})
const lineOf = (trade: BookLine, n: number): BankLine => ({
  n,
  serial: trade.serial ?? `B${n}`,
  orderKey: trade.keys[0] === undefined ? undefined : `${trade.keys[0]} 运费`,
  direction: trade.direction,
  amount: trade.amount,
  at: trade.at,
})
const headOf = (lines: readonly BankLine[], opening: Fen): BankHead => {
  const of = (direction: BankLine['direction']): Fen =>
    sumFen(lines.filter(line => line.direction === direction).map(({ amount }) => amount))
  return {
    day,
    lines: lines.length,
    income: of('IN'),
    outgo: of('OUT'),
    opening,
    closing: subtractFen(fen(opening + of('IN')), of('OUT')),
  }
}

const fates = [
  'right',
  'right',
  'right',
  'dropped',
  'doubled',
  'amount',
  'keyLost',
  'anonymous',
  'turned',
  'extra',
] as const

/** True where the statement names all that stands between the two balances. */
function explained(
  lines: readonly BankLine[],
  trades: readonly BookLine[],
  matches: ReturnType<typeof matchLines>['matches'],
  opening: Fen,
): boolean {
  const book = fen(500)
  const pairs = matches.flatMap(({ n, tradeId }) => {
    const [line, trade] = [lines.find(each => each.n === n), trades.find(({ id }) => id === tradeId)]
    return line && trade ? [subtractFen(signedAmount(line), signedAmount(trade))] : []
  })
  const pieces: OpenPiece[] = [
    ...trades
      .filter(({ id }) => !matches.some(({ tradeId }) => tradeId === id))
      .map(trade => ({ side: 'OURS' as const, amount: signedAmount(trade) })),
    ...lines
      .filter(line => !matches.some(({ n }) => n === line.n))
      .map(line => ({ side: 'THEIRS' as const, amount: signedAmount(line) })),
    ...pairs.map(amount => ({ side: 'DIFF' as const, amount })),
  ]
  const of = adjustBalances(
    fen(opening + sumFen(lines.map(signedAmount))),
    fen(book + sumFen(trades.map(signedAmount))),
    subtractFen(opening, book),
    pieces,
  )
  return of.adjustedBank === of.adjustedBook
}

describe('M4: a mutated file', () => {
  test('every difference is found, none is invented, and the statement explains the balances to the fen', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...fates), { minLength: 1, maxLength: 40 }),
        fc.boolean(),
        fc.integer({ min: 0, max: 1_000_000 }),
        (chosen, isTurned, opening) => {
          const trades = chosen.flatMap((fate, n) => (fate === 'extra' ? [] : [tradeOf(n)]))
          const lines: BankLine[] = []
          const eitherOf: [string, string][] = []
          const expected = { ours: new Set<string>(), theirs: new Set<string>(), diff: new Set<string>() }
          for (const [n, fate] of chosen.entries()) {
            seen.add(fate)
            const trade = tradeOf(n)
            const line = lineOf(trade, lines.length + 1)
            if (fate === 'dropped') expected.ours.add(trade.id)
            else if (fate === 'extra') {
              lines.push({ ...line, serial: `X${n}`, orderKey: undefined })
              expected.theirs.add(`X${n}`)
            } else if (fate === 'doubled') {
              // the same order under another serial: the second one is nobody's
              lines.push(line, { ...line, n: line.n + 1, serial: `D${n}` })
              // either of the two may be the right one: the books know no serial
              if (trade.serial === undefined) eitherOf.push([line.serial, `D${n}`])
              else expected.theirs.add(`D${n}`)
            } else if (fate === 'amount') {
              lines.push({ ...line, amount: fen(line.amount + 1) })
              expected.diff.add(trade.id)
            } else if (fate === 'keyLost') {
              lines.push({ ...line, orderKey: undefined })
              if (trade.serial === undefined) {
                expected.ours.add(trade.id)
                expected.theirs.add(line.serial)
              }
            } else if (fate === 'anonymous') {
              lines.push({ ...line, orderKey: undefined, serial: `A${n}` })
              expected.ours.add(trade.id)
              expected.theirs.add(`A${n}`)
            } else if (fate === 'turned') {
              lines.push({ ...line, direction: line.direction === 'IN' ? 'OUT' : 'IN' })
              expected.ours.add(trade.id)
              expected.theirs.add(line.serial)
            } else lines.push(line)
          }
          const file = isTurned ? lines.toReversed() : lines
          expect(faultOfBankFile(headOf(file, fen(opening)), file)).toBeUndefined()
          const { matches, suggestions } = matchLines(file, trades)
          const matchedTrades = new Set(matches.map(({ tradeId }) => tradeId))
          const matchedLines = new Set(matches.map(({ n }) => n))
          expect(matchedTrades.size).toBe(matches.length)
          expect(matchedLines.size).toBe(matches.length)
          expect(new Set(trades.filter(({ id }) => !matchedTrades.has(id)).map(({ id }) => id))).toEqual(expected.ours)
          const theirs = file.filter(({ n }) => !matchedLines.has(n))
          const found = new Set(theirs.map(({ serial }) => serial))
          for (const pair of eitherOf) {
            expect(pair.filter(serial => found.has(serial))).toHaveLength(1)
            for (const serial of pair) found.delete(serial)
          }
          expect(found).toEqual(expected.theirs)
          expect(new Set(matches.filter(({ differs }) => differs).map(({ tradeId }) => tradeId))).toEqual(expected.diff)
          // a suggestion stays a difference
          expect(suggestions.filter(({ n }) => matchedLines.has(n))).toEqual([])
          expect(explained(file, trades, matches, fen(opening))).toBe(true)
        },
      ),
      { numRuns: 200 },
    )
    expect(seen.size).toBe(new Set(fates).size)
  })

  test('the control: a matcher that goes by the amount alone would be caught', () => {
    const trades = [tradeOf(1), { ...tradeOf(2), amount: tradeOf(1).amount }]
    const [line] = trades.map((trade, n) => ({ ...lineOf(trade, n + 1), orderKey: undefined, serial: `A${n}` }))
    expect(line && matchLines([line], trades)).toEqual({ matches: [], suggestions: [] })
    // one pair alike is suggested, and only that
    const [only] = [trades[0]].flatMap(trade => trade ?? [])
    expect(line && only && matchLines([line], [only])).toEqual({
      matches: [],
      suggestions: [{ n: 1, tradeId: 't1' }],
    })
  })
})

test('money of the bank itself is told by its words, direction and size, and never where the line names an order of ours', () => {
  const fee = { direction: 'OUT', amount: fen(500), otherName: '转账手续费' } as const
  expect(bankRuleOf(fee)).toBe('FEE')
  expect(bankRuleOf({ ...fee, amount: fen(100_000) }), 'the most of a fee').toBe('FEE')
  expect(bankRuleOf({ direction: 'IN', amount: fen(1234), orderKey: '季度结息' })).toBe('INTEREST')
  for (const other of [
    { ...fee, direction: 'IN' as const },
    { ...fee, amount: fen(100_001) },
    { ...fee, otherName: '甲公司' },
    { ...fee, orderKey: keyOf(7) },
  ])
    expect(bankRuleOf(other)).toBeUndefined()
  // lines of any amount
  expect([fee, { direction: 'IN' as const, orderKey: '结息' }].map(saysBankMoney)).toEqual([true, true])
  expect(saysBankMoney({ ...fee, orderKey: keyOf(7) })).toBe(false)
})

describe('a file that is not whole', () => {
  const lines = [1, 2, 3, 4].map(n => lineOf(tradeOf(n), n))
  const head = headOf(lines, fen(100_000))
  test.each([
    ['cut', head, lines.slice(1)],
    ['a sum of its head', { ...head, outgo: fen(head.outgo + 1) }, lines],
    ['its other sum', { ...head, income: fen(head.income + 1) }, lines],
    ['its closing', { ...head, closing: fen(head.closing + 1) }, lines],
    ['another day', head, lines.map((line, n) => (n === 2 ? { ...line, at: line.at + DAY_MS } : line))],
    ['an amount of it', head, lines.map((line, n) => (n === 0 ? { ...line, amount: fen(line.amount + 1) } : line))],
    ['one serial twice', head, lines.map(line => ({ ...line, serial: 'S' }))],
    [
      'an amount of nothing',
      headOf([...lines, { ...lineOf(tradeOf(9), 9), amount: ZERO_FEN }], fen(0)),
      [...lines, { ...lineOf(tradeOf(9), 9), amount: ZERO_FEN }],
    ],
    ['amounts nobody can add', { ...head, income: fen(9_007_199_254_740_991) }, lines],
    ['a balance of it', head, lines.map((line, n) => (n === 0 ? { ...line, balance: fen(1) } : line))],
  ])('is refused by %s', (_, ofFile, its) => {
    expect(faultOfBankFile(ofFile, its)).toBeTypeOf('string')
  })
  test('and the whole one is taken; a day stands by its differences', () => {
    expect(faultOfBankFile(head, lines)).toBeUndefined()
    expect([
      dayStateOf({ open: 1, explained: 2 }),
      dayStateOf({ open: 0, explained: 2 }),
      dayStateOf({ open: 0, explained: 0 }),
    ]).toEqual(['differs', 'explained', 'even'])
  })
})

test('movements of one word of the bank are one line: laid with their sum, never half of them, and suggested to nobody', () => {
  const half = (n: number, word = 'w'): BookLine => ({
    ...tradeOf(1),
    id: `h${n}`,
    keys: [keyOf(1)],
    amount: fen(n),
    word,
  })
  const line = { ...lineOf(tradeOf(1), 0), amount: fen(300) }
  expect(matchLines([line], [half(100), half(200)]).matches).toEqual([
    { n: 0, tradeId: 'h100', more: ['h200'], by: 'KEY', differs: false },
  ])
  expect(matchLines([line], [half(100), half(300, 'other')]).matches).toMatchObject([{ tradeId: 'h300', more: [] }])
  const anonymous = { ...line, serial: 'X', orderKey: undefined }
  expect(matchLines([anonymous], [half(100), half(200)]).suggestions).toEqual([])
  expect(matchLines([anonymous], [half(300)]).suggestions).toHaveLength(1)
})

test('a number a person typed from a slip is that of the line in whatever letters; one of the same letters goes first', () => {
  const trade = (id: string, serial: string): BookLine => ({ ...tradeOf(3), id, serial, keys: [] })
  const line = (n: number, serial: string): BankLine => ({ ...lineOf(tradeOf(3), n), serial, orderKey: undefined })
  const laid = (lines: readonly BankLine[], trades: readonly BookLine[]) =>
    matchLines(lines, trades).matches.map(({ n, tradeId, by }) => [n, tradeId, by])
  for (const serial of ['tk-01a', 'TK–01A', 'ＴＫ－01A'])
    expect(laid([line(0, serial)], [trade('a', 'TK-01A')]), serial).toEqual([[0, 'a', 'SERIAL']])
  expect(laid([line(0, 'tk-1'), line(1, 'TK-1')], [trade('a', 'TK-1'), trade('b', 'tk-1')])).toEqual([
    [0, 'b', 'SERIAL'],
    [1, 'a', 'SERIAL'],
  ])
  expect(laid([line(0, 'TK-2')], [trade('a', 'TK-1')])).toEqual([])
})

describe('two people', () => {
  const all = (): boolean => true
  test('who read a file does not take it; anybody drops it; what is taken or dropped stays', () => {
    const moves = (isMaker: boolean) => reconFileMovesOf({ state: 'read', isMaker }, all)
    expect([moves(true), moves(false)]).toEqual([['drop'], ['take', 'drop']])
    for (const state of ['taken', 'dropped'] as const)
      expect(reconFileMovesOf({ state, isMaker: false }, all)).toEqual([])
    expect(reconFileMovesOf({ state: 'read', isMaker: false }, permit => permit === 'recon.match')).toEqual(['drop'])
  })

  test('who explained a difference does not agree to it, and may put it back', () => {
    const moves = (isMaker: boolean) => reconItemMovesOf({ state: 'asked', isMaker }, all)
    expect([moves(true), moves(false)]).toEqual([['putBack'], ['confirm', 'putBack']])
    expect(reconItemMovesOf({ state: 'open', isMaker: true }, all)).toEqual(['explain'])
    for (const state of ['explained', 'matched'] as const)
      expect(reconItemMovesOf({ state, isMaker: false }, all)).toEqual([])
    for (const name of ['take', 'confirm'] as const)
      expect(faultOfReconMove(name, { isMaker: true })).toEqual({ problem: 'maker.checker', detail: {} })
  })
})

describe('the words for a file that is refused', () => {
  const lines = [1, 4].map(n => lineOf(tradeOf(n), n))
  const head = headOf(lines, fen(100_000))
  test('say which figure of its head is another, and both of them', () => {
    expect(faultOfBankFile({ ...head, lines: 3 }, lines)).toBe('表头写 3 笔，文件里有 2 笔')
    expect(faultOfBankFile({ ...head, income: fen(1) }, lines)).toBe('收入合计 0.01 元与明细 100.28 元不符')
    expect(faultOfBankFile({ ...head, outgo: fen(1) }, lines)).toBe('支出合计 0.01 元与明细 100.07 元不符')
    expect(faultOfBankFile({ ...head, closing: fen(1) }, lines)).toBe('期末余额 0.01 元与明细 1,000.21 元不符')
  })

  test('say that sums beyond what is exact are not looked at, of the head or of the lines', () => {
    const most = fen(Number.MAX_SAFE_INTEGER)
    expect(faultOfBankFile({ ...head, income: most }, lines)).toBe('金额过大，无法核对')
    expect(faultOfBankFile({ ...head, outgo: most }, lines)).toBe('金额过大，无法核对')
    expect(faultOfBankFile({ ...head, opening: most }, lines)).toBe('金额过大，无法核对')
    expect(
      faultOfBankFile(
        head,
        lines.map(line => ({ ...line, amount: most })),
      ),
    ).toBe('金额过大，无法核对')
  })

  test('say after which line a balance is another; the bank’s own running balances are taken', () => {
    // 1,000.00, out 100.07, in 100.28
    const [first, second] = [fen(89_993), fen(100_021)]
    const running = (...balances: Fen[]) => lines.map((line, n) => ({ ...line, balance: balances[n] }))
    expect(lines.map(signedAmount)).toEqual([-10_007, 10_028])
    expect(faultOfBankFile(head, running(first, second))).toBeUndefined()
    expect(faultOfBankFile(head, running(first, fen(100_020)))).toContain('第 4 笔后的余额')
    expect(faultOfBankFile(head, running(second, second))).toContain('第 1 笔后的余额')
  })
})

test('a pair is suggested where direction, amount and day are the same and no other is like it', () => {
  const trade = { ...tradeOf(1), keys: [], serial: undefined }
  const line = { ...lineOf(trade, 1), serial: 'X', orderKey: undefined }
  const suggested = (lines: readonly BankLine[], trades: readonly BookLine[]) =>
    matchLines(lines, trades).suggestions.map(({ n, tradeId }) => `${n} ${tradeId}`)
  expect(suggested([line], [trade])).toEqual(['1 t1'])
  expect(suggested([{ ...line, direction: 'IN' }], [trade])).toEqual([])
  expect(suggested([{ ...line, amount: fen(1) }], [trade])).toEqual([])
  expect(suggested([{ ...line, at: day + DAY_MS }], [trade])).toEqual([])
  expect(suggested([line, { ...line, n: 2, serial: 'Y' }], [trade]), 'two lines alike').toEqual([])
  expect(suggested([line], [trade, { ...trade, id: 't2' }]), 'two movements alike').toEqual([])
})

test('an order number is the text as it stands and the number of a payment in it, each once; an empty place names none', () => {
  expect([keysIn(undefined), keysIn('')]).toEqual([[], []])
  expect(keysIn('A-17')).toEqual(['A-17'])
  expect(keysIn(keyOf(1))).toEqual([keyOf(1)])
  expect(keysIn(`zf26112500000001 运费`)).toEqual(['zf26112500000001 运费', keyOf(1)])
})
