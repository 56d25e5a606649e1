// Waybills bound to vouchers as evidence of their cost: classes of cost, and amounts proposed oldest first.
import { subtractFen, type Fen } from '../figures/money.ts'
import type { VoucherKind, VoucherState } from './voucher.ts'

/** The parts of a waybill's cost that have evidence of their own. */
export const bindClasses = { FREIGHT: '运费', FUEL: '油费', TOLL: '通行费', OTHER: '其他费用' } as const
export type BindClass = keyof typeof bindClasses

/** The class of cost a voucher is evidence of; undefined for kinds that are none: estimates, deductions and opening balances. */
export function bindClassOf(kind: VoucherKind, category: string | null): BindClass | undefined {
  switch (kind) {
    case 'ACCOUNTING':
    case 'INVOICE':
      return 'FREIGHT'
    case 'FUEL':
      return 'FUEL'
    case 'OTHER':
      if (category === 'OPENING') return undefined
      return category === 'TOLL' ? 'TOLL' : 'OTHER'
    case 'TENTATIVE':
    case 'DEDUCT':
      return undefined
  }
}

/** Whether waybills may be bound to a voucher in this state: what was taken back is no evidence. */
export const isBindable = (state: VoucherState): boolean => state === 'posted' || state === 'partly'

/** The most waybills one call binds. */
export const bindMost = 200

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
