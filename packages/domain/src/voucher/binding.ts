// Waybills bound to vouchers as evidence of their cost: classes of cost, and amounts proposed oldest first.
import { subtractFen, type Fen } from '../figures/money.ts'
import type { AccountCode } from './chart.ts'
import type { VoucherKind, VoucherState } from './voucher.ts'

/** The parts of a waybill's cost that have evidence of their own. */
export const bindClasses = { FREIGHT: '运费', FUEL: '油费', TOLL: '通行费', OTHER: '其他费用' } as const
export type BindClass = keyof typeof bindClasses

/** The classes that invoices of carriers bear. */
export const carrierClasses: readonly BindClass[] = ['FREIGHT', 'TOLL', 'OTHER']

/** Classes by the account of cost that a voucher by hand debits, the one before the other where it debits several. */
const classOfCost: readonly (readonly [AccountCode, BindClass])[] = [
  ['6401.01', 'FREIGHT'],
  ['6401.04', 'FREIGHT'],
  ['6401.02', 'FUEL'],
  ['6401.03', 'TOLL'],
  ['6401.05', 'OTHER'],
  ['6401.09', 'OTHER'],
]

/** The accounts of cost by which a voucher by hand has a class. */
export const bindAccounts: readonly AccountCode[] = classOfCost.map(([account]) => account)

/** A voucher as far as its class is asked for. */
export interface BindSource {
  readonly kind: VoucherKind
  readonly category: string | null
  /** The accounts a voucher by hand debits; undefined where the product made it. */
  readonly debited: readonly string[] | undefined
}

/**
 * The class of cost a voucher is evidence of; undefined for those that are none. By hand it is what its lines book as
 * cost, or its category. Of the product's own the purchases of fuel and tolls alone: its revenue, invoices, payments and
 * estimates name their waybills themselves, and none of them is a paper of a supplier.
 */
export function bindClassOf({ kind, category, debited }: BindSource): BindClass | undefined {
  if (kind === 'FUEL') return 'FUEL'
  if (kind === 'OTHER' && category === 'TOLL') return 'TOLL'
  if (debited === undefined || category === 'OPENING') return undefined
  const [, cost] = classOfCost.find(([account]) => debited.includes(account)) ?? []
  return cost ?? (kind === 'OTHER' ? 'OTHER' : undefined)
}

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
