// The papers people print, the records they are of, and the permits that show each.
import type { Entity } from './entities.ts'
import type { Permit } from './permits/permits.ts'

interface PrintedRow {
  /** The name of the paper, as its history says it. */
  readonly label: string
  /** One of these shows the record its paper is of. */
  readonly permits: readonly Permit[]
  /** Needed beside it. */
  readonly also?: Permit
}

/** Records with a paper: whoever may read the record may print it. */
export const printedPapers = {
  waybill: { label: '货物运单', permits: ['waybill.view'] },
  specialLine: { label: '专线交接清单', permits: ['waybill.view'] },
  settlement: { label: '运费结算单', permits: ['settlement.view'] },
  payment: { label: '付款单', permits: ['settlement.view'] },
  trade: { label: '交易回单', permits: ['trade.view'], also: 'trade.slip' },
  tradeList: { label: '交易流水清单', permits: ['trade.view'] },
  voucher: { label: '记账凭证', permits: ['voucher.view'] },
  fund: { label: '收据', permits: ['fund.view'] },
  remittance: { label: '收据', permits: ['remittance.view'] },
  deposit: { label: '押金收据', permits: ['fund.view', 'account.view'] },
  depositBack: { label: '押金退款单', permits: ['fund.view', 'account.view'] },
  fuelIssue: { label: '发放单', permits: ['fuel.view'] },
  invoiceApp: { label: '开票申请单', permits: ['invoice.view'] },
  statement: { label: '对账单', permits: ['statement.view'], also: 'price.shipper' },
  letter: { label: '往来对账函', permits: ['ledger.view', 'account.view'] },
  debt: { label: '催收函', permits: ['debt.collect'] },
  writeOff: { label: '坏账核销审批单', permits: ['debt.view'], also: 'price.shipper' },
  reconFile: { label: '余额调节表', permits: ['recon.view'] },
} as const satisfies Readonly<Partial<Record<Entity, PrintedRow>>>
export type PrintedEntity = keyof typeof printedPapers

/** The most lines of vouchers one call answers. */
export const voucherLinesMost = 20_000

/** The word a print stands under in a history. */
export const printAct = '打印'

/** The most records one print has. */
export const printMost = 200
/** The most papers one call answers. */
export const papersMost = 50

/** The number of a print as its paper says it. */
export const printText = (n: number): string => `第 ${n} 次打印`
