// Addresses of the page that makes vouchers, for a draft that is changed and a voucher that is copied.
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { VoucherRow } from '@yunshu/contract/voucher/voucher'

type Linked = Pick<VoucherRow, 'id' | 'branchCompanyId' | 'category'>

/** The draft is changed where it was made: opening balances on their own page. */
export const editVoucherUrl = ({ id, branchCompanyId: branch, category }: Linked): string =>
  category === 'OPENING'
    ? screenUrl('OpeningBalance')
    : `${screenUrl('VoucherMake')}?${new URLSearchParams({ id, branch }).toString()}`

/** A new voucher with the lines of this one. */
export const copyVoucherUrl = ({ id: copy, branchCompanyId: branch }: Linked): string =>
  `${screenUrl('VoucherMake')}?${new URLSearchParams({ copy, branch }).toString()}`
