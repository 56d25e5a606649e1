// Payable parts, sheets, debts and credit as they are explained: by plan, by what a signature left, line by line.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { availableCredit } from '../credit.ts'
import { addFen, fen, sumFen, ZERO_FEN } from '../figures/money.ts'
import { fixParts, plannedParts } from '../settlement/parts.ts'
import type { PayPlan } from '../settlement/payPlan.ts'
import { explainAmount, explainedSteps, type Explanation } from './explanation.ts'
import {
  explainCredit,
  explainDebt,
  explainFixed,
  explainPayment,
  explainPlanned,
  explainSheet,
  toldLines,
  type SheetLineFigures,
} from './parts.ts'

/** 预付 20 %, 油卡 30 %, ETC 5 %, 到付 30 %, 回单付 15 %. */
const plan: PayPlan = {
  prePpm: 200_000,
  oilPpm: 300_000,
  etcPpm: 50_000,
  arrivePpm: 300_000,
  receiptPpm: 150_000,
  termDays: 15,
}
const estimate = explainAmount('预估', fen(1_000_001))
const lines = (of: Explanation | undefined): string[] =>
  of === undefined
    ? []
    : explainedSteps(of).map(({ sign = '', label, value, note = '' }) => `${sign}${label} ${value} ${note}`.trim())

describe('the amount a plan foresees', () => {
  test('is its share of the estimate for each part, and the last takes the rest', () => {
    const parts = ['pre', 'oil', 'etc', 'arrive', 'receipt'] as const
    const rule = '舍去分以下，最后一期取余数'
    expect(parts.map(part => lines(explainPlanned(part, plan, estimate))[0])).toEqual([
      `预付（计划） 2,000.00 预估运费 × 20%，${rule}`,
      `油卡（计划） 3,000.00 预估运费 × 30%，${rule}`,
      `ETC（计划） 500.00 预估运费 × 5%，${rule}`,
      `到付（计划） 3,000.00 预估运费 × 30%，${rule}`,
      `回单付（计划） 1,500.01 预估运费 × 15%，${rule}`,
    ])
    expect(lines(explainPlanned('pre', plan, estimate)).slice(1)).toEqual(['预估 10,000.01', '比例 20 支付方案'])
  })

  test('of fuel both sides agreed on is that amount; other parts go by the plan as before', () => {
    expect(lines(explainPlanned('oil', plan, estimate, fen(123)))).toEqual(['油卡（计划） 1.23 约定金额'])
    expect(lines(explainPlanned('pre', plan, estimate, fen(123)))[0]).toContain('预付（计划） 2,000.00 预估运费 × 20%')
  })

  test('is none for a part that is not in it', () => {
    expect(explainPlanned('pre', { ...plan, prePpm: 0, arrivePpm: 500_000 }, estimate)).toBeUndefined()
    expect(explainPlanned('oil', plan, estimate, ZERO_FEN)).toBeUndefined()
  })
})

describe('the amount a signature leaves', () => {
  const figures = {
    carrierFreight: explainAmount('承运运费', fen(1_000)),
    deducted: explainAmount('扣款', fen(60)),
    oil: fen(300),
    advanced: fen(250),
    plannedArrive: fen(300),
    waits: true,
  }
  const rest = ['+承运运费 10.00', '−扣款 0.60', '−油卡 3.00', '−预付与 ETC 2.50 签收前已发放']

  test('falls due on arrival up to its planned share, and the rest with the receipt', () => {
    expect(lines(explainFixed('arrive', figures))).toEqual([
      '到付 3.00 计划到付与签收后剩余，取较小者',
      '计划到付 3.00 支付方案 × 预估运费',
      '签收后剩余 3.90',
      ...rest,
    ])
    expect(lines(explainFixed('receipt', figures))).toEqual([
      '回单付 0.90',
      '+签收后剩余 3.90',
      ...rest,
      '−到付 3.00 计划到付与签收后剩余，取较小者',
      '计划到付 3.00 支付方案 × 预估运费',
    ])
    expect(explainFixed('arrive', { ...figures, plannedArrive: fen(500) }).value, 'no more than is left').toBe(390)
  })

  test('falls due on arrival as a whole where no receipt is waited for', () => {
    expect(lines(explainFixed('arrive', { ...figures, waits: false }))).toEqual([
      '到付 3.90 签收后剩余全部到付',
      '签收后剩余 3.90',
      ...rest,
    ])
  })

  test('is a debt where more was handed out and deducted than was earned, and nothing is paid then', () => {
    const over = { ...figures, advanced: fen(700) }
    expect(lines(explainFixed('debt', over)).slice(0, 2)).toEqual([
      '超付抵扣 −0.60 已发放和扣款超过运费的部分',
      '签收后剩余 −0.60',
    ])
    for (const waits of [true, false]) expect(explainFixed('arrive', { ...over, waits }).value).toBe(0)
    expect(explainFixed('debt', figures).value, 'nothing is owed').toBe(0)
  })

  test('does not tell of what there was nothing of', () => {
    const plain = {
      ...figures,
      deducted: explainAmount('扣款', ZERO_FEN),
      oil: ZERO_FEN,
      advanced: ZERO_FEN,
      waits: false,
    }
    expect(lines(explainFixed('arrive', plain))).toEqual([
      '到付 10.00 签收后剩余全部到付',
      '签收后剩余 10.00',
      '+承运运费 10.00',
    ])
  })

  test('is what the signature fixes, in random cases', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 }).map(fen)
    fc.assert(
      fc.property(amount, amount, amount, amount, fc.boolean(), (freight, cut, oil, pre, receiptWanted) => {
        const net = fen(freight - cut)
        const planned = fen(1_000_000)
        const issued = { oil, pre, etc: fen(7) }
        const fixed = fixParts(plan, planned, { net, penalties: ZERO_FEN, issued, receiptWanted })
        const told = {
          carrierFreight: explainAmount('承运运费', freight),
          deducted: explainAmount('扣款', cut),
          oil,
          advanced: addFen(pre, fen(7)),
          plannedArrive: plannedParts(plan, planned).find(({ part }) => part === 'arrive')?.planned ?? ZERO_FEN,
          waits: receiptWanted,
        }
        expect(explainFixed('arrive', told).value).toBe(fixed.arrive)
        expect(0 - explainFixed('debt', told).value).toBe(0 + fixed.debt)
        if (fixed.receipt > 0) expect(explainFixed('receipt', told).value).toBe(fixed.receipt)
      }),
      { numRuns: 200 },
    )
  })
})

const line = (n: number, freight: number, pay = freight): SheetLineFigures => ({
  waybillNo: `YD${n}`,
  part: 'arrive',
  freight: fen(freight),
  pay: fen(pay),
})
const penalty = ZERO_FEN
const nothing = {
  oil: ZERO_FEN,
  advanced: ZERO_FEN,
  deducted: ZERO_FEN,
  penalty,
  carriedIn: ZERO_FEN,
  carriedOut: ZERO_FEN,
}

describe('a sheet', () => {
  test('pays its freight less deductions, fuel, advances and old debts; what it cannot bear is owed on', () => {
    const sums = { ...nothing, deducted: fen(60), oil: fen(300), advanced: fen(100), carriedIn: fen(40) }
    const sheet = explainSheet([line(1, 600), line(2, 400)], sums)
    expect(lines(sheet).slice(0, 4)).toEqual(['实付 5.00', '+应付 10.00', '+YD1 到付 6.00', '+YD2 到付 4.00'])
    expect(sheet.terms.slice(1).map(({ sign, of }) => `${sign ?? ''}${of.value}`)).toEqual([
      '−60',
      '−300',
      '−100',
      '−40',
    ])
    expect(lines(sheet).slice(-3)).toEqual([
      '−油卡 3.00',
      '−预付 1.00 签收前已付',
      '−抵扣前欠 0.40 以前结算单留下的欠款',
    ])
    const owed = explainSheet([line(1, 200)], { ...nothing, oil: fen(300), carriedOut: fen(100) })
    expect(lines(owed)).toEqual([
      '实付 0.00',
      '+应付 2.00',
      '+YD1 到付 2.00',
      '+转下期欠款 1.00 不足抵扣的部分，由承运商欠下',
      '−油卡 3.00',
    ])
    expect(lines(explainSheet([line(1, 200)], nothing))).toEqual(['实付 2.00', '+应付 2.00', '+YD1 到付 2.00'])
  })

  test('tells fifty lines one by one; those beyond stand together with their sum', () => {
    const many = Array.from({ length: toldLines + 2 }, (_, n) => line(n, 100 + n, 50 + n))
    const steps = lines(explainPayment(many))
    expect([steps.length, steps[0], steps.at(-1)]).toEqual([
      toldLines + 2,
      `支付金额 39.26 同一收款账户的各行合并支付`,
      '+其余 2 行 2.01',
    ])
    expect(sumFen(many.map(({ pay }) => pay))).toBe(3_926)
    expect(lines(explainPayment(many.slice(0, toldLines)))).toHaveLength(toldLines + 1)
    expect(lines(explainSheet(many, nothing)).at(-1)).toBe('+其余 2 行 3.01')
  })
})

test('of a debt is left what was not collected, given up, set off or taken back', () => {
  const debt = { amount: fen(1_000), collected: fen(300), writtenOff: fen(20), gone: fen(1) }
  expect(lines(explainDebt(debt, '结算单 JS1'))).toEqual([
    '待收欠款 6.79',
    '+欠款 10.00 结算单 JS1',
    '−已收回 3.00',
    '−已核销 0.20',
    '−已抵扣或冲销 0.01',
  ])
  const whole = { ...debt, collected: ZERO_FEN, writtenOff: ZERO_FEN, gone: ZERO_FEN }
  expect(lines(explainDebt(whole, '结算单 JS1'))).toEqual(['待收欠款 10.00', '+欠款 10.00 结算单 JS1'])
})

test('credit is prepaid money and the limit, less what is owed, given up and under way; it can be below zero', () => {
  const figures = { prepaid: fen(500), limit: fen(1_000), owed: fen(600), writtenOff: fen(100), reserved: fen(900) }
  expect(lines(explainCredit(figures))).toEqual([
    '可用额度 −1.00',
    '+预收余额 5.00 科目 2205.01',
    '+信用额度 10.00',
    '−应收未付 6.00 已签收运单的未收部分',
    '−已核销坏账 1.00 核销后仍占用额度',
    '−在途预估 9.00 在途运单的预估托运运费',
  ])
  expect(explainCredit(figures).value).toBe(availableCredit(figures))
})
