// Red confirmations (红字信息确认单): the ten states of the tax office, who moves them, and the amounts they take back.
import { addFen, splitTax, subtractFen, ZERO_FEN, type Fen } from '../figures/money.ts'
import { HOUR_MS } from '../figures/time.ts'
import type { Permit } from '../permits/permits.ts'
import type { Fault } from '../problems/problems.ts'
import { machine, offeredFrom } from '../states.ts'
import type { InvoiceState } from './invoice.ts'

/** Reasons of a red invoice by the code of the tax office. */
export const redReasons = {
  '01': { label: '开票有误', isError: true },
  '02': { label: '销货退回', isError: false },
  '03': { label: '服务中止', isError: false },
  '04': { label: '销售折让', isError: false },
} as const
export type RedReason = keyof typeof redReasons
/** Reasons after which a waybill is invoiced anew in full; all others take back part of what is owed. */
export const errorReasons: readonly string[] = Object.entries(redReasons).flatMap(([code, { isError }]) =>
  isError ? [code] : [],
)

/** The side that entered the confirmation. */
export const redSides = { SELLER: '销方', BUYER: '购方' } as const
export type RedSide = keyof typeof redSides

/** The time the other side has to answer, ms. */
export const redAnswerMs = 72 * HOUR_MS

const house = ['platform', 'branch'] as const

export const redStates = machine({
  table: 'red_confirms',
  column: 'state',
  entity: 'redConfirm',
  start: 'asking',
  states: {
    asking: { label: '申请中', tone: 'busy', code: 10, awaits: { permit: 'invoice.issue', sides: house } },
    noNeed: { label: '无需确认', tone: 'warn', code: 1, awaits: { permit: 'invoice.issue', sides: house } },
    sellerAsked: {
      label: '销方录入待购方确认',
      tone: 'busy',
      code: 2,
      awaits: { permit: 'invoice.apply', sides: ['shipper'] },
    },
    buyerAsked: {
      label: '购方录入待销方确认',
      tone: 'busy',
      code: 3,
      awaits: { permit: 'invoice.issue', sides: house },
    },
    agreed: { label: '双方已确认', tone: 'warn', code: 4, awaits: { permit: 'invoice.issue', sides: house } },
    buyerDenied: { label: '购方否认', tone: 'bad', code: 5, final: true },
    sellerDenied: { label: '销方否认', tone: 'bad', code: 6, final: true },
    expired: { label: '超 72 小时作废', tone: 'idle', code: 7, final: true },
    withdrawn: { label: '发起方撤销', tone: 'idle', code: 8, final: true },
    undone: { label: '确认后撤销', tone: 'idle', code: 9, final: true },
  },
  moves: {
    agreeAlone: { from: ['asking'], to: 'noNeed', label: '同意红冲', done: '已同意', permit: 'invoice.issue' },
    agreeAsk: {
      from: ['asking'],
      to: 'sellerAsked',
      label: '同意并请购方确认',
      done: '已请购方确认',
      permit: 'invoice.issue',
    },
    enter: { from: ['asking'], to: 'buyerAsked', label: '购方录入', permit: 'system' },
    confirmBuyer: { from: ['sellerAsked'], to: 'agreed', label: '购方确认', done: '已确认', permit: 'invoice.apply' },
    confirmSeller: { from: ['buyerAsked'], to: 'agreed', label: '销方确认', done: '已确认', permit: 'invoice.issue' },
    denyBuyer: {
      from: ['sellerAsked'],
      to: 'buyerDenied',
      label: '购方否认',
      done: '已否认',
      permit: 'invoice.apply',
      danger: true,
      ask: 'reason',
    },
    denySeller: {
      from: ['asking', 'buyerAsked'],
      to: 'sellerDenied',
      label: '销方否认',
      done: '已否认',
      permit: 'invoice.issue',
      danger: true,
      ask: 'reason',
    },
    expire: { from: ['sellerAsked', 'buyerAsked'], to: 'expired', label: '超时作废', permit: 'system' },
    withdrawSeller: { from: ['asking', 'sellerAsked'], to: 'withdrawn', label: '撤销', permit: 'invoice.issue' },
    withdrawBuyer: { from: ['buyerAsked'], to: 'withdrawn', label: '撤销', permit: 'invoice.apply' },
    undo: {
      from: ['noNeed', 'agreed'],
      to: 'undone',
      label: '确认后撤销',
      done: '已撤销',
      permit: 'invoice.issue',
      danger: true,
      ask: 'reason',
    },
  },
})
export type RedState = keyof typeof redStates.states
export type RedMove = keyof typeof redStates.moves

/** The states of the red invoice itself, once its confirmation stands. */
export const redIssueStates = machine({
  table: 'red_confirms',
  column: 'issue_state',
  entity: 'redConfirm',
  start: 'waiting',
  states: {
    waiting: { label: '未开红票', tone: 'idle' },
    sent: { label: '红票开具中', tone: 'busy' },
    unknown: { label: '结果未知', tone: 'bad' },
    failed: { label: '开具失败', tone: 'bad' },
    recorded: { label: '登记待复核', tone: 'busy', awaits: { permit: 'invoice.issue', sides: house } },
    issued: { label: '红票已开', tone: 'good', final: true },
  },
  moves: {
    send: { from: ['waiting', 'failed'], to: 'sent', label: '开具红票', done: '已交开票', permit: 'invoice.issue' },
    hear: { from: ['sent', 'unknown'], to: 'issued', label: '红票开具成功', permit: 'system' },
    refuse: { from: ['sent', 'unknown'], to: 'failed', label: '红票被拒', permit: 'system' },
    lose: { from: ['sent'], to: 'unknown', label: '没有回音', permit: 'system' },
    record: {
      from: ['waiting', 'failed', 'unknown'],
      to: 'recorded',
      label: '登记红票',
      done: '已登记红票，等另一人复核',
      permit: 'invoice.issue',
    },
    confirm: { from: ['recorded'], to: 'issued', label: '复核红票', done: '已复核', permit: 'invoice.issue' },
    deny: {
      from: ['recorded'],
      to: 'waiting',
      label: '退回登记',
      done: '登记已退回',
      permit: 'invoice.issue',
      ask: 'reason',
    },
    // the tax platform was asked without an answer: the red invoice may stand there
    denyLost: { from: ['recorded'], to: 'unknown', label: '退回登记', permit: 'system' },
  },
})
export type RedIssueState = keyof typeof redIssueStates.states
export type RedIssueMove = keyof typeof redIssueStates.moves

/** True while the tax platform has an order of the red invoice without a result. */
export const isRedAtPlatform = (state: RedIssueState): boolean => state === 'sent' || state === 'unknown'

/** A confirmation and the person who wants to move it. */
export interface RedOn {
  readonly state: RedState
  readonly issueState: RedIssueState
  readonly side: RedSide
  /** The person entered it, or it was entered for them by somebody who worked in their place. */
  readonly isMaker: boolean
  readonly isRecorder: boolean
  /** The buyer deducted the tax of the invoice: it has to confirm. */
  readonly isUsed: boolean
  readonly hasGateway: boolean
}

/** Moves that take a confirmation back: nobody waits for them. */
export const isTakenBack = (move: RedMove): boolean =>
  move === 'withdrawSeller' || move === 'withdrawBuyer' || move === 'undo'

const secondPerson: ReadonlySet<RedMove> = new Set(['agreeAlone', 'agreeAsk', 'confirmSeller', 'denySeller'])

/** The reason against entering a confirmation: nothing of the invoice stands, or another of it is open. */
export const faultOfRedEntry = (on: {
  readonly state: InvoiceState
  /** A confirmation of it is under way. */
  readonly hasOpen: boolean
}): 'red.notIssued' | 'red.live' | undefined => {
  if (on.state !== 'issued' && on.state !== 'partRed') return 'red.notIssued'
  return on.hasOpen ? 'red.live' : undefined
}

/** The fault of a move of a confirmation beside its state and permit. */
export function faultOfRedMove(name: RedMove, on: Omit<RedOn, 'state'>): Fault | undefined {
  if (secondPerson.has(name) && on.isMaker) return { problem: 'maker.checker', detail: {} }
  if ((name === 'agreeAlone') === on.isUsed && (name === 'agreeAlone' || name === 'agreeAsk'))
    return { problem: 'red.used', detail: {} }
  if (name === 'undo' && on.issueState !== 'waiting' && on.issueState !== 'failed')
    return { problem: 'red.underWay', detail: {} }
  return undefined
}

/** The moves of a confirmation a person can make now. */
export const redMovesOf = (on: RedOn, can: (permit: Permit) => boolean): RedMove[] =>
  offeredFrom(redStates, on.state, can).filter(name => !faultOfRedMove(name, on))

/** The fault of a move of the red invoice beside its state and permit: its confirmation stands, a record takes two. */
export function faultOfRedIssue(
  name: RedIssueMove,
  { state, isRecorder, hasGateway }: Omit<RedOn, 'issueState'>,
): Fault | undefined {
  if (state !== 'noNeed' && state !== 'agreed') return { problem: 'red.unconfirmed', detail: {} }
  if (name === 'send' && !hasGateway) return { problem: 'invoice.noGateway', detail: {} }
  return name === 'confirm' && isRecorder ? { problem: 'maker.checker', detail: {} } : undefined
}

/** The moves of the red invoice a person can make now. */
export const redIssueMovesOf = (on: RedOn, can: (permit: Permit) => boolean): RedIssueMove[] =>
  offeredFrom(redIssueStates, on.issueState, can).filter(name => !faultOfRedIssue(name, on))

/** A line of an invoice with what red invoices took back of it. */
export interface RedLine {
  readonly gross: Fen
  readonly tax: Fen
  readonly red: Fen
  readonly redTax: Fen
  readonly vatBp: number
}

/**
 * The tax that goes back with part of a line: the rounded tax of all that is taken back, less what was taken before; the
 * rest of a line takes the rest of its tax, so that the whole of it is never more or less than its tax.
 */
export function redTaxOf({ gross, tax, red, redTax, vatBp }: RedLine, amount: Fen): Fen {
  const upTo = addFen(red, amount)
  if (upTo > gross) throw new RangeError('more is taken back than the line has')
  if (upTo === gross) return subtractFen(tax, redTax)
  const all = splitTax(upTo, vatBp).tax
  return all <= redTax ? ZERO_FEN : subtractFen(all > tax ? tax : all, redTax)
}
