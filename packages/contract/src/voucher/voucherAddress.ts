// The address of a voucher: each kind has a page of its own.
import type { VoucherKind } from '@yunshu/domain/voucher/voucher'
import { screenUrl, type ScreenName } from '../screens/screens.ts'

/** The screen of each kind of voucher. */
export const voucherScreens = {
  ACCOUNTING: 'AccountingVoucher',
  INVOICE: 'AccountingVoucher',
  TENTATIVE: 'TentativeVoucher',
  FUEL: 'FuelCardVoucher',
  DEDUCT: 'DeductMoneyVoucher',
  OTHER: 'OtherVoucher',
} as const satisfies Readonly<Record<VoucherKind, ScreenName>>

const isKind = (kind: string): kind is VoucherKind => Object.hasOwn(voucherScreens, kind)

/** Address of a voucher's page; where its kind is not at hand that of the books, which leads on. */
export const voucherUrl = ({
  id,
  kind = 'ACCOUNTING',
  branchCompanyId,
}: {
  readonly id: string
  readonly kind?: string
  readonly branchCompanyId: string
}): string => screenUrl(isKind(kind) ? voucherScreens[kind] : 'AccountingVoucher', { id, branchCompanyId })
