// The amounts people can ask about (金额说明), and the permit that shows each.
import type { Permit } from '../permits/permits.ts'

/** Amounts that can be explained: by the record they stand on, with the permit of that record. */
export const explainedAmounts = {
  shipperFreight: { label: '托运运费', permit: 'waybill.view' },
  carrierFreight: { label: '承运运费', permit: 'waybill.view' },
  deducted: { label: '扣款', permit: 'waybill.view' },
  open: { label: '未付', permit: 'waybill.view' },
  margin: { label: '毛利', permit: 'waybill.view' },
  part: { label: '分期', permit: 'settlement.view' },
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
  voucherLine: { label: '分录金额', permits: ['voucher.view'] },
  invoiceGross: { label: '发票行价税合计', permits: ['invoice.view'] },
  invoiceNet: { label: '发票行不含税', permits: ['invoice.view'] },
  invoiceTax: { label: '发票行税额', permits: ['invoice.view'] },
  profit: { label: '毛利', permits: ['profit.view'], also: 'price.margin' },
} as const satisfies Readonly<
  Record<string, { readonly label: string; readonly permits: readonly Permit[]; readonly also?: Permit }>
>
export type BookAmount = keyof typeof bookAmounts
