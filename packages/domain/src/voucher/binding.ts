// Waybills bound to vouchers as evidence of their cost: classes of cost, and amounts proposed oldest first.
import { subtractFen, type Fen } from '../figures/money.ts'
import type { AccountCode } from './chart.ts'
import type { VoucherState } from './voucher.ts'

/** The parts of a waybill's cost that have evidence of their own. */
export const bindClasses = { FREIGHT: '运费', FUEL: '油费', TOLL: '通行费', OTHER: '其他费用' } as const
export type BindClass = keyof typeof bindClasses

/** The classes that invoices of carriers bear. */
export const carrierClasses: readonly BindClass[] = ['FREIGHT', 'TOLL', 'OTHER']

/** Accounts of cost by the class that vouchers by hand have of them, the one before the other where one books several. */
export const classAccounts = {
  FREIGHT: ['6401.01', '6401.04'],
  FUEL: ['6401.02'],
  TOLL: ['6401.03'],
  OTHER: ['6401.05', '6401.09'],
} as const satisfies Readonly<Record<BindClass, readonly AccountCode[]>>

/** The accounts whose lines are room of a voucher of a class: the paper of a carrier says its tolls and fees beside the freight. */
export const borneAccounts: Readonly<Record<BindClass, readonly AccountCode[]>> = {
  ...classAccounts,
  FREIGHT: [...classAccounts.FREIGHT, ...classAccounts.TOLL, ...classAccounts.OTHER],
}

/**
 * The events of the product whose vouchers are papers of suppliers: fuel and tolls it bought. Its later moves of them, its
 * revenue, invoices, payments and estimates name their waybills themselves.
 */
export const purchaseClasses = { E6a: 'FUEL', E10: 'TOLL' } as const satisfies Readonly<Record<string, BindClass>>

/** Whether waybills may be bound to a voucher in this state: what was taken back is no evidence. */
export const isBindable = (state: VoucherState): boolean => state === 'posted' || state === 'partly'

/** The most waybills one call binds. */
export const bindMost = 200
/** Months before and after that of a voucher in which waybills proposed for it were signed; others are named by number. */
export const bindMonths = 3

/** A waybill with the cost of a class that no voucher has yet. */
export interface BindFree {
  readonly id: string
  readonly free: Fen
}

/** Amounts for chosen waybills in the order given (the oldest first) until the voucher is full; 0 where nothing is left. */
export function fillInOrder(left: Fen, chosen: readonly BindFree[]): { readonly id: string; readonly amount: Fen }[] {
  let rest = left
  return chosen.map(({ id, free }) => {
    const amount = free < rest ? free : rest
    rest = subtractFen(rest, amount)
    return { id, amount }
  })
}

/** The reason an amount cannot be bound, in words; undefined where it can. */
export function bindFault(amount: Fen, { free, left }: { readonly free: Fen; readonly left: Fen }): string | undefined {
  if (amount <= 0) return '金额应大于 0'
  if (amount > free) return '超过运单可绑金额'
  return amount > left ? '超过凭证未绑金额' : undefined
}
