// The amounts people can ask about (金额说明), and the permit that shows each.
import { openAges, payableAges, receivableAges } from '../report/aging.ts'
import { profitClasses } from '../report/profit.ts'
import type { Permit } from '../permits/permits.ts'

/** Amounts that can be explained: by the record they stand on, with the permit of that record. */
export const explainedAmounts = {
  shipperFreight: { label: '托运运费', permit: 'waybill.view' },
  carrierFreight: { label: '承运运费', permit: 'waybill.view' },
  deducted: { label: '扣款', permit: 'waybill.view' },
  open: { label: '未付', permit: 'waybill.view' },
  margin: { label: '运费差价', permit: 'waybill.view' },
  part: { label: '分期', permit: 'settlement.view' },
  partFreight: { label: '分期应付', permit: 'settlement.view' },
  partSetOff: { label: '分期抵欠款', permit: 'settlement.view' },
  partPay: { label: '分期本次应付', permit: 'settlement.view' },
  sheet: { label: '结算单实付', permit: 'settlement.view' },
  payment: { label: '支付金额', permit: 'settlement.view' },
  debt: { label: '待收欠款', permit: 'debt.view' },
  credit: { label: '可用额度', permit: 'credit.view' },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly permit: Permit }>>
export type ExplainedKind = keyof typeof explainedAmounts

/**
 * Amounts of the books: asked about within the branch the reader works for, as their pages are. One of the permits opens
 * them, and `also` is needed beside it.
 */
export const bookAmounts = {
  accountOpening: { label: '期初余额', permits: ['ledger.view', 'account.view'] },
  accountDebit: { label: '本期借方', permits: ['ledger.view', 'account.view'] },
  accountCredit: { label: '本期贷方', permits: ['ledger.view', 'account.view'] },
  accountClosing: { label: '期末余额', permits: ['ledger.view', 'account.view'] },
  flow: { label: '账户流水', permits: ['ledger.view', 'account.view'] },
  voucherLine: { label: '分录金额', permits: ['voucher.view'] },
  voucher: { label: '凭证金额', permits: ['voucher.view'] },
  tentative: { label: '暂估', permits: ['voucher.view'] },
  invoiceGross: { label: '发票行价税合计', permits: ['invoice.view'] },
  invoiceNet: { label: '发票行不含税', permits: ['invoice.view'] },
  invoiceTax: { label: '发票行税额', permits: ['invoice.view'] },
  salesGross: { label: '发票价税合计', permits: ['invoice.view'] },
  salesTax: { label: '发票税额', permits: ['invoice.view'] },
  appGross: { label: '申请价税合计', permits: ['invoice.view'] },
  appTax: { label: '申请税额', permits: ['invoice.view'] },
  profit: { label: '毛利', permits: ['profit.view'], also: 'price.margin' },
  boundTax: { label: '绑定的进项税额', permits: ['invoice.view'] },
  usedTax: { label: '已用进项税额', permits: ['invoice.view'] },
  redTax: { label: '红冲税额', permits: ['invoice.view'] },
  input: { label: '进项发票', permits: ['invoice.view'] },
  statement: { label: '货主对账单', permits: ['statement.view'], also: 'price.shipper' },
  statementLine: { label: '货主对账单行', permits: ['statement.view'], also: 'price.shipper' },
  letter: { label: '对账函净额', permits: ['ledger.view', 'account.view'] },
  letterLine: { label: '对账函账户', permits: ['ledger.view', 'account.view'] },
  deposit: { label: '押金', permits: ['fund.view', 'account.view'] },
  depositBack: { label: '押金退还', permits: ['fund.view', 'account.view'] },
  refund: { label: '退款', permits: ['refund.view'] },
  trade: { label: '交易流水', permits: ['trade.view'] },
  aging: { label: '应收账龄', permits: ['ledger.view'], also: 'price.shipper' },
  payable: { label: '应付账龄', permits: ['ledger.view'], also: 'price.carrier' },
  openAge: { label: '暂估与来款账龄', permits: ['ledger.view'], also: 'price.carrier' },
} as const satisfies Readonly<
  Record<string, { readonly label: string; readonly permits: readonly Permit[]; readonly also?: Permit }>
>
export type BookAmount = keyof typeof bookAmounts

/** The figures of a record of several that can be asked about, by their names on its page. */
export const statementFigures = {
  openingOwed: '期初应收',
  openingPrepaid: '期初预收',
  freight: '本期运费',
  adjusted: '红字冲减等',
  received: '本期收款',
  refunded: '退款',
  setOff: '预收冲应收',
  invoiced: '本期开票',
  closingOwed: '期末应收',
  closingPrepaid: '期末预收',
} as const
export type StatementFigure = keyof typeof statementFigures
export const statementLineFigures = { owed: '应收增减', prepaid: '预收增减', invoiced: '开票' } as const
export type StatementLineFigure = keyof typeof statementLineFigures
/** Debit less credit: above zero the company owes the house. */
export const letterFigures = {
  opening: '期初净额',
  debit: '本期借方',
  credit: '本期贷方',
  closing: '期末净额',
} as const
export type LetterFigure = keyof typeof letterFigures
/** On the side on which the account grows. */
export const letterLineFigures = {
  opening: '期初余额',
  income: '本期增加',
  outgo: '本期减少',
  closing: '期末余额',
} as const
export type LetterLineFigure = keyof typeof letterLineFigures
/** Of the statement of an account; `balance` is that after one of its lines. */
export const flowFigures = {
  opening: '期初余额',
  income: '本期收入',
  outgo: '本期支出',
  closing: '期末余额',
  balance: '余额',
} as const
export type FlowFigure = keyof typeof flowFigures
/** The classes of a row of profit, and its sums. */
export const profitFigures = {
  gross: '收入(含税)',
  tax: '销项税额',
  net: profitClasses.net.label,
  freight: profitClasses.freight.label,
  fuel: profitClasses.fuel.label,
  toll: profitClasses.toll.label,
  other: profitClasses.other.label,
  fee: profitClasses.fee.label,
  cost: '成本合计',
  penalty: profitClasses.penalty.label,
  compensation: profitClasses.compensation.label,
  expense: profitClasses.expense.label,
  profit: '毛利',
  estimated: '其中暂估',
} as const
export type ProfitFigure = keyof typeof profitFigures
export const depositFigures = { amount: '押金', asked: '退还中', gone: '已退还', left: '可退余额' } as const
export type DepositFigure = keyof typeof depositFigures
/** Of an input invoice: as it says them, and its shares that are bound to waybills. */
export const inputFigures = {
  gross: '价税合计',
  net: '不含税',
  tax: '税额',
  bound: '已绑定',
  unbound: '未绑定',
} as const
export type InputFigure = keyof typeof inputFigures
export const tradeFigures = { amount: '交易金额', fee: '手续费' } as const
export const tentativeFigures = { estimated: '暂估', open: '未冲回', actual: '实际', difference: '差异' } as const
export type TentativeFigure = keyof typeof tentativeFigures
export const agingFigures = { ...receivableAges, total: '应收', prepaid: '预收可抵', left: '抵后净额' } as const
export type AgingFigure = keyof typeof agingFigures
export const payableFigures = { ...payableAges, rest: '待拆分', total: '应付合计' } as const
export type PayableFigure = keyof typeof payableFigures

export const openAgeFigures = { ...openAges, total: '合计' } as const
export type OpenAgeFigure = keyof typeof openAgeFigures

/** All figures by name; which of them a record has, its own table says. */
export const explainedFigures = {
  ...statementFigures,
  ...statementLineFigures,
  ...letterFigures,
  ...letterLineFigures,
  ...flowFigures,
  ...profitFigures,
  ...tradeFigures,
  ...tentativeFigures,
  ...depositFigures,
  ...inputFigures,
  ...openAgeFigures,
  ...agingFigures,
  ...payableFigures,
} as const
