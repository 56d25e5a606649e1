// The meaning of a bank's word about a payment: applied, known already, or against what stands in the books.
import { startOfDay } from '../figures/time.ts'
import type { Permit } from '../permits/permits.ts'
import type { Fault } from '../problems/problems.ts'
import { machine, offeredFrom } from '../states.ts'
import type { PaymentState } from './settlement.ts'

/**
 * Words of a bank about an order. `NOT_FOUND` is its answer that it has no such order, `UNREADABLE` a rightly signed
 * notice in a form nobody agreed on.
 */
export const factKinds = {
  SUCCESS: '支付成功',
  FAILED: '支付失败',
  PROCESSING: '处理中',
  NOT_FOUND: '无此订单',
  RETURNED: '已退汇',
  UNREADABLE: '内容无法识别',
} as const
export type FactKind = keyof typeof factKinds

/** Ways a word comes in: told by the bank, answered when asked, read from a file of its, or said by two people. */
export const factSources = { NOTICE: '银行通知', ANSWER: '查询应答', FILE: '银行文件', PERSON: '两人认定' } as const

/**
 * The moment the books date a word by, ms: the one the bank says where it can be true, else that at which it was heard. A
 * bank knows nothing of the future, and of no order before the day it was sent.
 */
export function momentOfWord({ said, heard, sent }: { said: number | undefined; heard: number; sent: number }): number {
  if (said === undefined || said > heard || startOfDay(said) < startOfDay(sent)) return heard
  // a file that names the day alone means no moment before the order left
  return Math.max(said, sent)
}

/** Consequences of a word, as it is kept. */
export const factVerdicts = { APPLIED: '已入账', SAME: '已知，无变化', EXCEPTION: '与账面不一致' } as const

/** Ends of an exception: the money is out, it is not or came back, or the bank's word changes nothing. */
export const exceptionOutcomes = {
  paid: '认定款项已付出',
  notPaid: '认定款项未付出或已退回',
  dismiss: '银行消息有误，维持现状',
} as const
export type ExceptionOutcome = keyof typeof exceptionOutcomes

interface ExceptionRow {
  readonly label: string
  /** The ends people may agree on. */
  readonly outcomes: readonly ExceptionOutcome[]
  /**
   * The bank said nothing about the money: who says that it is paid names the bank's number and day, and a word of the
   * bank that comes meanwhile ends the exception.
   */
  readonly isSilence?: true
  /** The end the product proposes; two people agree on it or on another. */
  readonly suggests?: ExceptionOutcome
}
const table = <const T extends Readonly<Record<string, ExceptionRow>>>(
  t: T,
): { readonly [K in keyof T]: ExceptionRow } => t

/** Contradictions between a bank's word and the books (支付异常). */
export const exceptionKinds = table({
  LATE_SUCCESS: { label: '失败后又成功', outcomes: ['paid', 'dismiss'] },
  LATE_FAILURE: { label: '支付成功后又失败', outcomes: ['notPaid', 'dismiss'] },
  EARLY_RETURN: { label: '未成功先退汇', outcomes: ['notPaid', 'dismiss'] },
  STILL_OPEN: { label: '失败后又在处理', outcomes: ['dismiss'] },
  AMOUNT_DIFF: { label: '金额不符', outcomes: ['paid', 'notPaid', 'dismiss'] },
  UNKNOWN_ORDER: { label: '订单不明', outcomes: ['paid', 'notPaid', 'dismiss'] },
  NOT_FOUND: { label: '银行无此订单', outcomes: ['notPaid', 'dismiss'] },
  UNREADABLE: { label: '银行消息无法识别', outcomes: ['paid', 'notPaid', 'dismiss'] },
  NO_ANSWER: { label: '银行没有结果', outcomes: ['paid', 'notPaid', 'dismiss'], isSilence: true },
  NOT_IN_FILE: {
    label: '对账文件中没有这笔付款',
    outcomes: ['paid', 'notPaid', 'dismiss'],
    isSilence: true,
    suggests: 'notPaid',
  },
})
export type ExceptionKind = keyof typeof exceptionKinds
/** True for exceptions about a bank that said nothing of the money. */
export const isSilence = (kind: ExceptionKind): boolean => exceptionKinds[kind].isSilence === true
export const silenceKinds = ['NO_ANSWER', 'NOT_IN_FILE'] as const satisfies readonly ExceptionKind[]

/** An exception: one person says how it ends, another agrees. */
export const moneyExceptionStates = machine({
  table: 'money_exceptions',
  column: 'state',
  start: 'open',
  states: {
    open: { label: '待处理', tone: 'bad', awaits: { permit: 'settlement.pay', sides: ['shipper', 'platform'] } },
    proposed: { label: '待复核', tone: 'busy', awaits: { permit: 'settlement.pay', sides: ['shipper', 'platform'] } },
    resolved: { label: '已处理', tone: 'good', final: true },
  },
  moves: {
    propose: { from: ['open'], to: 'proposed', label: '提出处理意见', permit: 'settlement.pay', ask: 'reason' },
    confirm: { from: ['proposed'], to: 'resolved', label: '复核确认', permit: 'settlement.pay' },
    putBack: { from: ['proposed'], to: 'open', label: '退回', permit: 'settlement.pay', ask: 'reason' },
    /** The bank gave its result before two people had agreed about its silence. */
    tell: { from: ['open', 'proposed'], to: 'resolved', label: '银行已给出结果', permit: 'system' },
  },
})
export type MoneyExceptionState = keyof typeof moneyExceptionStates.states

/** Consequences of a word: a change of the payment, nothing, or an exception for people to judge. */
export type Verdict =
  | { readonly do: 'succeed' | 'fail' | 'askLater' | 'lose' | 'giveBack' | 'same' }
  | { readonly do: 'exception'; readonly kind: ExceptionKind }

const act = (what: Exclude<Verdict['do'], 'exception'>): Verdict => ({ do: what })
const against = (kind: ExceptionKind): Verdict => ({ do: 'exception', kind })
const same = act('same')

/** The meaning of each word in each state, where the amounts agree; no file of the channel is known here. */
const meanings: Readonly<Record<PaymentState, Readonly<Record<Exclude<FactKind, 'UNREADABLE'>, Verdict>>>> = {
  // an order is marked as sent before it leaves: a word about one that is not sent is a foreign order or a restored backup
  created: {
    SUCCESS: against('UNKNOWN_ORDER'),
    FAILED: against('UNKNOWN_ORDER'),
    PROCESSING: against('UNKNOWN_ORDER'),
    RETURNED: against('UNKNOWN_ORDER'),
    NOT_FOUND: same,
  },
  sent: {
    SUCCESS: act('succeed'),
    FAILED: act('fail'),
    PROCESSING: act('askLater'),
    RETURNED: against('EARLY_RETURN'),
    NOT_FOUND: act('lose'),
  },
  unknown: {
    SUCCESS: act('succeed'),
    FAILED: act('fail'),
    PROCESSING: act('askLater'),
    RETURNED: against('EARLY_RETURN'),
    NOT_FOUND: act('askLater'),
  },
  success: {
    SUCCESS: same,
    FAILED: against('LATE_FAILURE'),
    PROCESSING: same,
    RETURNED: act('giveBack'),
    NOT_FOUND: same,
  },
  failed: {
    SUCCESS: against('LATE_SUCCESS'),
    FAILED: same,
    PROCESSING: against('STILL_OPEN'),
    RETURNED: same,
    NOT_FOUND: same,
  },
  returned: { SUCCESS: against('LATE_SUCCESS'), FAILED: same, PROCESSING: same, RETURNED: same, NOT_FOUND: same },
}

/**
 * The meaning of a bank's word for a payment in this state. Total: every word has one, and none is thrown away.
 * `isPastCutOff`: the day the order was sent has ended at the bank, so that an order it does not know never arrived.
 * `serial`: the bank's number of the movement, of the payment once it arrived.
 */
export function judgeFact(
  payment: { readonly state: PaymentState; readonly amount: number; readonly serial?: string | undefined },
  fact: { readonly kind: FactKind; readonly amount?: number | undefined; readonly serial?: string | undefined },
  isPastCutOff: boolean,
): Verdict {
  if (fact.kind === 'UNREADABLE') return against('UNREADABLE')
  const meaning = meanings[payment.state][fact.kind]
  // a word about an order of ours that never left is foreign whatever it says of the amount
  if (payment.state === 'created' || fact.kind === 'NOT_FOUND')
    return payment.state === 'unknown' && isPastCutOff ? against('NOT_FOUND') : meaning
  if (fact.amount !== undefined && fact.amount !== payment.amount) return against('AMOUNT_DIFF')
  return isOldNews(payment, fact) ? same : meaning
}

/**
 * A success told again after the money came back, under the number it had arrived by: files that hold all results so far
 * repeat it. Money that left once more has a number of its own.
 */
const isOldNews = (
  { state, serial }: { readonly state: PaymentState; readonly serial?: string | undefined },
  fact: { readonly kind: FactKind; readonly serial?: string | undefined },
): boolean => state === 'returned' && fact.kind === 'SUCCESS' && fact.serial !== undefined && fact.serial === serial

/**
 * A word that a payment came back, which is out now, against the words by which it came back before. Files that hold all results
 * so far repeat such a word, and of money two people knew first the bank tells later: only a number of its own, beside numbers of
 * the bank alone, says that it is another return.
 */
export function returnTold(
  before: readonly { readonly serial?: string | undefined; readonly isBank: boolean }[],
  serial: string | undefined,
): 'new' | 'told' | 'unclear' {
  if (before.length === 0) return 'new'
  if (serial === undefined) return 'unclear'
  if (before.some(word => word.serial?.toUpperCase() === serial.toUpperCase())) return 'told'
  return before.every(word => word.isBank && word.serial !== undefined) ? 'new' : 'unclear'
}

/** An exception and the person who wants to move it. */
export interface ExceptionOn {
  readonly state: MoneyExceptionState
  readonly isProposer: boolean
}
type ExceptionMove = keyof typeof moneyExceptionStates.moves

/** The fault of a move beside its state and permit: nobody confirms what they proposed themselves. */
export const faultOfExceptionMove = (name: ExceptionMove, { isProposer }: ExceptionOn): Fault | undefined =>
  name === 'confirm' && isProposer ? { problem: 'maker.checker', detail: {} } : undefined

/** The moves of an exception a person can make now. */
export const exceptionMovesOf = (on: ExceptionOn, can: (permit: Permit) => boolean): ExceptionMove[] =>
  offeredFrom(moneyExceptionStates, on.state, can).filter(name => !faultOfExceptionMove(name, on))

/** True while papers of proof are taken: an exception that is resolved keeps those it has. */
export const takesProof = (state: MoneyExceptionState): boolean => state !== 'resolved'

/**
 * Ends people may agree on: a word about no payment of ours changes nothing, and one made by hand at the bank is paid by its
 * slip alone.
 */
export function outcomesOf(
  kind: ExceptionKind,
  { hasPayment, isOffline }: { readonly hasPayment: boolean; readonly isOffline: boolean },
): readonly ExceptionOutcome[] {
  if (!hasPayment) return ['dismiss']
  const { outcomes } = exceptionKinds[kind]
  return isOffline ? outcomes.filter(outcome => outcome !== 'paid') : outcomes
}

/** The change of a payment that an agreed end brings; undefined where nothing changes. */
export function changeOfOutcome(
  outcome: ExceptionOutcome,
  state: PaymentState,
): 'succeed' | 'fail' | 'succeedLate' | 'giveBack' | undefined {
  switch (outcome) {
    case 'dismiss':
      return undefined
    case 'paid':
      if (state === 'sent' || state === 'unknown') return 'succeed'
      return state === 'failed' || state === 'returned' ? 'succeedLate' : undefined
    case 'notPaid':
      if (state === 'sent' || state === 'unknown') return 'fail'
      return state === 'success' ? 'giveBack' : undefined
  }
}
