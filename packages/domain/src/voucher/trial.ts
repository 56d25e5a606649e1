// A trial of the posting rules (试做分录): the entries an example makes, from what is handed out before the trip to the
// deduction of its invoices.
import { addFen, addsExactly, negateFen, subtractFen, sumFen, ZERO_FEN, type Fen } from '../figures/money.ts'
import type { SupplyClass } from '../invoice/inputClass.ts'
import { treatDeduction, type Deducted } from '../settlement/treatment.ts'
import type { JournalLine } from './ledger.ts'
import {
  costShares,
  earningCharges,
  revenueShares,
  totalOf,
  type ChargeAmount,
  type PostingRules,
} from './postingRules.ts'
import * as postings from './postings.ts'
import { transportVat } from './postings.ts'
import { costLinesOf, type CostLine } from './shares.ts'
import { carrierCosts, nextTaken } from './supplyCosts.ts'
import { bookSupply } from './supplyPostings.ts'
import type { VoucherKind } from './voucher.ts'

/** An invoice that is bound and deducted: its amount with tax, and the tax. */
export interface TrialInvoice {
  readonly amount: Fen
  readonly tax: Fen
}

/** An example the entries are shown for; amounts from 0, and what is absent is nothing. */
export interface TrialExample {
  readonly charges: readonly ChargeAmount[]
  /** Charges the carrier's freight is made of; absent: freight alone. */
  readonly carrierCharges?: readonly ChargeAmount[] | undefined
  readonly carrierFreight: Fen
  readonly deducted: Fen
  /** The share of `deducted` that is penalties. */
  readonly penalty?: Fen | undefined
  /** The parts freight and deductions were divided into; absent: one. */
  readonly parts?: readonly Deducted[] | undefined
  /** Paid before the trip; fuel and tolls handed out before it. */
  readonly advance?: Fen | undefined
  readonly cardOil?: Fen | undefined
  readonly tolls?: Fen | undefined
  /** Fuel the sheet hands out. */
  readonly oil: Fen
  /** Earned by each carrier that handed the work down. */
  readonly fees?: readonly Fen[] | undefined
  readonly prepaid: Fen
  /** Input tax of the carrier's invoices, and invoices for fuel and tolls the house bought. */
  readonly inputTax?: Fen | undefined
  readonly fuelInvoice?: TrialInvoice | undefined
  readonly tollInvoice?: TrialInvoice | undefined
}
export interface TrialEntry {
  readonly event: string
  readonly moment: string
  readonly kind: VoucherKind
  readonly lines: readonly JournalLine[]
}
/** The parties of an example, where entries have the ids of companies. */
const [shipper, carrier, releaser] = ['货主', '承运商', '转派承运商']

const red = (lines: readonly JournalLine[]): JournalLine[] =>
  lines.map(line => ({ ...line, debitFen: negateFen(line.debitFen), creditFen: negateFen(line.creditFen) }))

const partsOf = ({ parts, carrierFreight: freight, deducted, penalty = ZERO_FEN }: TrialExample): readonly Deducted[] =>
  parts === undefined || parts.length === 0 ? [{ freight, deducted, penalty }] : parts

/** The entries before the trip: what is handed out of stock, and what is paid. */
function beforeTrip({ advance = ZERO_FEN, cardOil = ZERO_FEN, tolls = ZERO_FEN }: TrialExample): TrialEntry[] {
  return [
    {
      event: 'E15',
      moment: '预付单审核',
      kind: 'ACCOUNTING',
      lines: postings.payAdvance({ carrier, amount: advance }),
    },
    {
      event: 'E7a',
      moment: '提交支付预付',
      kind: 'ACCOUNTING',
      lines: postings.submitPayment({ carrier, amount: advance }),
    },
    {
      event: 'E7b',
      moment: '预付支付成功',
      kind: 'ACCOUNTING',
      lines: postings.confirmPayment({ carrier, amount: advance, fee: ZERO_FEN }),
    },
    {
      event: 'E6i',
      moment: '装货前发放油卡',
      kind: 'FUEL',
      lines: postings.issueStock({ kind: 'OIL', carrier, amount: cardOil }),
    },
    {
      event: 'E10i',
      moment: '装货前发放 ETC',
      kind: 'OTHER',
      lines: postings.issueStock({ kind: 'ETC', carrier, amount: tolls }),
    },
  ]
}

interface Estimated {
  /** Of each part, and of each fee. */
  readonly cost: readonly JournalLine[][]
  readonly fees: readonly JournalLine[][]
}

/** The estimates of the signature: a line for each part, and an entry for each fee. */
const estimatesOf = (rules: PostingRules, example: TrialExample): Estimated => ({
  cost: partsOf(example).map(({ freight }) =>
    postings.estimateCost({ carrier, amount: freight, costs: costShares(rules, example.carrierCharges ?? []) }),
  ),
  fees: (example.fees ?? []).map(amount => postings.estimateCost({ carrier: releaser, amount, isFee: true })),
})

/** The entries of the signature. */
function signature(rules: PostingRules, example: TrialExample, { cost, fees }: Estimated): TrialEntry[] {
  const { charges, prepaid } = example
  const earned = totalOf(earningCharges(charges))
  const amount = totalOf(charges)
  const shares = revenueShares(rules, charges, earned)
  const covered = prepaid < amount ? prepaid : amount
  return [
    {
      event: 'E2',
      moment: '签收确认收入',
      kind: 'ACCOUNTING',
      lines: postings.recogniseRevenue({ shipper, amount: earned, vatBasisPoints: transportVat, shares }),
    },
    {
      event: 'E13',
      moment: '签收赔付货主',
      kind: 'OTHER',
      lines: postings.compensateShipper({ shipper, amount: subtractFen(earned, amount) }),
    },
    {
      event: 'E2b',
      moment: '预收冲应收',
      kind: 'ACCOUNTING',
      lines: postings.applyTopUp({ shipper, amount: covered }),
    },
    { event: 'E3', moment: '签收暂估成本', kind: 'TENTATIVE', lines: cost.flat() },
    ...fees.map((lines): TrialEntry => ({ event: 'E3f', moment: '签收暂估转派服务费', kind: 'TENTATIVE', lines })),
  ]
}

/** The entries of approved sheets: the cost, what goes off it, and what was handed out set off against it. */
function sheets(example: TrialExample, { cost, fees }: Estimated): TrialEntry[] {
  const { oil, advance = ZERO_FEN, cardOil = ZERO_FEN, tolls = ZERO_FEN } = example
  const treated = partsOf(example).map(treatDeduction)
  const sum = (read: (each: (typeof treated)[number]) => Fen): Fen => sumFen(treated.map(read))
  const due = dueOf(example)
  const entry = (event: string, moment: string, kind: VoucherKind, lines: JournalLine[]): TrialEntry => ({
    event,
    moment,
    kind,
    lines,
  })
  return [
    entry('E4a', '结算审核：冲销暂估', 'TENTATIVE', red(cost.flat())),
    entry(
      'E4b',
      '结算审核：应付运费',
      'ACCOUNTING',
      treated.flatMap(({ cost: amount }, n) =>
        amount === 0 ? [] : postings.recognisePayable({ carrier, amount, estimated: costLinesOf(cost[n] ?? []) }),
      ),
    ),
    entry(
      'E13c',
      '扣减超出运费：向承运商索赔',
      'DEDUCT',
      postings.claimCompensation({ carrier, amount: sum(each => each.compensation) }),
    ),
    entry(
      'E5',
      '超时、违约罚款',
      'DEDUCT',
      postings.deductPenalty({ carrier, amount: sum(each => each.penalty), isAppealed: false }),
    ),
    entry('E6b', '油卡抵运费', 'FUEL', [
      ...postings.payWithFuel({ carrier, amount: oil }),
      ...postings.setOffAdvance({ carrier, amount: cardOil }),
    ]),
    entry('E10b', '通行费抵运费', 'OTHER', postings.setOffAdvance({ carrier, amount: tolls })),
    entry('E15b', '预付冲应付', 'ACCOUNTING', postings.setOffAdvance({ carrier, amount: advance })),
    entry(
      'E4c',
      '扣款超出转承运商欠款',
      'DEDUCT',
      due < 0 ? postings.carryDebt({ carrier, amount: negateFen(due) }) : [],
    ),
    ...fees.flatMap((estimate, n) => [
      entry('E4a', '服务费单审核：冲销暂估', 'TENTATIVE', red(estimate)),
      entry(
        'E4b',
        '服务费单审核：应付服务费',
        'ACCOUNTING',
        postings.recognisePayable({ carrier: releaser, amount: example.fees?.[n] ?? ZERO_FEN, isFee: true }),
      ),
    ]),
  ]
}

/** The cash a sheet pays; below zero a debt. */
function dueOf(example: TrialExample): Fen {
  const { carrierFreight, deducted, oil, advance = ZERO_FEN, cardOil = ZERO_FEN, tolls = ZERO_FEN } = example
  return subtractFen(carrierFreight, sumFen([deducted, oil, advance, cardOil, tolls]))
}

/** The entries of the payments. */
function payments(example: TrialExample): TrialEntry[] {
  const due = dueOf(example)
  const amount = due < 0 ? ZERO_FEN : due
  const fee = sumFen(example.fees ?? [])
  const ofFee = { carrier: releaser, amount: fee, isFee: true } as const
  return [
    { event: 'E7a', moment: '提交支付', kind: 'ACCOUNTING', lines: postings.submitPayment({ carrier, amount }) },
    {
      event: 'E7b',
      moment: '支付成功',
      kind: 'ACCOUNTING',
      lines: postings.confirmPayment({ carrier, amount, fee: ZERO_FEN }),
    },
    { event: 'E7a', moment: '提交支付服务费', kind: 'ACCOUNTING', lines: postings.submitPayment(ofFee) },
    {
      event: 'E7b',
      moment: '服务费支付成功',
      kind: 'ACCOUNTING',
      lines: postings.confirmPayment({ ...ofFee, fee: ZERO_FEN }),
    },
  ]
}

/** The entries of invoices: issued to the shipper, and deducted of carriers and of what the house bought. */
function invoices(example: TrialExample, booked: readonly TrialEntry[]): TrialEntry[] {
  const linesOf = (event: string): JournalLine[] =>
    booked.filter(entry => entry.event === event).flatMap(({ lines }) => lines)
  const tax = sumFen(
    linesOf('E2')
      .filter(({ account }) => account === '2221.07')
      .map(({ creditFen }) => creditFen),
  )
  // fees stand on an account that no such invoice is about
  const costs = costLinesOf(linesOf('E4b'))
  const { oil, cardOil = ZERO_FEN, tolls = ZERO_FEN, fuelInvoice, tollInvoice } = example
  const ofFuel = fuelInvoice === undefined ? [] : nextTaken(fuelInvoice.amount, costs)
  const supply = (of: SupplyClass, invoice: TrialInvoice | undefined, out: readonly CostLine[]): JournalLine[] =>
    invoice === undefined ? [] : bookSupply({ class: of, ...invoice, out })
  return [
    { event: 'E8', moment: '开具发票', kind: 'INVOICE', lines: postings.issueInvoice({ tax }) },
    {
      event: 'E9',
      moment: '承运商发票绑定并勾选',
      kind: 'INVOICE',
      lines: postings.deductInputTax({
        tax: example.inputTax ?? ZERO_FEN,
        costs: carrierCosts(costs, sumFen([oil, cardOil, tolls])),
      }),
    },
    {
      event: 'E6c',
      moment: '油费专票绑定并勾选',
      kind: 'INVOICE',
      lines: supply('FUEL', fuelInvoice, ofFuel),
    },
    {
      event: 'E10c',
      moment: '通行费发票绑定并勾选',
      kind: 'INVOICE',
      lines: supply('TOLL', tollInvoice, tollInvoice === undefined ? [] : nextTaken(tollInvoice.amount, costs, ofFuel)),
    },
  ]
}

/** The entries that would be made of an example, in the order in which they are made. */
export function trialEntries(rules: PostingRules, example: TrialExample): TrialEntry[] {
  const estimated = estimatesOf(rules, example)
  const booked = [
    ...beforeTrip(example),
    ...signature(rules, example, estimated),
    ...sheets(example, estimated),
    ...payments(example),
  ]
  return [...booked, ...invoices(example, booked)].filter(({ lines }) => lines.length > 0)
}

/** More often than this no entry of an example counts an amount: sums of all of them are told to the fen. */
const timesCounted = 16
const isTooMuch = (amounts: readonly Fen[]): boolean =>
  !addsExactly(Array.from({ length: timesCounted }, () => amounts).flat())

/** The fault of an example: amounts nobody can add, fuel passes what is payable after deductions, or deductions the charges. */
export function faultOfExample(example: TrialExample): [string, string] | undefined {
  const { charges, carrierCharges = [], carrierFreight, deducted, penalty = ZERO_FEN, oil } = example
  const { advance = ZERO_FEN, cardOil = ZERO_FEN, tolls = ZERO_FEN, fees = [], inputTax = ZERO_FEN } = example
  const shippers = charges.map(({ amount }) => amount)
  if (isTooMuch(shippers)) return ['charges', '金额过大']
  if (isTooMuch(carrierCharges.map(({ amount }) => amount))) return ['carrierCharges', '金额过大']
  const others = [advance, cardOil, tolls, ...fees, inputTax, example.fuelInvoice?.amount ?? ZERO_FEN]
  if (isTooMuch([...shippers, carrierFreight, deducted, oil, ...others])) return ['carrierFreight', '金额过大']
  if (penalty > deducted) return ['penalty', '罚款不能超过扣款']
  if (totalOf(charges) < 0) return ['charges', '扣款不能超过应收合计']
  if (oil > 0 && addFen(oil, deducted) > carrierFreight) return ['oil', '油卡与扣款合计不能超过承运运费']
  return faultOfInvoices(example)
}

/** The fault of what is deducted: a tax beyond its amount, and invoices beyond the cost they are of. */
function faultOfInvoices(example: TrialExample): [string, string] | undefined {
  const { inputTax = ZERO_FEN, fuelInvoice, tollInvoice, carrierFreight, deducted } = example
  const cost = subtractFen(carrierFreight, deducted)
  if (inputTax > 0 && inputTax >= cost) return ['inputTax', '进项税额应小于扣款后的运费']
  for (const [field, invoice] of [
    ['fuelInvoice', fuelInvoice],
    ['tollInvoice', tollInvoice],
  ] as const) {
    if (invoice === undefined) continue
    if (invoice.tax >= invoice.amount && invoice.tax > 0) return ['fuelTax', '税额应小于价税合计']
    if (invoice.amount > 0 && invoice.amount > cost) return [field, '发票金额不能超过扣款后的运费']
  }
  return undefined
}
