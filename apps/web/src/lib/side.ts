// The side of the market an account stands on: the platform, a branch of it, or a company that ships, carries, or both.
// Account types and business types are compared here alone.
import { isCarrier, isShipper, userTypes } from '@yunshu/domain/account/account'
import type { RoleSide } from '@yunshu/domain/permits/permits'

/** The part of an account that tells its side; undefined while nobody is signed in. */
export type Account = { readonly type: number; readonly businessType?: number | undefined } | undefined

/** True for the platform's own accounts. */
export const isPlatform = (account: Account): boolean => account?.type === userTypes.platform

/** True for accounts of companies and branches: everybody but the platform's own people. */
export const isOutsidePlatform = (account: Account): boolean => account !== undefined && !isPlatform(account)

/** True for accounts of a company that carries; it may ship too. */
export const isCarrierSide = (account: Account): boolean =>
  isOutsidePlatform(account) && isCarrier(account?.businessType ?? 0)

/** True for accounts of a company that ships; it may carry too. */
export const isShipperSide = (account: Account): boolean =>
  isOutsidePlatform(account) && isShipper(account?.businessType ?? 0)

/** The sides of the market a person stands on, as permits and moves name them. */
export function sidesOf(account: Account): readonly RoleSide[] {
  if (account === undefined || isPlatform(account)) return ['platform']
  if (account.type === userTypes.branchManager) return ['branch']
  return [
    ...(isShipperSide(account) ? ['shipper' as const] : []),
    ...(isCarrierSide(account) ? ['carrier' as const] : []),
  ]
}
