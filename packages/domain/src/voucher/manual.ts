// Vouchers made by hand: the accounts they may name, the rules of their lines, and the people each step needs.
import { fen, printMoney, subtractFen, sumFen, type Fen, negateFen } from '../figures/money.ts'
import type { Permit } from '../permits/permits.ts'
import type { Fault } from '../problems/problems.ts'
import { accounts, type AccountCode } from './chart.ts'
import { voucherStates, type VoucherKind, type VoucherState } from './voucher.ts'

/** The kinds a person may make. */
export const manualKinds = ['ACCOUNTING', 'OTHER'] as const satisfies readonly VoucherKind[]
export type ManualKind = (typeof manualKinds)[number]

/** Lines of one voucher made by hand, and the fewest that can balance. */
export const manualLines = { least: 2, most: 200 } as const

/** The most one voucher made by hand moves, and so the most of a line: sums over all vouchers stay exact. */
export const manualMost = fen(100_000_000_000)

/**
 * Accounts a person may book on, with their pinyin. All others are kept by their events alone: what companies owe and
 * are owed, money and fuel under way, and tax that waits belong to documents, and a line by hand would set them apart.
 */
export const manualPinyin = {
  '1002.01': 'yin hang cun kuan',
  '1231': 'huai zhang zhun bei',
  '2221.01': 'ying jiao zeng zhi shui jin xiang',
  '2221.05': 'ying jiao zeng zhi shui xiao xiang',
  '2221.08': 'dai kou dai jiao shui fei',
  '4001': 'shi shou zi ben',
  '4103': 'ben nian li run',
  '4104': 'li run fen pei wei fen pei li run',
  '6001.01': 'yun shu shou ru',
  '6051.01': 'fu wu fei shou ru',
  '6301': 'ying ye wai shou ru wei yue jin',
  '6401.01': 'yun fei cheng ben',
  '6401.02': 'you fei cheng ben',
  '6401.03': 'tong xing fei',
  '6401.04': 'zhuan pai fu wu fei',
  '6401.05': 'zhuang xie ji fu zhu',
  '6401.09': 'qi ta cheng ben',
  '6602': 'guan li fei yong',
  '6603.01': 'shou xu fei',
  '6603.02': 'li xi shou ru',
  '6702': 'xin yong jian zhi sun shi',
  '6711': 'pei kuan zhi chu',
} as const satisfies Partial<Record<AccountCode, string>>
export type ManualAccount = keyof typeof manualPinyin

/** Whether a person may book on an account. */
export const isManualAccount = (code: string): code is ManualAccount => Object.hasOwn(manualPinyin, code)

/** The accounts a person may book on, in the order of the chart. */
export const manualAccounts = accounts.filter(({ code }) => isManualAccount(code))

/** An account as people choose it: 6602 管理费用. */
export const accountText = ({ code, name }: { readonly code: string; readonly name: string }): string =>
  `${code} ${name}`

/**
 * The account a person means by a code, a name or pinyin (its letters or its initials); undefined where none or more
 * than one fit. A control account is found too, so that it can be refused by its name.
 */
export function accountMeant(typed: string): { readonly code: AccountCode; readonly name: string } | undefined {
  const text = typed.trim().toLowerCase()
  if (text === '') return undefined
  const exact = accounts.find(
    account => account.code === text || account.name === typed.trim() || accountText(account) === typed.trim(),
  )
  if (exact) return exact
  const letters = text.replaceAll(' ', '')
  const fitting = manualAccounts.filter(account => {
    if (!isManualAccount(account.code)) return false
    const syllables = manualPinyin[account.code].split(' ')
    const initials = syllables.map(syllable => syllable.charAt(0)).join('')
    return (
      account.code.startsWith(text) ||
      account.name.includes(typed.trim()) ||
      initials.startsWith(letters) ||
      syllables.join('').startsWith(letters)
    )
  })
  return fitting.length === 1 ? fitting[0] : undefined
}

/** A line of a voucher made by hand. */
export interface ManualLine {
  readonly summary: string
  readonly account: string
  readonly waybillNo?: string | undefined
  readonly debit: Fen
  readonly credit: Fen
}

/** A fault of a line: its place from 0, its field, and the words. */
export interface ManualFault {
  readonly at: number
  readonly field: 'summary' | 'account' | 'debit' | 'credit' | 'waybillNo'
  readonly said: string
}

/** The faults of lines, as far as they can be told without asking the books. */
export function faultsOfLines(lines: readonly ManualLine[]): ManualFault[] {
  const faults = lines.flatMap(faultsOfLine)
  if (faults.length > 0) return faults
  let [debit, credit] = [0, 0]
  for (const [at, line] of lines.entries()) {
    debit += line.debit
    credit += line.credit
    if (debit > manualMost || credit > manualMost)
      return [{ at, field: line.debit > 0 ? 'debit' : 'credit', said: `整张凭证不能超过 ${printMoney(manualMost)} 元` }]
  }
  return []
}

function faultsOfLine({ summary, account, debit, credit }: ManualLine, at: number): ManualFault[] {
  const fault = (field: ManualFault['field'], said: string): ManualFault => ({ at, field, said })
  const known = accounts.find(({ code }) => code === account)
  return [
    ...(summary.trim() === '' ? [fault('summary', '请填写摘要')] : []),
    ...(known === undefined
      ? [fault('account', account === '' ? '请选择科目' : '没有这个科目')]
      : isManualAccount(known.code)
        ? []
        : [fault('account', `${known.code} ${known.name}由业务单据自动入账，不能手工记账`)]),
    ...(debit < 0 ? [fault('debit', '金额应大于 0，冲销请用红字冲销')] : []),
    ...(credit < 0 ? [fault('credit', '金额应大于 0，冲销请用红字冲销')] : []),
    ...(debit > manualMost ? [fault('debit', `不能超过 ${printMoney(manualMost)} 元`)] : []),
    ...(credit > manualMost ? [fault('credit', `不能超过 ${printMoney(manualMost)} 元`)] : []),
    ...(debit !== 0 && credit !== 0 ? [fault('credit', '一行只能填借方或贷方')] : []),
    ...(debit === 0 && credit === 0 ? [fault('debit', '请填写金额')] : []),
  ]
}

/** An amount no further from 0 than a line may be: what is typed beyond that is a fault of its line, and sums stay exact. */
const within = (amount: Fen): Fen => fen(Math.max(negateFen(manualMost), Math.min(amount, manualMost)))

/** Debits, credits, and by how much the debits are more. */
export function balanceOfLines(lines: readonly Pick<ManualLine, 'debit' | 'credit'>[]): {
  readonly debit: Fen
  readonly credit: Fen
  readonly difference: Fen
} {
  const [debit, credit] = [
    sumFen(lines.map(line => within(line.debit))),
    sumFen(lines.map(line => within(line.credit))),
  ]
  return { debit, credit, difference: subtractFen(debit, credit) }
}

/** Steps of a voucher made by hand, and the permit each needs. */
export const manualMoves = {
  edit: 'voucher.make',
  void: 'voucher.make',
  audit: 'voucher.audit',
  sendBack: 'voucher.audit',
  post: 'voucher.audit',
  reverse: 'voucher.audit',
} as const satisfies Readonly<Record<string, Permit>>
export type ManualMove = keyof typeof manualMoves

/** Steps of the reader that a voucher made by hand may wait for. */
export const voucherTurns = { audit: '待我审核', post: '待我记账' } as const
export type VoucherTurn = keyof typeof voucherTurns

/** A voucher made by hand and the person who wants to move it. */
export interface ManualOn {
  readonly state: VoucherState
  readonly isManual: boolean
  /** The person made it, or it was made for them. */
  readonly isMaker: boolean
}

/**
 * The fault of a step beside state and permit: what the product made is undone where it came from; the maker edits, and
 * another person audits, posts and reverses.
 */
export function faultOfManualMove(move: ManualMove, { isManual, isMaker }: Omit<ManualOn, 'state'>): Fault | undefined {
  if (!isManual) return { problem: 'voucher.product', detail: {} }
  if (move === 'edit' || move === 'void')
    return isMaker ? undefined : { problem: 'voucher.maker', detail: { move: voucherStates.moves[move].label } }
  return isMaker ? { problem: 'maker.checker', detail: {} } : undefined
}

/** The steps a person can take now. */
export const manualMovesOf = (on: ManualOn, can: (permit: Permit) => boolean): ManualMove[] =>
  (Object.keys(manualMoves) as ManualMove[]).filter(
    move =>
      (voucherStates.moves[move].from as readonly VoucherState[]).includes(on.state) &&
      can(manualMoves[move]) &&
      faultOfManualMove(move, on) === undefined,
  )
