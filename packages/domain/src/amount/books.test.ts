// Amounts of the books explained: random invoices, entries and balances come to the fen.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addFen, fen, splitTax, subtractFen, sumFen, ZERO_FEN, type Fen } from '../figures/money.ts'
import { splitInvoices } from '../invoice/split.ts'
import { recogniseRevenue, transportVat } from '../voucher/postings.ts'
import { explainAmount, explainedSteps, linkedAmount } from './explanation.ts'
import { explainInvoiceLine } from './invoice.ts'
import { explainClosing, explainOpening, explainTold, explainVoucherLine, largestTold } from './ledger.ts'
import { explainProfitFigure } from './profit.ts'

const random = { numRuns: 10_000, seed: 20_261_127 }
const amounts = fc.integer({ min: 1, max: 9_999_999 }).map(fen)
const words = { label: '科目', summary: '签收确认收入', record: '运单', isRed: false }

describe('a line of an invoice', () => {
  test('10,000 random waybills, cut in pieces or applied for in part, are worked out as they are divided', () => {
    fc.assert(
      fc.property(amounts, amounts, fc.integer({ min: 0, max: 99 }), (freight, most, percent) => {
        const borneGross = fen(Math.floor((freight * percent) / 100))
        const whole = splitTax(freight, transportVat).tax
        const borne = { gross: borneGross, tax: splitTax(borneGross, transportVat).tax }
        const gross = subtractFen(freight, borne.gross)
        const limit = fen(Math.max(most, Math.ceil(gross / 6)))
        const item = { waybillId: 'w', waybillNo: 'YD1', vatBp: transportVat, group: '', signedAt: 0 }
        const { invoices } = splitInvoices([{ ...item, gross, tax: subtractFen(whole, borne.tax) }], {
          perInvoiceMax: limit,
          linesMax: 100,
          byGroup: false,
          quotaLeft: undefined,
        })
        const lines = invoices.flatMap(invoice => invoice.lines)
        const figures = { waybillNo: 'YD1', borne, gross, vatBp: transportVat, pieces: lines.map(line => line.gross) }
        const worked = lines.map((_, at) => {
          const line = explainInvoiceLine(figures, at)
          return { gross: line.gross.value, tax: line.tax.value, net: line.net.value }
        })
        expect(worked).toEqual(lines.map(({ gross: of, tax }) => ({ gross: of, tax, net: subtractFen(of, tax) })))
      }),
      random,
    )
  })

  const figures = {
    waybillNo: 'YD1',
    borne: { gross: fen(10_000), tax: fen(826) },
    gross: fen(90_000),
    vatBp: 900,
    pieces: [fen(50_000), fen(40_000)],
  }
  const steps = (of: 'gross' | 'tax', at: number, over: Partial<typeof figures> = {}) =>
    explainedSteps(explainInvoiceLine({ ...figures, ...over }, at)[of]).map(({ sign = '', label, value, note = '' }) =>
      `${sign}${label} ${value} ${note}`.trim(),
    )

  test('says what was invoiced before and how the last piece takes the rest', () => {
    expect(steps('gross', 0)).toEqual([
      '价税合计 500.00 超过单张限额，分 2 行开具，第 1 行',
      '本次开票 900.00',
      '+YD1 托运运费 1,000.00 签收时确定',
      '−已开票 100.00 以前申请开出的部分',
    ])
    expect(steps('gross', 1)).toEqual([
      '价税合计 400.00 超过单张限额，分 2 行开具，最后一行取余数',
      '+本次开票 900.00',
      '+YD1 托运运费 1,000.00 签收时确定',
      '−已开票 100.00 以前申请开出的部分',
      '−前 1 行 500.00',
    ])
    expect(steps('tax', 0)).toEqual([
      '税额 41.28 分 2 行开具：累计税额减前面各行的税额',
      '+到第 1 行的税额 41.28 累计价税合计的税额，四舍五入到分',
      '累计税额 41.28 价税合计 ÷ (1 + 9%) × 9%，四舍五入到分',
      '价税合计 500.00',
    ])
    expect(steps('tax', 1)).toEqual([
      '税额 33.03 分 2 行开具：累计税额减前面各行的税额',
      '+税额 74.31',
      '+全部运费的税额 82.57 价税合计 ÷ (1 + 9%) × 9%，四舍五入到分',
      '价税合计 1,000.00',
      '−已开票税额 8.26 以前申请开出的部分',
      '−前 1 行的税额 41.28',
    ])
  })

  test('of a whole waybill is its freight, and the tax of that', () => {
    const whole = { borne: { gross: ZERO_FEN, tax: ZERO_FEN }, pieces: [fen(90_000)] }
    expect(steps('gross', 0, whole)).toEqual(['价税合计 900.00', '+本次开票 900.00', '+YD1 托运运费 900.00 签收时确定'])
    expect(steps('tax', 0, whole)).toEqual([
      '税额 74.31',
      '+全部运费的税额 74.31 价税合计 ÷ (1 + 9%) × 9%，四舍五入到分',
      '价税合计 900.00',
    ])
  })
})

describe('a line of a voucher', () => {
  test('10,000 random revenues are worked out as they are posted', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 100 }), (amount, weight) => {
        const shares = [
          { account: '6001.01', weight: 100 - weight },
          { account: '6051.01', weight },
        ] as const
        const lines = recogniseRevenue({ shipper: 's', amount, vatBasisPoints: transportVat, shares })
        const amountOf = (line: (typeof lines)[number]): Fen => addFen(line.debitFen, line.creditFen)
        const revenue = (line: (typeof lines)[number]): boolean => line.account.startsWith('6')
        for (const line of lines) {
          const otherRevenue = revenue(line)
            ? sumFen(lines.filter(each => revenue(each) && each !== line).map(amountOf))
            : ZERO_FEN
          const figures = { event: 'E2', account: line.account, amount: amountOf(line), otherRevenue, recorded: amount }
          expect(explainVoucherLine(figures, words).value).toBe(amountOf(line))
        }
      }),
      random,
    )
  })

  test('says by which rule it came: revenue without tax and by account, the tax, and anything else as it was', () => {
    const figure = { event: 'E2', amount: fen(1), otherRevenue: ZERO_FEN, recorded: fen(10_900) }
    const said = (over: Partial<Parameters<typeof explainVoucherLine>[0]> & { account: string }) =>
      explainedSteps(explainVoucherLine({ ...figure, ...over }, words)).map(
        ({ value, note }) => `${value} ${note ?? ''}`,
      )
    expect(said({ account: '2221.07' })).toEqual([
      '9.00 税额：价税合计 ÷ (1 + 9%) × 9%，四舍五入到分',
      '109.00 记录的金额',
    ])
    expect(said({ account: '6001.01' })).toEqual(['100.00 不含税收入：价税合计减税额（9%）', '109.00 记录的金额'])
    expect(said({ account: '6051.01', otherRevenue: fen(4_000) })).toEqual([
      '60.00 不含税收入：价税合计减税额（9%）',
      '109.00 记录的金额',
      '40.00 按记账规则',
    ])
    // charges with rates of their own: the tax was reckoned by rate
    expect(said({ account: '2221.07', tax: fen(700) })[0]).toBe('7.00 税额：各税率的费用分别计算，四舍五入到分')
    expect(said({ account: '6001.01', tax: fen(700) })[0]).toBe('102.00 不含税收入：价税合计减税额（各费用的税率）')
    expect(said({ account: '1122.01', tax: fen(700) })[0]).toBe('109.00 签收确认收入')
    expect(said({ account: '1122.01' })).toEqual(['109.00 签收确认收入', '109.00 记录的金额'])
    expect(said({ account: '6001.01', event: 'M1' })).toEqual(['109.00 签收确认收入', '109.00 记录的金额'])
    const parted = { amount: fen(1), otherRevenue: fen(4_000), recorded: fen(10_900) }
    const others = (event: string, account: string) =>
      explainedSteps(explainVoucherLine({ ...parted, event, account }, words)).at(-1)?.label
    expect([others('E2', '6051.01'), others('E3', '6401.03')]).toEqual(['计入其他收入科目', '计入其他成本科目'])
    expect(said({ account: '6001.01', recorded: undefined })).toEqual(['0.01 签收确认收入，依据是当时的业务记录'])
  })

  test('in red is the opposite of the line it takes back, and without a record stands by itself', () => {
    const red = { event: 'red', account: '1122.01', amount: fen(-500), otherRevenue: ZERO_FEN, recorded: fen(-500) }
    const [line, source] = explainedSteps(explainVoucherLine(red, { ...words, isRed: true }))
    expect([line?.value, line?.note, source?.value]).toEqual(['−5.00', '签收确认收入：原分录的相反数', '5.00'])
    const bare = explainVoucherLine({ ...red, recorded: undefined }, words)
    expect([bare.value, bare.terms]).toEqual([-500, []])
  })
})

describe('a balance', () => {
  const sum = (values: readonly Fen[]) => ({
    largest: values.slice(0, largestTold).map(value => explainAmount('记-1', value)),
    count: values.length,
    total: sumFen(values),
    link: '/ledger',
  })
  const many = fc.array(amounts, { maxLength: 60 })

  test('10,000 random accounts: opening, debits and credits come to the balance on the side it stands on', () => {
    fc.assert(
      fc.property(many, many, many, (before, debits, credits) => {
        const months = before.map((moved, n) => ({ label: `${n}`, moved: n % 2 === 0 ? moved : fen(0 - moved) }))
        const closing = sumFen(months.map(({ moved }) => moved)) + sumFen(debits) - sumFen(credits)
        const explained = explainClosing({ months, debit: sum(debits), credit: sum(credits) })
        expect(explained.value).toBe(Math.abs(closing))
        expect(explained.label).toBe(closing < 0 ? '期末余额（贷）' : '期末余额（借）')
        const steps = explainedSteps(explained)
        expect(steps.length).toBeLessThanOrEqual(1 + 26 + 2 * (largestTold + 2))
      }),
      random,
    )
  })

  test('tells the largest lines and the rest as one, with the list of all of them', () => {
    const values = Array.from({ length: largestTold + 3 }, (_, n) => fen(100 - n))
    const steps = explainedSteps(explainTold('本期借方', sum(values)))
    expect(steps).toHaveLength(largestTold + 2)
    expect([steps[0]?.link, steps.at(-1)?.label, steps.at(-1)?.link]).toEqual(['/ledger', '其余 3 行', '/ledger'])
    expect(explainedSteps(explainTold('本期借方', sum(values.slice(0, largestTold))))).toHaveLength(largestTold + 1)
  })

  test('that is even stands on the debit side, and one that never moved says so', () => {
    const even = explainClosing({ months: [], debit: sum([fen(5)]), credit: sum([fen(5)]) })
    expect([even.value, even.label]).toEqual([0, '期末余额（借）'])
    expect([explainOpening([], false).note, explainOpening([{ label: '1', moved: fen(1) }], false).note]).toEqual([
      '以前没有发生额',
      '以前各月的发生额',
    ])
    const full = Array.from({ length: 24 }, (_, n) => ({ label: `${n}`, moved: fen(1) }))
    expect(explainedSteps(explainOpening(full, false))).toHaveLength(25)
  })

  test('of long ago has its last two years told by month', () => {
    const months = Array.from({ length: 26 }, (_, n) => ({ label: `${n}`, moved: fen(1) }))
    const steps = explainedSteps(explainOpening(months, true))
    expect([steps.length, steps.at(-1)?.label, steps.at(-1)?.value]).toEqual([26, '更早 2 个月', '−0.02'])
  })
})

test('a profit is income less cost, class by class', () => {
  const of = (value: number) => ({ largest: [explainAmount('记-1', fen(value))], count: 1, total: fen(value) })
  const explained = explainProfitFigure(
    'profit',
    { net: of(1_000), freight: of(700), penalty: of(50), compensation: of(20) },
    '/p',
  )
  expect([explained.value, explained.link]).toEqual([330, '/p'])
  expect(explained.terms.map(({ sign, of: { label } }) => `${sign ?? ''}${label}`)).toEqual([
    '+不含税收入',
    '+违约金收入',
    '−运费成本',
    '−赔款支出',
  ])
  expect(linkedAmount(explained, undefined)).toBe(explained)
})
