// Profit of waybills as the ledger has it: the class of every account of income and cost, and the figures lines come to.
import { fen, sumFen, type Fen } from '../figures/money.ts'
import { accounts, type AccountCode } from '../voucher/chart.ts'
import { printDecimal } from '../figures/decimal.ts'

/** The classes of a profit, in the order they are shown. */
export const profitClasses = {
  net: { label: '不含税收入', isIncome: true },
  freight: { label: '运费成本', isIncome: false },
  fuel: { label: '油费成本', isIncome: false },
  toll: { label: '通行费', isIncome: false },
  other: { label: '其他成本', isIncome: false },
  fee: { label: '转派服务费', isIncome: false },
  penalty: { label: '违约金收入', isIncome: true },
  compensation: { label: '赔款支出', isIncome: false },
  expense: { label: '期间费用', isIncome: false },
} as const satisfies Readonly<Record<string, { label: string; isIncome: boolean }>>
export type ProfitClass = keyof typeof profitClasses

/** The class of each account of the income statement; fees older than their account are told apart by their event. */
const classes: Partial<Record<AccountCode, ProfitClass>> = {
  '6001.01': 'net',
  '6051.01': 'net',
  '6301': 'penalty',
  '6401.01': 'freight',
  '6401.02': 'fuel',
  '6401.03': 'toll',
  '6401.04': 'fee',
  '6401.05': 'other',
  '6401.09': 'other',
  '6602': 'expense',
  '6603.01': 'expense',
  '6603.02': 'expense',
  '6702': 'expense',
  '6711': 'compensation',
}
/** The accounts of the income statement. */
export const profitAccounts = accounts
  .filter(({ type }) => type === 'income' || type === 'expense')
  .map(({ code }) => code)

/** The class of an account; one of the income statement without a class is a fault of this table. */
export function profitClassOf(account: AccountCode): ProfitClass {
  const found = classes[account]
  if (found === undefined) throw new RangeError(`account ${account} has no class of profit`)
  return found
}
/** The accounts of a class. */
export const accountsOf = (of: ProfitClass): readonly AccountCode[] =>
  profitAccounts.filter(code => profitClassOf(code) === of)

/** Accounts on which output tax of a waybill waits or is owed: together what its revenue bears. */
export const outputTaxAccounts = ['2221.05', '2221.07'] as const satisfies readonly AccountCode[]
/** The account of cost that is estimated still. */
export const estimateAccount = '2202.99' satisfies AccountCode
/** Events of the books whose cost is a fee of work handed down begin with this, also on the account of freight, where it once stood. */
export const feeEvent = 'E3f'

/** Amounts of the classes, each grown on its own side: income by credit, cost by debit. */
export type ProfitFigures = Readonly<Record<ProfitClass, Fen>>

/** Income less cost. */
export function profitOf(figures: ProfitFigures): Fen {
  let profit = 0
  for (const key of profitKeys)
    if (profitClasses[key].isIncome) profit += figures[key]
    else profit -= figures[key]
  return fen(profit)
}
const isClass = (key: string): key is ProfitClass => Object.hasOwn(profitClasses, key)
export const profitKeys = Object.keys(profitClasses).filter(isClass)

/** The classes of cost: all but compensation and the expenses of the month. */
export const costKeys = ['freight', 'fuel', 'toll', 'other', 'fee'] as const satisfies readonly ProfitClass[]
/** All cost of these classes. */
export const costOf = (figures: ProfitFigures): Fen => sumFen(costKeys.map(key => figures[key]))

/** Profit by net revenue in ten-thousandths; undefined where there is none. */
export const marginOf = (profit: Fen, net: Fen): number | undefined =>
  net === 0 ? undefined : Math.round((profit / Math.abs(net)) * 10_000)

/** A share as people read it: 5.47%. */
export const marginText = (margin: number | undefined): string =>
  margin === undefined ? '' : `${printDecimal(margin, 2)}%`

/** The ways profit is grouped. */
export const profitGroups = {
  waybill: '运单',
  line: '线路',
  shipper: '货主',
  carrier: '承运商',
  branch: '分公司',
  month: '月份',
} as const
export type ProfitGroup = keyof typeof profitGroups

/** The cost of a group: estimates stand on it still, or none do. */
export const profitMarks = {
  estimated: { label: '暂估', tone: 'busy' },
  actual: { label: '实际', tone: 'good' },
} as const
