// The person a session stands for: side of the market, rights, and whether the account may still work.
import { businessBits, isCarrier, isShipper, userTypes, widestScope } from '@yunshu/domain/account/account'
import { isPasswordExpired, type PasswordPolicy } from '@yunshu/domain/account/password'
import { isPermit, ownNameOnly, type Permit } from '@yunshu/domain/permits/permits'
import { nilId } from '../../db/tx.ts'
import type { Actor, ActorSide } from '../../work/ctx.ts'
import type { FoundEmployee, FoundSession } from './session.queries.ts'

/** The columns that decide the side of an account. */
interface Position {
  type: number
  branchId: string | undefined
  businessType: number
}

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
export const businessTypeOf = (roleFlags: number | null): number =>
  (roleFlags ?? 0) & (businessBits.carrier | businessBits.shipper)

/** True for people and companies that may work; the states of a company under review can still sign in. */
export function mayWork(row: { user_state: string; company_state: string | null }): boolean {
  return row.user_state === 'enabled' && row.company_state !== 'suspended' && row.company_state !== 'closed'
}

/**
 * The reason a session's person must change their password first; undefined when there is none. The age is that at
 * login: a password that was young enough then does not interrupt work later.
 */
function passwordMustOf(row: FoundSession, policy: PasswordPolicy): Actor['passwordMust'] {
  if (row.must_change_password) return 'first'
  return isPasswordExpired(policy, row.password_changed_at, row.opened_at) ? 'expired' : undefined
}

/** Permits of people of a company that is not verified yet or is looked at again: for its papers and its own people. */
const beforeActive: ReadonlySet<Permit> = new Set<Permit>([
  'company.view',
  'company.edit',
  'staff.view',
  'staff.edit',
  'staff.role',
  'pii.view',
])

/** The consequences of an account and its positions: its place in the market and its rights. */
function standingOf(row: FoundEmployee) {
  const branchId = row.branch_company_id ?? undefined
  const businessType = businessTypeOf(row.role_flags)
  const isVerified = row.company_state === null || row.company_state === 'active'
  return {
    type: row.type,
    side: sideOf({ type: row.type, branchId, businessType }),
    companyId: row.company_id ?? undefined,
    companyName: row.company_name ?? undefined,
    branchId,
    branchName: row.branch_name ?? undefined,
    businessType,
    wlhyType: row.wlhy_type ?? 0,
    isTf: row.is_tf ?? false,
    isAdmin: row.is_admin && isVerified,
    isHead: row.is_admin || row.isHead,
    dataScope: widestScope(row.scopes),
    roles: row.roles,
    permits: new Set(row.functions.filter(isPermit).filter(permit => isVerified || beforeActive.has(permit))),
  }
}

type Own = Pick<
  Actor,
  'sessionId' | 'userId' | 'handle' | 'account' | 'name' | 'hasSecondFactor' | 'passwordMust' | 'moneyRestsUntil'
>

/**
 * The actor at the place their account gives them. A person who acts for an employee stands at the employee's place,
 * without rights that are used in one's own name only.
 */
function standing(own: Own, row: FoundEmployee, employee: FoundEmployee | undefined): Actor {
  if (employee === undefined) return { ...own, ...standingOf(row), actingFor: undefined }
  const place = standingOf(employee)
  const { side: ownSide, branchId: ownBranchId } = standingOf(row)
  const permits = new Set([...place.permits].filter(permit => !ownNameOnly.has(permit)))
  return {
    ...own,
    ...place,
    isAdmin: false,
    isHead: false,
    permits,
    actingFor: { userId: employee.user_id, name: employee.name, ownSide, ownBranchId },
  }
}

const nameOf = (row: FoundEmployee) => ({
  userId: row.user_id,
  handle: row.handle,
  account: row.account,
  name: row.name,
  moneyRestsUntil: row.money_rests_until ?? undefined,
})

/** The actor of a session's row. */
export const actorOf = (row: FoundSession, policy: PasswordPolicy, employee?: FoundEmployee): Actor =>
  standing(
    {
      sessionId: row.session_id,
      ...nameOf(row),
      hasSecondFactor: row.second_factor,
      passwordMust: passwordMustOf(row, policy),
    },
    row,
    employee,
  )

/** Somebody for whom work goes on without a session: nothing that wants a second factor. */
export const absentActor = (row: FoundEmployee, employee?: FoundEmployee): Actor =>
  standing({ sessionId: nilId, ...nameOf(row), hasSecondFactor: false, passwordMust: undefined }, row, employee)
