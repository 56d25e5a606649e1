// Batches (批量任务): one act for many records, chosen at one moment and run for the person in the background.
import type { AgreementState } from './agreement/agreement.ts'
import { DAY_MS } from './figures/time.ts'
import type { InputState } from './invoice/input.ts'
import type { InvoiceAppState } from './invoice/invoice.ts'
import type { Permit } from './permits/permits.ts'
import type { SettlementState } from './settlement/settlement.ts'
import type { StatementState } from './statement.ts'
import { machine } from './states.ts'
import type { VoucherState } from './voucher/voucher.ts'

/** States of a batch: chosen by a person, run by the product. Its own person starts and stops it. */
export const batchStates = machine({
  table: 'batches',
  column: 'state',
  start: 'chosen',
  states: {
    chosen: { label: '待开始', tone: 'idle' },
    waiting: { label: '排队中', tone: 'idle' },
    running: { label: '办理中', tone: 'busy' },
    done: { label: '已办完', tone: 'good', final: true },
    stopped: { label: '已停止', tone: 'warn', final: true },
  },
  moves: {
    start: { from: ['chosen'], to: 'waiting', label: '开始', permit: 'system' },
    begin: { from: ['waiting'], to: 'running', label: '办理', permit: 'system' },
    finish: { from: ['running'], to: 'done', label: '办完', permit: 'system' },
    stop: { from: ['waiting', 'running'], to: 'stopped', label: '停止', permit: 'system' },
  },
})
export type BatchState = keyof typeof batchStates.states

/** An act of a batch and the permit it needs for each row. */
interface BatchActRow {
  readonly label: string
  /** The words of a row that is done. */
  readonly done: string
  readonly permit: Permit
  readonly of: 'settlement' | 'waybill' | 'statement' | 'voucher' | 'input' | 'invoiceApp' | 'agreement'
  /** Money leaves by it, or is allowed to: few at a time, looked at, and with the second factor where it is asked for. */
  readonly isMoney: boolean
}
const act = <const Row extends BatchActRow>(row: Row): Row => row

/** The states in which sheets stand for an act. */
export const sheetsOfAct = {
  submit: ['draft', 'rejected'],
  approve: ['submitted'],
  pay: ['approved'],
} as const satisfies Record<string, readonly SettlementState[]>

/** The states in which records of the books stand for an act. */
export const recordsOfAct = {
  auditVoucher: ['draft'],
  postVoucher: ['audited'],
  verifyInput: ['uploaded'],
  tickInput: ['verified'],
  deliverApp: ['issued'],
  sendStatement: ['draft'],
  sendAgreement: ['draft'],
} as const satisfies {
  readonly auditVoucher: readonly VoucherState[]
  readonly postVoucher: readonly VoucherState[]
  readonly verifyInput: readonly InputState[]
  readonly tickInput: readonly InputState[]
  readonly deliverApp: readonly InvoiceAppState[]
  readonly sendStatement: readonly StatementState[]
  readonly sendAgreement: readonly AgreementState[]
}

/** Acts on settlement sheets, on waybills, on statements of shippers, on agreements and on records of the books; acts on other records join here, with their rows in the server's table of acts. */
export const batchActs = {
  submit: act({
    label: '批量提交',
    done: '已提交',
    permit: 'settlement.submit',
    of: 'settlement',
    isMoney: false,
  }),
  approve: act({
    label: '批量审核通过',
    done: '已通过',
    permit: 'settlement.approve',
    of: 'settlement',
    isMoney: true,
  }),
  pay: act({
    label: '批量支付',
    done: '已支付',
    permit: 'settlement.pay',
    of: 'settlement',
    isMoney: true,
  }),
  /** The signature fixes the money of a waybill as it was seen. */
  sign: act({
    label: '批量签收',
    done: '已签收',
    permit: 'waybill.sign',
    of: 'waybill',
    isMoney: false,
  }),
  /** Money that waits for a receipt falls due by it. */
  passReceipt: act({
    label: '批量通过回单',
    done: '已通过',
    permit: 'receipt.audit',
    of: 'waybill',
    isMoney: false,
  }),
  urge: act({
    label: '批量催办',
    done: '已催办',
    permit: 'waybill.view',
    of: 'waybill',
    isMoney: false,
  }),
  /** The records are shippers with what they owe; each becomes a statement of the month. */
  makeStatement: act({
    label: '批量生成对账单',
    done: '已生成',
    permit: 'statement.make',
    of: 'statement',
    isMoney: false,
  }),
  sendStatement: act({
    label: '批量发送',
    done: '已发送',
    permit: 'statement.make',
    of: 'statement',
    isMoney: false,
  }),
  /** Of vouchers made by hand, by another person than their maker. */
  auditVoucher: act({
    label: '批量审核',
    done: '已审核',
    permit: 'voucher.audit',
    of: 'voucher',
    isMoney: false,
  }),
  postVoucher: act({
    label: '批量记账',
    done: '已记账',
    permit: 'voucher.audit',
    of: 'voucher',
    isMoney: false,
  }),
  /** Of invoices of suppliers, by another person than who handed them in. */
  verifyInput: act({
    label: '批量查验通过',
    done: '已查验',
    permit: 'invoice.input',
    of: 'input',
    isMoney: false,
  }),
  /** All of one batch in the return of one month. */
  tickInput: act({
    label: '批量勾选抵扣',
    done: '已勾选',
    permit: 'invoice.input',
    of: 'input',
    isMoney: false,
  }),
  /** Each to the mail address of its own title. */
  deliverApp: act({
    label: '批量交付',
    done: '已交付',
    permit: 'invoice.issue',
    of: 'invoiceApp',
    isMoney: false,
  }),
  /** Drafts of agreements, each a task at the seal partner. */
  sendAgreement: act({
    label: '批量发送签署',
    done: '已发送',
    permit: 'agreement.make',
    of: 'agreement',
    isMoney: false,
  }),
} as const satisfies Record<string, BatchActRow>
export type BatchAct = keyof typeof batchActs
export type SheetBatchAct = keyof typeof sheetsOfAct
export type RecordBatchAct = keyof typeof recordsOfAct
export type WaybillBatchAct = Exclude<BatchAct, SheetBatchAct | RecordBatchAct | 'makeStatement'>

const isSheetAct = (name: BatchAct): name is SheetBatchAct => Object.hasOwn(sheetsOfAct, name)
const isWaybillAct = (name: BatchAct): name is WaybillBatchAct => batchActs[name].of === 'waybill'
const isRecordAct = (name: BatchAct): name is RecordBatchAct => Object.hasOwn(recordsOfAct, name)
const batchActNames = Object.keys(batchActs) as BatchAct[]
export const sheetBatchActs = batchActNames.filter(isSheetAct)
export const waybillBatchActs = batchActNames.filter(isWaybillAct)
export const recordBatchActs = batchActNames.filter(isRecordAct)

/** The permits of acts on sheets. */
export const sheetBatchPermits: readonly Permit[] = sheetBatchActs.map(name => batchActs[name].permit)
/** The permits of acts on records of the books. */
export const recordBatchPermits: readonly Permit[] = [...new Set(recordBatchActs.map(name => batchActs[name].permit))]
/** The permits of the acts: a person with none of them has no batches. */
export const batchPermits: readonly Permit[] = [...new Set(Object.values(batchActs).map(({ permit }) => permit))]

/** The ways a row of a batch ends; a row without one waits for its turn. */
export const batchOutcomes = {
  done: '已办理',
  skipped: '跳过',
  flagged: '须逐张核对',
  failed: '未办成',
  left: '未办理',
} as const

/** Marks of a sheet that is never paid or approved unseen. */
export const batchFlags = {
  firstPayment: '首次付款',
  newAccount: '新收款账户',
  unusual: '运费偏离该线路常价',
  disputed: '扣款有争议',
} as const
export type BatchFlag = keyof typeof batchFlags

/** Limits of batches; those of money are the company's to decide (`company/batchLimit.ts`). */
export const batchLimits = {
  /** Records of one choice. */
  rows: 5000,
  /** The time a choice waits to be started, ms. */
  startWithinMs: DAY_MS,
  /** Faults of the same kind, one after another, after which the rest is left undone. */
  equalFaults: 3,
  /** A fee further than this from the median of its lane is out of the usual; of at least so many waybills of these days. */
  usual: { share: 0.2, least: 10, days: 90 },
} as const
