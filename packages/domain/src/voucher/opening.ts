// Opening balances (期初余额): what the books of a branch begin with, typed once by one person and booked by another before its
// first month is closed. Accounts that stand for records are brought in as records, never as lines.
import type { Fen } from '../figures/money.ts'
import { DAY_MS } from '../figures/time.ts'
import { accounts, type AccountCode } from './chart.ts'
import { manualMost } from './manual.ts'
import { startOfPeriod } from './voucher.ts'

/** The event of the books, and of its reversal. */
export const openingEvents = ['OB', 'OBr'] as const
/** The category of its voucher. */
export const openingCategory = 'OPENING'
/** The most lines of opening balances. */
export const openingLines = { most: 50 } as const

/** The accounts a balance is typed of: no record stands for them, and they carry over from year to year. */
const openingCodes = [
  '1002.01',
  '1002.02',
  '1123.01',
  '1123.02',
  '2221.01',
  '2221.05',
  '2221.08',
  '4001',
  '4104',
] as const satisfies readonly AccountCode[]
export type OpeningAccount = (typeof openingCodes)[number]

/** Whether a balance of an account is typed. */
export const isOpeningAccount = (code: string): code is OpeningAccount => openingCodes.some(each => each === code)

/** The accounts a balance is typed of, in the order of the chart. */
export const openingAccounts = accounts.filter(({ code }) => isOpeningAccount(code))

/** The records that bring the balance of an account in, where there are some. */
const broughtBy: Partial<Record<AccountCode, string>> = {
  '1122.01': '请补录未收款的运单',
  '2202.01': '请补录未付款的运单',
  '2202.03': '请补录未付款的运单',
  '2202.99': '请补录未结算的运单',
  '2221.07': '请补录未开票的运单',
  '1123.03': '请补录未结算的运单',
  '2205.01': '请在资金登记里按货主登记预收余额',
  '2241.02': '请在押金里按承运商登记在押的押金，来款方式选银行账户，1002.01 的期初不含这些钱',
  '2241.03': '请在来款认领里登记未认领的来款',
}

/** A balance as it is typed. */
export interface OpeningLine {
  readonly account: string
  readonly debit: Fen
  readonly credit: Fen
}
/** A fault of a line: its place from 0, its field, and the words. */
export interface OpeningFault {
  readonly at: number
  readonly field: 'account' | 'debit' | 'credit'
  readonly said: string
}

/** The faults of lines, as far as they can be told without asking the books. */
export function faultsOfOpening(lines: readonly OpeningLine[]): OpeningFault[] {
  const seen = new Set<string>()
  return lines.flatMap((line, at) => {
    const faults = faultsOfLine(line, at)
    if (faults.length === 0 && seen.has(line.account)) return [{ at, field: 'account' as const, said: '科目重复' }]
    seen.add(line.account)
    return faults
  })
}

/** The words against an account of the chart that carries no balance of its own. */
function saidOfAccount({ code, name, type }: (typeof accounts)[number]): string {
  if (type === 'income' || type === 'expense') return `${code} ${name}是损益科目，期初并入 4104 未分配利润`
  return `${code} ${name}由业务单据形成，${broughtBy[code] ?? '不能直接录入期初'}`
}

function faultsOfLine({ account, debit, credit }: OpeningLine, at: number): OpeningFault[] {
  const known = accounts.find(({ code }) => code === account)
  const fault = (field: OpeningFault['field'], said: string): OpeningFault[] => [{ at, field, said }]
  if (known === undefined) return fault('account', account === '' ? '请选择科目' : '没有这个科目')
  if (!isOpeningAccount(known.code)) return fault('account', saidOfAccount(known))
  for (const [field, amount] of [
    ['debit', debit],
    ['credit', credit],
  ] as const)
    if (amount < 0 || amount > manualMost) return fault(field, '金额应大于 0，不超过 10 亿元')
  if (debit !== 0 && credit !== 0) return fault('credit', '一个科目只能填借方或贷方')
  return debit === 0 && credit === 0 ? fault('debit', '请填写金额') : []
}

/** The day of the books opening balances stand on: the last before the first month. */
export const openingDay = (firstPeriod: string): number => startOfPeriod(firstPeriod) - DAY_MS
