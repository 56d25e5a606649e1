// The sequences the demo takes numbers of, and how many it took.

/** Sequences the demo takes numbers of. */
export const sequences = [
  'goods_number',
  'task_number',
  'waybill_number',
  'settlement_number',
  'payment_number',
  'entry_number',
  'fund_number',
  'remittance_number',
  'invoice_app_number',
  'fuel_issue_number',
  'debt_number',
  'refund_number',
  'fuel_shift_number',
  'deposit_number',
  'deposit_back_number',
] as const
export type Sequence = (typeof sequences)[number]

/** The numbers used of each sequence: one for each record, in the order of `sequences`. */
export const usedOf = (records: readonly (readonly unknown[])[]): Record<Sequence, number> => {
  const used = (name: Sequence): number => records[sequences.indexOf(name)]?.length ?? 0
  return {
    goods_number: used('goods_number'),
    task_number: used('task_number'),
    waybill_number: used('waybill_number'),
    settlement_number: used('settlement_number'),
    payment_number: used('payment_number'),
    entry_number: used('entry_number'),
    fund_number: used('fund_number'),
    remittance_number: used('remittance_number'),
    invoice_app_number: used('invoice_app_number'),
    fuel_issue_number: used('fuel_issue_number'),
    debt_number: used('debt_number'),
    refund_number: used('refund_number'),
    fuel_shift_number: used('fuel_shift_number'),
    deposit_number: used('deposit_number'),
    deposit_back_number: used('deposit_back_number'),
  }
}
