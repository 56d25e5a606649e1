// The person a session stands for: side of the market, rights, and whether the account may still work.
import { businessBits, isCarrier, isShipper, userTypes } from '@yunshu/domain/account'
import { isPermit } from '@yunshu/domain/permits'
import type { Actor, ActorSide } from '../../http/ctx.ts'
import type { FoundSession } from './session.queries.ts'

/** What decides the side of an account. */
interface Position { type: number; branchId: string | undefined; businessType: number }

/**
 * Platform accounts see the platform, branch managers their branch, others work for their company: as shipper if it
 * ships at all (a company that is both starts there), else as carrier.
 */
export function sideOf({ type, branchId, businessType }: Position): ActorSide {
  if (type === userTypes.platform) return 'platform'
  if (type === userTypes.branchManager && branchId !== undefined) return 'branch'
  return isCarrier(businessType) && !isShipper(businessType) ? 'carrier' : 'shipper'
}

/** Company roles that are business: the platform's own bit is no businessType. */
export const businessTypeOf = (roleFlags: number | null): number => (roleFlags ?? 0) & (businessBits.carrier | businessBits.shipper)

/** True for people and companies that may work; the states of a company under review can still sign in. */
export function mayWork(row: { user_state: string; company_state: string | null }): boolean {
  return row.user_state === 'enabled' && row.company_state !== 'suspended' && row.company_state !== 'closed'
}

/** The actor of a session's row. */
export function actorOf(row: FoundSession): Actor {
  const branchId = row.branch_company_id ?? undefined
  const businessType = businessTypeOf(row.role_flags)
  return {
    sessionId: row.session_id, userId: row.user_id, handle: row.handle, account: row.account, name: row.name, type: row.type,
    side: sideOf({ type: row.type, branchId, businessType }),
    companyId: row.company_id ?? undefined, companyName: row.company_name ?? undefined, branchId, branchName: row.branch_name ?? undefined,
    businessType, wlhyType: row.wlhy_type ?? 0, isTf: row.is_tf ?? false, isAdmin: row.is_admin, dataScope: row.data_scope,
    roles: row.roles, permits: new Set(row.functions.filter(isPermit)),
  }
}
