// Amounts of records beside the books explained: random bindings and red invoices come to the fen, statements, letters and
// ages say what they are made of.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addFen, fen, negateFen, splitTax, sumFen, ZERO_FEN, type Fen } from '../figures/money.ts'
import { boundTaxOf } from '../invoice/input.ts'
import { redTaxOf } from '../invoice/red.ts'
import { statementKinds, sumStatement, type LineAmounts, type StatementKind } from '../statement.ts'
import { explainAging, explainOpen, explainPayable } from './ages.ts'
import { statementFigures, type StatementFigure } from './explained.ts'
import { explainAmount, explainedSteps, explanationText, type ExplainedAmount } from './explanation.ts'
import type { ToldSum } from './ledger.ts'
import {
  explainLetter,
  explainLetterLine,
  explainStatement,
  explainStatementLine,
  type StatementPart,
} from './statement.ts'
import { explainBoundTax, explainRedTax } from './taxes.ts'

const random = { numRuns: 10_000, seed: 20_261_128 }
const cuts = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 6 })
const steps = (of: ExplainedAmount): string[] =>
  explainedSteps(of).map(({ sign = '', label, value, note = '' }) => `${sign}${label} ${value} ${note}`.trim())

describe('the tax of a waybill in an input invoice', () => {
  const input = { invoiceNo: '2611', gross: fen(10_000), tax: fen(826), bound: ZERO_FEN, usedTax: ZERO_FEN }

  test('10,000 random invoices, bound part by part, with parts taken off, is worked out as it is bound', () => {
    fc.assert(
      fc.property(cuts, fc.integer({ min: 0, max: 50_000 }), fc.integer({ min: 0, max: 5 }), (parts, tax, off) => {
        const gross = fen(parts.reduce((sum, part) => sum + part, 0) + 50_001)
        let at = { ...input, gross, tax: fen(tax) }
        for (const [n, part] of parts.entries()) {
          const amount = fen(part)
          const taken = boundTaxOf(at, amount)
          expect(explainBoundTax(at, { label: '进项税额', amount }).value).toBe(taken)
          at = { ...at, bound: addFen(at.bound, amount), usedTax: addFen(at.usedTax, taken) }
          // the tax of one that is taken off goes back, its rounding does not
          if (n === off) at = { ...at, bound: fen(at.bound - part) }
        }
      }),
      random,
    )
  })

  test('says the share of all that is bound, and what earlier parts used', () => {
    const second = { ...input, bound: fen(4_000), usedTax: fen(330) }
    expect(steps(explainBoundTax(second, { label: 'YD1 进项税额', amount: fen(3_000) }))).toEqual([
      'YD1 进项税额 2.48',
      '+累计绑定的税额 5.78 发票税额 × 累计绑定 ÷ 价税合计，四舍五入到分',
      '发票税额 8.26 2611',
      '累计绑定 70.00',
      '+本次绑定 30.00',
      '+以前绑定 40.00',
      '价税合计 100.00',
      '−以前绑定的税额 3.30',
    ])
    expect(steps(explainBoundTax(input, { label: '税', amount: fen(10_000) })).slice(0, 2)).toEqual([
      '税 8.26',
      '+累计绑定的税额 8.26 发票税额 × 累计绑定 ÷ 价税合计，四舍五入到分',
    ])
    const spent = explainBoundTax({ ...input, usedTax: fen(9) }, { label: '税', amount: fen(100) })
    expect([spent.value, spent.note]).toEqual([0, '以前绑定的税额已超过累计的税额，本次不再计税'])
  })
})

describe('the tax a red invoice takes back', () => {
  test('10,000 random lines, taken back part by part, is worked out as it is taken, and the whole is the tax of the line', () => {
    fc.assert(
      fc.property(cuts, fc.integer({ min: -1, max: 1 }), (parts, apart) => {
        const gross = fen(parts.reduce((sum, part) => sum + part, 0))
        const tax = fen(Math.max(0, splitTax(gross, 900).tax + apart))
        let line = { gross, tax, red: ZERO_FEN, redTax: ZERO_FEN, vatBp: 900 }
        for (const part of parts) {
          const amount = fen(part)
          const taken = redTaxOf(line, amount)
          expect(explainRedTax(line, { label: '红冲税额', amount }).value).toBe(taken)
          line = { ...line, red: addFen(line.red, amount), redTax: addFen(line.redTax, taken) }
        }
        expect(line.redTax).toBe(tax)
      }),
      random,
    )
  })

  test('says its rule, and that a whole line takes the whole tax', () => {
    const line = { gross: fen(10_900), tax: fen(900), red: fen(1_090), redTax: fen(90), vatBp: 900 }
    expect(steps(explainRedTax(line, { label: '红冲税额', amount: fen(1_090) }))).toEqual([
      '红冲税额 0.90',
      '+累计红冲的税额 1.80 累计红冲 ÷ (1 + 9%) × 9%，四舍五入到分，不超过蓝字发票行的税额',
      '累计红冲 21.80',
      '+本次红冲 10.90',
      '+以前红冲 10.90',
      '蓝字发票行的税额 9.00',
      '−以前红冲的税额 0.90',
    ])
    expect(steps(explainRedTax(line, { label: '红冲税额', amount: fen(9_810) }))[1]).toBe(
      '+累计红冲的税额 9.00 整行红冲：蓝字发票行的税额',
    )
  })
})

const sum = (values: readonly number[]): ToldSum => ({
  largest: values.map((value, n) => explainAmount(`第 ${n + 1} 行`, fen(value))),
  count: values.length,
  total: fen(values.reduce((all, value) => all + value, 0)),
  unit: '行',
})

describe('a statement', () => {
  const kinds = Object.keys(statementKinds) as StatementKind[]
  const amounts = fc.integer({ min: -99_999, max: 99_999 })
  const lines = fc.array(fc.tuple(fc.constantFrom(...kinds), amounts, amounts, amounts), { maxLength: 12 })
  /** The part of each line in a sum, as the statement that reads them says. */
  const partOf: Readonly<Record<StatementPart, (line: LineAmounts) => number>> = {
    freight: ({ kind, owed }) => (kind === 'FREIGHT' || kind === 'VOID' ? owed : 0),
    setOff: ({ kind, owed, prepaid }) =>
      kind === 'SET_OFF' || kind === 'PAID' ? negateFen(owed) : kind === 'COMPENSATION' ? negateFen(prepaid) : 0,
    refunded: ({ kind, prepaid }) => (kind === 'REFUND' ? negateFen(prepaid) : 0),
    adjusted: ({ kind, owed, prepaid }) =>
      ['FREIGHT', 'VOID', 'SET_OFF', 'PAID'].includes(kind) ? 0 : kind === 'COMPENSATION' ? owed - prepaid : owed,
    received: ({ kind, owed, prepaid }) =>
      kind === 'REFUND' || kind === 'COMPENSATION'
        ? 0
        : kind === 'SET_OFF' || kind === 'PAID'
          ? prepaid - owed
          : prepaid,
    invoiced: ({ invoiced }) => invoiced,
  }

  test('2,000 random months: every sum is explained as it is summed', () => {
    fc.assert(
      fc.property(lines, amounts, amounts, (drawn, owed, prepaid) => {
        const made = drawn.map(([kind, a, b, c]) => ({ kind, owed: fen(a), prepaid: fen(b), invoiced: fen(c) }))
        const sums = sumStatement({ openingOwed: fen(owed), openingPrepaid: fen(prepaid) }, made)
        const parts = Object.fromEntries(
          Object.entries(partOf).map(([part, read]) => [part, sum(made.map(read).filter(value => value !== 0))]),
        )
        const opening = { owed: fen(owed), prepaid: fen(prepaid), source: '' }
        for (const figure of Object.keys(statementFigures) as StatementFigure[])
          expect([figure, explainStatement(figure, { opening, parts }).value]).toEqual([figure, sums[figure]])
      }),
      { ...random, numRuns: 2_000 },
    )
  })

  test('a line adds what raises its figure and takes off what lowers it', () => {
    const line = explainStatementLine(
      '第 1 行 应收增减',
      [
        { label: '记-1', amount: fen(500), link: '/v' },
        { label: '记-2', amount: fen(-200) },
      ],
      '运费',
    )
    expect([line.value, explanationText(line)]).toEqual([300, '第 1 行 应收增减 3.00 = 记-1 5.00 − 记-2 2.00'])
    expect(line.terms[0]?.of.link).toBe('/v')
  })
})

describe('a letter', () => {
  test('of an account, on the side on which it grows', () => {
    const told = {
      isCredit: true,
      months: [{ label: '一月', moved: fen(-700) }],
      income: sum([300, 200]),
      outgo: sum([100]),
    }
    const of = (figure: 'opening' | 'income' | 'outgo' | 'closing') => explainLetterLine(figure, told).value
    expect([of('opening'), of('income'), of('outgo'), of('closing')]).toEqual([700, 500, 100, 1_100])
  })

  test('as a whole is its accounts, debit less credit', () => {
    const accounts = [
      { label: '应收未付', before: fen(900), debit: fen(300), credit: fen(100) },
      { label: '预收余额', before: fen(-400), debit: ZERO_FEN, credit: fen(50) },
    ]
    expect(explanationText(explainLetter('closing', accounts))).toBe(
      '期末净额（借方减贷方） 6.50 = 期初净额（借方减贷方） 5.00 + 本期借方 3.00 − 本期贷方 1.50；' +
        '期初净额（借方减贷方） 5.00 = 应收未付 9.00 − 预收余额 4.00；本期借方 3.00 = 应收未付 3.00；' +
        '本期贷方 1.50 = 应收未付 1.00 + 预收余额 0.50',
    )
    expect(explainLetter('opening', []).value).toBe(0)
  })
})

describe('a row of ages', () => {
  const open = (charged: number, paid: number) =>
    explainOpen({ label: 'YD1', charged: fen(charged), less: [{ label: '已核销', amount: fen(paid) }] })
  const told = (...of: readonly ExplainedAmount[]): ToldSum => ({
    largest: of,
    count: of.length,
    total: sumFen(of.map(({ value }): Fen => value)),
    unit: '单运单',
  })

  test('of receivables: waybills by age, and what was prepaid as far as it goes', () => {
    const row = { ages: { due: told(open(900, 400)), d30: told(open(300, 0)) }, prepaid: fen(1_000) }
    const of = (figure: 'due' | 'd30' | 'd60' | 'total' | 'prepaid' | 'left') => explainAging(figure, row).value
    expect([of('due'), of('d30'), of('d60'), of('total'), of('prepaid'), of('left')]).toEqual([
      500, 300, 0, 800, 1_000, 0,
    ])
    expect(steps(explainAging('due', row))).toEqual([
      '未到期 5.00 1 单运单',
      '+YD1 5.00',
      '+已入账 9.00',
      '−已核销 4.00',
    ])
    expect(explainAging('left', { ...row, prepaid: ZERO_FEN }).terms).toHaveLength(1)
  })

  test('of payables: the accounts of the ledger, and what no part bears of them', () => {
    const row = {
      ages: { due: told(open(900, 0)), older: told(open(100, 0)) },
      accounts: [
        { label: '应付账款', amount: fen(1_200), link: '/flow' },
        { label: '支付中', amount: fen(-50) },
      ],
    }
    const of = (figure: 'due' | 'd7' | 'older' | 'rest' | 'total') => explainPayable(figure, row).value
    expect([of('due'), of('d7'), of('older'), of('rest'), of('total')]).toEqual([900, 0, 100, 150, 1_150])
  })
})
