// Whether a reader stands on the side that checks and pays a sheet.
import { sidesOf, type Account } from '../../lib/side.ts'

/** Carriers only read their sheets; a company that does both pays those it ships for. */
export const paysFor = (
  account: (Account & { readonly companyId?: string | undefined }) | undefined,
  shipperId: string,
): boolean =>
  account !== undefined &&
  (sidesOf(account).some(side => side === 'platform' || side === 'branch') || account.companyId === shipperId)
