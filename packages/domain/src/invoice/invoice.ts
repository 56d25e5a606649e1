// Invoices (数电发票): kinds, the states of an application and of each of its invoices, and who may move them.
import type { Permit } from '../permits/permits.ts'
import type { Fault } from '../problems/problems.ts'
import { machine, offeredFrom } from '../states.ts'

/** Kinds of electronic invoices by the code of the tax office. */
export const invoiceKinds = { '81': '数电专票', '82': '数电普票' } as const

/** Facts that waybills of one invoice can have in common beside buyer, seller and rate. */
export const invoiceSplits = {
  NONE: '不分',
  VEHICLE: '按车牌',
  ROUTE: '按线路',
  GOODS: '按货物',
} as const
export type InvoiceSplit = keyof typeof invoiceSplits

/** Limits of one invoice until its seller says otherwise: its total in fen, its lines. */
export const invoiceLimits = { perInvoiceMaxFen: 100_000_000, linesMax: 100 } as const
/** The least a seller may put on one invoice, in fen: a smaller limit would cut a waybill into thousands of pieces. */
export const perInvoiceLeastFen = 100_000
/** The most lines the invoices of one application have together. */
export const invoiceLinesMost = 2000
/** The most waybills of one application. */
export const invoiceWaybillsMax = 500
/** Most characters of the remark of an invoice. */
export const invoiceRemarkMax = 200
/** The number of an electronic invoice: twenty digits. */
export const invoiceNumber = /^\d{20}$/

const house = ['platform', 'branch'] as const

export const invoiceAppStates = machine({
  table: 'invoice_apps',
  column: 'state',
  entity: 'invoiceApp',
  start: 'submitted',
  states: {
    submitted: { label: '待审核', tone: 'busy', awaits: { permit: 'invoice.review', sides: house } },
    approved: { label: '待开票', tone: 'warn', awaits: { permit: 'invoice.issue', sides: house } },
    issuing: { label: '开票中', tone: 'busy' },
    issued: { label: '已开票', tone: 'good', awaits: { permit: 'invoice.issue', sides: house } },
    sent: { label: '已交付', tone: 'good', final: true },
    rejected: { label: '已驳回', tone: 'bad', final: true },
    withdrawn: { label: '已撤回', tone: 'idle', final: true },
  },
  moves: {
    approve: {
      from: ['submitted'],
      to: 'approved',
      label: '审核通过',
      done: '已审核通过，等开票',
      permit: 'invoice.review',
    },
    reject: {
      from: ['submitted', 'approved'],
      to: 'rejected',
      label: '驳回',
      permit: 'invoice.review',
      danger: true,
      ask: 'reason',
    },
    withdraw: { from: ['submitted'], to: 'withdrawn', label: '撤回', permit: 'invoice.apply' },
    issue: { from: ['approved'], to: 'issuing', label: '开票', done: '已交开票', permit: 'invoice.issue' },
    end: { from: ['issuing'], to: 'issued', label: '全部开具', permit: 'system' },
    giveUp: {
      from: ['issuing'],
      to: 'rejected',
      label: '终止开票',
      done: '已终止',
      permit: 'invoice.issue',
      danger: true,
      ask: 'reason',
    },
    giveUpRest: {
      from: ['issuing'],
      to: 'issued',
      label: '终止其余开票',
      done: '其余开票已终止',
      permit: 'invoice.issue',
      danger: true,
      ask: 'reason',
    },
    deliver: { from: ['issued'], to: 'sent', label: '交付', permit: 'invoice.issue' },
  },
})
export type InvoiceAppState = keyof typeof invoiceAppStates.states
export type InvoiceAppMove = keyof typeof invoiceAppStates.moves

export const invoiceStates = machine({
  table: 'invoices',
  column: 'state',
  entity: 'invoice',
  start: 'planned',
  states: {
    planned: { label: '待开具', tone: 'idle' },
    sent: { label: '开具中', tone: 'busy' },
    unknown: { label: '结果未知', tone: 'bad' },
    failed: { label: '开具失败', tone: 'bad' },
    recorded: { label: '登记待复核', tone: 'busy', awaits: { permit: 'invoice.issue', sides: house } },
    issued: { label: '已开具', tone: 'good' },
    partRed: { label: '部分红冲', tone: 'warn', rests: true },
    red: { label: '已红冲', tone: 'idle', final: true },
    dropped: { label: '已取消', tone: 'idle', final: true },
  },
  moves: {
    send: { from: ['planned'], to: 'sent', label: '提交税务平台', permit: 'system' },
    hear: { from: ['sent', 'unknown'], to: 'issued', label: '开具发票', permit: 'system' },
    refuse: { from: ['sent', 'unknown'], to: 'failed', label: '开具被拒', permit: 'system' },
    lose: { from: ['sent'], to: 'unknown', label: '没有回音', permit: 'system' },
    retry: { from: ['failed'], to: 'planned', label: '重新开具', done: '已交开票', permit: 'invoice.issue' },
    record: {
      from: ['planned', 'failed', 'unknown'],
      to: 'recorded',
      label: '登记发票',
      done: '已登记发票，等另一人复核',
      permit: 'invoice.issue',
    },
    recordNone: {
      from: ['unknown'],
      to: 'recorded',
      label: '登记未开出',
      permit: 'invoice.issue',
      danger: true,
      ask: 'reason',
    },
    confirm: { from: ['recorded'], to: 'issued', label: '复核登记', done: '已复核', permit: 'invoice.issue' },
    confirmNone: { from: ['recorded'], to: 'failed', label: '复核未开出', done: '已复核', permit: 'invoice.issue' },
    deny: {
      from: ['recorded'],
      to: 'planned',
      label: '退回登记',
      done: '登记已退回',
      permit: 'invoice.issue',
      ask: 'reason',
    },
    denyNone: {
      from: ['recorded'],
      to: 'unknown',
      label: '退回登记',
      done: '登记已退回',
      permit: 'invoice.issue',
      ask: 'reason',
    },
    redPart: { from: ['issued', 'partRed'], to: 'partRed', label: '部分红冲', permit: 'system' },
    redWhole: { from: ['issued', 'partRed'], to: 'red', label: '红冲', permit: 'system' },
    drop: { from: ['planned', 'failed'], to: 'dropped', label: '取消', permit: 'system' },
  },
})
export type InvoiceState = keyof typeof invoiceStates.states
export type InvoiceMove = keyof typeof invoiceStates.moves

/** True while the tax platform has an order of it without a result: it can be asked, and is not sent again. */
export const isAtPlatform = (state: InvoiceState): boolean => state === 'sent' || state === 'unknown'

/** A record by hand: the invoice was issued under a number, or never was. */
export type InvoiceRecord = 'ISSUED' | 'NONE'

/** An application and the person who wants to move it. */
export interface InvoiceAppOn {
  readonly state: InvoiceAppState
  /** The person made it, or it was made for them by somebody who worked in their place. */
  readonly isMaker: boolean
  /** An invoice of it may be issued: it was sent and nothing is known of it, or its record waits for a second person. */
  readonly isUnderWay: boolean
  /** An invoice of it is issued. */
  readonly isIssued: boolean
}

/** The fault of a move of an application beside its state and permit. */
export function faultOfAppMove(
  name: InvoiceAppMove,
  { isMaker, isUnderWay, isIssued }: Omit<InvoiceAppOn, 'state'>,
): Fault | undefined {
  if ((name === 'approve' || name === 'reject') && isMaker) return { problem: 'maker.checker', detail: {} }
  if (name !== 'giveUp' && name !== 'giveUpRest') return undefined
  return isUnderWay || (name === 'giveUpRest') !== isIssued ? { problem: 'invoice.underWay', detail: {} } : undefined
}

/** The end of an application that is not issued further: the whole of it, or the rest where a part is out. */
export const givingUp = ({ isIssued }: Pick<InvoiceAppOn, 'isIssued'>): 'giveUp' | 'giveUpRest' =>
  isIssued ? 'giveUpRest' : 'giveUp'

/** The moves of an application a person can make now. */
export const appMovesOf = (on: InvoiceAppOn, can: (permit: Permit) => boolean): InvoiceAppMove[] =>
  offeredFrom(invoiceAppStates, on.state, can).filter(name => !faultOfAppMove(name, on))

/** An invoice and the person who wants to move it. */
export interface InvoiceOn {
  readonly state: InvoiceState
  /** The state of its application: only what is being issued moves. */
  readonly appState: InvoiceAppState
  /** The record by hand that waits for a second person. */
  readonly record: InvoiceRecord | undefined
  readonly isRecorder: boolean
  /** A gateway to the tax office is there. */
  readonly hasGateway: boolean
}

const confirms: ReadonlySet<InvoiceMove> = new Set(['confirm', 'confirmNone', 'deny', 'denyNone'])
const ofNone: ReadonlySet<InvoiceMove> = new Set(['confirmNone', 'denyNone'])

/** The fault of a move of an invoice beside its state and permit: what is recorded by hand takes two people. */
export function faultOfInvoiceMove(
  name: InvoiceMove,
  { appState, record, isRecorder, hasGateway }: Omit<InvoiceOn, 'state'>,
): Fault | undefined {
  if (appState !== 'issuing') return { problem: 'invoice.notIssuing', detail: {} }
  if (name === 'retry' && !hasGateway) return { problem: 'invoice.noGateway', detail: {} }
  if (!confirms.has(name)) return undefined
  if ((record === 'NONE') !== ofNone.has(name)) return { problem: 'invoice.otherRecord', detail: {} }
  return isRecorder && (name === 'confirm' || name === 'confirmNone')
    ? { problem: 'maker.checker', detail: {} }
    : undefined
}

/** The moves of an invoice a person can make now. */
export const invoiceMovesOf = (on: InvoiceOn, can: (permit: Permit) => boolean): InvoiceMove[] =>
  offeredFrom(invoiceStates, on.state, can).filter(name => !faultOfInvoiceMove(name, on))
