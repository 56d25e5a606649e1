// Debts (欠款): what carriers owe the house, from the entry that books one until a sheet takes it off, money pays it or two
// people give it up.
import { fen, type Fen } from './figures/money.ts'
import { DAY_MS, monthsLater } from './figures/time.ts'
import type { Permit } from './permits/permits.ts'
import type { Fault } from './problems/problems.ts'
import { machine, offeredFrom, type State } from './states.ts'

/** Sources of a carrier's debt. */
export const debtOrigins = {
  SHEET: '扣款超过运费',
  RELEASED: '关闭后退回的抵扣',
  DOUBLE: '重复支付',
  ADVANCE: '预付后运单取消',
  FUEL: '已用油费、通行费',
  FEE: '服务费已付而运单作废',
} as const
export type DebtOrigin = keyof typeof debtOrigins

/** Giving a debt up takes two people; all else that happens to it follows from sheets and money. */
export const debtStates = machine({
  table: 'debts',
  column: 'state',
  entity: 'debt',
  start: 'open',
  states: {
    open: { label: '待收', tone: 'warn' },
    asking: { label: '核销待确认', tone: 'busy', awaits: { permit: 'debt.confirm', sides: ['platform', 'branch'] } },
    written: { label: '已核销', tone: 'idle', final: true },
  },
  moves: {
    askWriteOff: {
      from: ['open'],
      to: 'asking',
      label: '申请核销',
      done: '已申请核销，等另一人确认',
      permit: 'debt.collect',
      danger: true,
      ask: 'reason',
    },
    confirmWriteOff: { from: ['asking'], to: 'written', label: '确认核销', permit: 'debt.confirm', danger: true },
    refuseWriteOff: {
      from: ['asking'],
      to: 'open',
      label: '不同意核销',
      permit: 'debt.confirm',
      danger: true,
      ask: 'reason',
    },
    withdrawWriteOff: { from: ['asking'], to: 'open', label: '撤回核销申请', permit: 'debt.collect' },
  },
})
export type DebtState = keyof typeof debtStates.states
export type DebtMove = keyof typeof debtStates.moves

/** The stages of a debt: its state together with its sheet and its money; those of the tab 已结清 say the way it came to its end. */
export const debtStages = {
  open: { label: '待收', tone: 'warn' },
  partly: { label: '部分收回', tone: 'warn' },
  taking: { label: '抵扣中', tone: 'busy' },
  asking: { label: '核销待确认', tone: 'busy' },
  offset: { label: '抵扣结清', tone: 'good' },
  collected: { label: '收回结清', tone: 'good' },
  returned: { label: '退汇结清', tone: 'good' },
  written: { label: '已核销', tone: 'idle' },
} as const satisfies Readonly<Record<string, State>>

/** The tabs of the ledger of debts; a debt stands under one of them. */
export const debtTabs = {
  open: { label: '待收', tone: 'warn' },
  taking: { label: '抵扣中', tone: 'busy' },
  asking: { label: '核销待确认', tone: 'busy' },
  done: { label: '已结清', tone: 'good' },
  written: { label: '已核销', tone: 'idle' },
} as const satisfies Readonly<Record<string, State>>
export type DebtTab = keyof typeof debtTabs

/** Ages of debts in days: from, and up to and with. */
export const debtAges = {
  d30: { label: '30 天以内', from: 0, to: 30 },
  d60: { label: '31–60 天', from: 31, to: 60 },
  d90: { label: '61–90 天', from: 61, to: 90 },
  older: { label: '90 天以上', from: 91, to: undefined },
} as const
export type DebtAge = keyof typeof debtAges

/** Days after which a debt that stands is told of: to its carrier, and to those who collect. */
export const chaseSteps = [7, 30, 60] as const

/** The days since a debt arose, both days in full. */
export const ageOfDebt = (createdAt: number, now: number): number => Math.max(0, Math.floor((now - createdAt) / DAY_MS))

/** The most instalments of a plan, and the latest day of one, days from now. */
export const instalmentLimits = { most: 36, days: 3 * 366 } as const

/** A debt and the person who wants to move it. */
export interface DebtOn {
  readonly state: DebtState
  /** A sheet has taken it off, the bank sent the money back, or nothing of it is open. */
  readonly isOver: boolean
  /** The person asked to give it up, or it was asked for them by somebody who worked in their place. */
  readonly isAsker: boolean
}

/** The fault of a move beside its state and permit: two people give a debt up, and only one that stands. */
export function faultOfDebtMove(name: DebtMove, { isOver, isAsker }: Omit<DebtOn, 'state'>): Fault | undefined {
  if (name === 'askWriteOff') return isOver ? { problem: 'debt.over', detail: {} } : undefined
  if (name === 'withdrawWriteOff') return isAsker ? undefined : { problem: 'debt.asker', detail: {} }
  return isAsker ? { problem: 'maker.checker', detail: {} } : undefined
}

/** The moves a person can make now. */
export const debtMovesOf = (on: DebtOn, can: (permit: Permit) => boolean): DebtMove[] =>
  offeredFrom(debtStates, on.state, can).filter(name => !faultOfDebtMove(name, on))

/** Money laid on debts in their order, none more than what is open of it; `rest` is what found no debt. */
export function layOnDebts<D extends { readonly open: number }>(
  debts: readonly D[],
  amount: number,
): { laid: { debt: D; amount: number }[]; rest: number } {
  let rest = amount
  const laid = debts.flatMap(debt => {
    const part = Math.min(debt.open, rest)
    rest -= part
    return part > 0 ? [{ debt, amount: part }] : []
  })
  return { laid, rest }
}

/** A plan of equal instalments, the rest on the last, each on the same day of the month after (or its last day). */
export function instalmentsOf(amount: Fen, count: number, firstAt: number): { dueAt: number; amount: Fen }[] {
  const each = Math.floor(amount / count)
  return Array.from({ length: count }, (_, n) => ({
    dueAt: monthsLater(firstAt, n),
    amount: fen(n === count - 1 ? amount - each * (count - 1) : each),
  }))
}
