// Payable parts of a waybill, sheets, debts and credit, each with the figures it is made of.
import { availableCredit, type CreditFigures } from '../credit.ts'
import { printPercent } from '../figures/decimal.ts'
import { fen, negateFen, smallerFen, ZERO_FEN, type Fen } from '../figures/money.ts'
import { partLabel, plannedParts, type CashPart, type WaybillPart } from '../settlement/parts.ts'
import type { PayPart, PayPlan } from '../settlement/payPlan.ts'
import { cutsOf, treatments } from '../settlement/treatment.ts'
import { explainAmount, explainFact, explainSum, explainWorked, type ExplainedAmount } from './explanation.ts'

const sharePpm = (plan: PayPlan, part: PayPart): number =>
  ({ pre: plan.prePpm, oil: plan.oilPpm, etc: plan.etcPpm, arrive: plan.arrivePpm, receipt: plan.receiptPpm })[part]

/** The amount a plan foresees for a part; undefined where it foresees none. */
export function explainPlanned(
  part: PayPart,
  plan: PayPlan,
  estimate: ExplainedAmount,
  agreedOil?: Fen,
): ExplainedAmount | undefined {
  const planned = plannedParts(plan, estimate.value, agreedOil).find(each => each.part === part)?.planned
  if (planned === undefined) return undefined
  const label = `${partLabel(part)}（计划）`
  if (part === 'oil' && agreedOil !== undefined) return explainAmount(label, planned, '约定金额')
  const share = sharePpm(plan, part)
  return explainWorked(label, planned, `预估运费 × ${printPercent(share)}，舍去分以下，最后一期取余数`, [
    estimate,
    explainFact('比例', share, 'ppm', '支付方案'),
  ])
}

/** Figures a signature leaves to the cash parts of a waybill. */
export interface SignedFigures {
  readonly carrierFreight: ExplainedAmount
  readonly deducted: ExplainedAmount
  readonly oil: Fen
  /** Handed out before the signature: the advance, and tolls. */
  readonly advanced: Fen
  /** The amount the plan foresaw on arrival. */
  readonly plannedArrive: Fen
  /** A part of the cash waits for the receipt. */
  readonly waits: boolean
}

/** The amount a signature leaves to a cash part. */
export function explainFixed(part: CashPart, figures: SignedFigures): ExplainedAmount {
  const { carrierFreight, deducted, oil, advanced, plannedArrive, waits } = figures
  const rest = explainSum('签收后剩余', {
    plus: [carrierFreight],
    less: [deducted, explainAmount('油卡', oil), explainAmount('预付与 ETC', advanced, '签收前已发放')].filter(
      ({ value }) => value !== 0,
    ),
  })
  const label = partLabel(part)
  if (part === 'debt') return explainWorked(label, negateFen(owed(rest)), '已发放和扣款超过运费的部分', [rest])
  const cash = rest.value > 0 ? rest.value : ZERO_FEN
  const planned = explainAmount('计划到付', plannedArrive, '支付方案 × 预估运费')
  const arrive = waits ? smallerFen(plannedArrive, cash) : cash
  if (part === 'arrive')
    return waits
      ? explainWorked(label, arrive, '计划到付与签收后剩余，取较小者', [planned, rest])
      : explainWorked(label, arrive, '签收后剩余全部到付', [rest])
  return explainSum(label, {
    plus: [rest],
    less: [explainWorked(partLabel('arrive'), arrive, '计划到付与签收后剩余，取较小者', [planned])],
  })
}

const owed = (rest: ExplainedAmount): Fen => (rest.value < 0 ? negateFen(rest.value) : ZERO_FEN)

/** The share of a cash part in what the books hold of its waybill. */
export interface PartShare {
  readonly cash: ExplainedAmount
  readonly deducted: Fen
  readonly penalty: Fen
  readonly oil: Fen
  readonly advanced: Fen
}

/** The freight of a part: the cash that is left of it, and what was taken off or handed out. */
export const explainPartFreight = ({ cash, deducted, penalty, oil, advanced }: PartShare): ExplainedAmount =>
  explainSum('应付', {
    plus: [
      cash,
      ...given([
        explainAmount(treatments.cut.label, cutsOf({ deducted, penalty })),
        explainAmount(treatments.penalty.label, penalty),
        explainAmount('油卡', oil, '已随首期发放'),
        explainAmount('预付与 ETC', advanced, '签收前已发放'),
      ]),
    ],
  })

/** Debts a sheet sets off, with the lines that bear them. */
export interface SheetSetOff {
  readonly sheetNo: string
  readonly link: string
  readonly carriedIn: Fen
  readonly carriedOut: Fen
  /** The other lines of the sheet. */
  readonly others: { readonly count: number; readonly setOff: Fen }
}

/** The amount debts take of a line: what the sheet sets off, less what its other lines bear of it. */
export const explainLineSetOff = ({ sheetNo, link, carriedIn, carriedOut, others }: SheetSetOff): ExplainedAmount =>
  explainSum('抵欠款', {
    plus: [{ ...explainAmount(`${sheetNo} 抵扣前欠`, carriedIn, '以前的欠款和本单不足抵扣的运单'), link }],
    less: given([
      explainAmount('转下期欠款', carriedOut, '不足抵扣的部分，由承运商欠下'),
      explainAmount(`其余 ${others.count} 行抵欠款`, others.setOff, '先抵同一收款账户的，再按到期先后'),
    ]),
  })

/** The amount a line pays out: its cash less the debts it bears. */
export const explainLinePay = (cash: ExplainedAmount, setOff: ExplainedAmount): ExplainedAmount =>
  explainSum('本次应付', { plus: [cash], less: given([setOff]) })

/** A line of a sheet, for its sums. */
export interface SheetLineFigures {
  readonly waybillNo: string
  readonly part: WaybillPart
  readonly freight: Fen
  readonly pay: Fen
}

/** The most lines a sum tells one by one; those beyond stand together. */
export const toldLines = 50

const told = (lines: readonly SheetLineFigures[], amountOf: (line: SheetLineFigures) => Fen): ExplainedAmount[] => {
  const rest = lines.slice(toldLines)
  return [
    ...lines
      .slice(0, toldLines)
      .map(line => explainAmount(`${line.waybillNo} ${partLabel(line.part)}`, amountOf(line))),
    ...(rest.length === 0
      ? []
      : [explainAmount(`其余 ${rest.length} 行`, fen(rest.reduce((sum, line) => sum + amountOf(line), 0)))]),
  ]
}

/** Sums of a sheet beside its lines. */
export interface SheetFigures {
  readonly oil: Fen
  readonly advanced: Fen
  readonly deducted: Fen
  /** The share of `deducted` that is penalties. */
  readonly penalty: Fen
  readonly carriedIn: Fen
  readonly carriedOut: Fen
}

/** The amount a sheet pays. */
export const explainSheet = (lines: readonly SheetLineFigures[], sums: SheetFigures): ExplainedAmount =>
  explainSum('实付', {
    plus: [
      explainSum('应付', { plus: told(lines, line => line.freight) }),
      ...given([explainAmount('转下期欠款', sums.carriedOut, '不足抵扣的部分，由承运商欠下')]),
    ],
    less: given([
      explainAmount(treatments.cut.label, cutsOf(sums), '亏吨、货损、其他扣款和抹零，减运费'),
      explainAmount(treatments.penalty.label, sums.penalty, '超时和违约罚款，不减运费，记营业外收入'),
      explainAmount('油卡', sums.oil),
      explainAmount('预付', sums.advanced, '签收前已付'),
      explainAmount('抵扣前欠', sums.carriedIn, '以前结算单留下的欠款'),
    ]),
  })

const given = (amounts: readonly ExplainedAmount[]): ExplainedAmount[] => amounts.filter(({ value }) => value !== 0)

/** The amount of one payment: the lines of its account. */
export const explainPayment = (lines: readonly SheetLineFigures[]): ExplainedAmount =>
  explainSum('支付金额', { plus: told(lines, line => line.pay), note: '同一收款账户的各行合并支付' })

/** Amounts of a debt that have left it. */
export interface DebtFigures {
  readonly amount: Fen
  readonly collected: Fen
  readonly writtenOff: Fen
  /** Taken off by a sheet that is paid, or returned with the payment it came of. */
  readonly gone: Fen
}

/** The rest of a debt. */
export const explainDebt = ({ amount, collected, writtenOff, gone }: DebtFigures, origin: string): ExplainedAmount =>
  explainSum('待收欠款', {
    plus: [explainAmount('欠款', amount, origin)],
    less: given([
      explainAmount('已收回', collected),
      explainAmount('已核销', writtenOff),
      explainAmount('已抵扣或冲销', gone),
    ]),
  })

/** The credit left to a shipper. */
export function explainCredit(figures: CreditFigures): ExplainedAmount {
  const explained = explainSum('可用额度', {
    plus: [explainAmount('预收余额', figures.prepaid, '科目 2205.01'), explainAmount('信用额度', figures.limit)],
    less: [
      explainAmount('应收未付', figures.owed, '已签收运单的未收部分'),
      explainAmount('已核销坏账', figures.writtenOff, '核销后仍占用额度'),
      explainAmount('在途预估', figures.reserved, '在途运单的预估托运运费'),
    ],
  })
  if (explained.value !== availableCredit(figures)) throw new RangeError('credit is explained otherwise than reckoned')
  return explained
}
